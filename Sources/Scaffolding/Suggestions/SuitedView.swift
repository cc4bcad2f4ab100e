import CellistLists
import CellistRecords

/// How the program shows a list whose settings name no view.
struct SuitedView {
  let view: ListView
  /// The names of all facts of a record, in order, without its texts.
  let facts: [String]
  /// The name of the field with the text of a record; nil if there is none.
  let text: String?
  /// Whether there are more facts than a list has room for, or texts among them.
  let isCrowded: Bool
  /// Whether records have texts below their front matter that the list does not show.
  let hidesBodies: Bool

  /// That of records without fields.
  init() { (view, facts, text, isCrowded, hidesBodies) = (.rows, [], nil, false, false) }

  init(_ appearance: Appearance, of type: RecordType) {
    view = appearance.suited
    text = appearance.roles.text.map { type.fields[$0].name }
    let all = appearance.facts
    let facts = text == nil ? all : all.filter { type.fields[$0].type != .markdown }
    self.facts = facts.map { type.fields[$0].name }
    isCrowded = appearance.hidesFacts || !appearance.isTable && facts.count < all.count
    hidesBodies = type.index(of: RecordType.bodyName) != nil && text != RecordType.bodyName
  }
}
