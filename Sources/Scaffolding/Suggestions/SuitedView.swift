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
  /// Whether there are more facts than the list shows.
  let hidesFacts: Bool
  /// Whether the list has no room for some of what records say.
  let hidesSome: Bool

  /// That of records without fields.
  init() { (view, facts, text, hidesTexts, hidesFacts, hidesSome) = (.rows, [], nil, false, false, false) }

  init(_ appearance: Appearance, of type: RecordType, titled title: Int) {
    view = appearance.suited
    let roles = appearance.roles
    // The roles have no more facts than a list shows.
    let dates = view == .timeline ? [roles.date, roles.end] : roles.date == nil ? [] : [roles.end]
    let used = [roles.image, roles.badge, roles.text, roles.link, title] + dates
    let others = (0..<type.ownCount).filter { !used.contains($0) && type.fields[$0].name != RecordType.bodyName }
    let facts = (appearance.hidesFacts ? others : roles.meta).filter {
      roles.text == nil || type.fields[$0].type != .markdown
    }
    self.facts = facts.map { type.fields[$0].name }
    text = roles.text.map { type.fields[$0].name }
    hidesTexts = !appearance.isTable && roles.text != nil && roles.meta.contains { type.fields[$0].type == .markdown }
    let hidesBodies = type.index(of: RecordType.bodyName) != nil && text != RecordType.bodyName
    hidesFacts = appearance.hidesFacts
    hidesSome = hidesFacts || hidesTexts || hidesBodies
  }
}
