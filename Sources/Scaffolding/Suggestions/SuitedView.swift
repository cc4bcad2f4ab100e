import CellistLists
import CellistRecords

/// How the program shows a list whose settings name no view.
struct SuitedView {
  let view: ListView
  /// The names of the facts of a record, in order, without its texts.
  let facts: [String]
  /// The name of the field with the text of a record; nil if there is none.
  let text: String?
  /// Whether records have texts beside the one that the list shows.
  let hidesTexts: Bool
  /// Whether the list has no room for some of what records say.
  let hidesSome: Bool

  /// That of records without fields.
  init() { (view, facts, text, hidesTexts, hidesSome) = (.rows, [], nil, false, false) }

  init(_ appearance: Appearance, of type: RecordType) {
    view = appearance.suited
    let roles = appearance.roles
    let facts = roles.meta.filter { roles.text == nil || type.fields[$0].type != .markdown }
    self.facts = facts.map { type.fields[$0].name }
    text = roles.text.map { type.fields[$0].name }
    hidesTexts = !appearance.isTable && facts.count < roles.meta.count
    let hidesBodies = type.index(of: RecordType.bodyName) != nil && text != RecordType.bodyName
    hidesSome = appearance.hidesFacts || hidesTexts || hidesBodies
  }
}
