import CellistRecords
import CellistText

/// A view of a list on a page: which of its records, in which order, and how many.
package struct RecordView: Sendable {
  /// The page that shows it, and what the page calls it.
  package let place: ViewPlace
  let filter: Condition?
  /// Its own order; nil for that of the list.
  let sort: SortOrder?
  let limit: Int?
  /// The template of its cells; nil for those of the list.
  package let template: Node?
  /// How the records are shown; nil for as the list does.
  package let view: Node?

  /// Reads a view of a list.
  init?(
    _ place: ViewPlace, _ node: Node, type: RecordType, hasFilesByName: Bool, in scope: ConditionScope,
    _ diagnostics: inout Diagnostics
  ) {
    guard var reader = MappingReader(node, name: "a view", &diagnostics) else { return nil }
    self.place = place
    _ = reader.node("list")
    filter = reader.node("where").flatMap { Condition($0, in: scope, &diagnostics) }
    let isSorted = reader.keyLocation("sort") != nil
    let order = SortOrder(&reader, type: type, hasFilesByName: hasFilesByName, &diagnostics)
    sort = isSorted ? order : nil
    limit = reader.integer("limit", atLeast: 1, &diagnostics)
    let cells = reader.node("cells")
    if let cells, cells.text == nil {
      diagnostics.error(
        .invalidSetting, "'cells' of a view names one template, found \(cells.summary)", at: cells.location)
    }
    template = cells
    _ = reader.text("view", &diagnostics)
    view = reader.node("view")
    reader.finish(&diagnostics)
  }

  /// A record's place in the view; nil for one that it does not show.
  ///
  /// - Parameter own: its place in the list.
  func key(
    of record: Record, flags: [Bool], own: OrderKey, language: Language, _ clock: inout ConditionClock
  ) -> OrderKey? {
    guard filter?.holds(of: record, flags: flags, language: language, &clock) ?? true else { return nil }
    return sort?.key(of: record, language: language) ?? own
  }
}
