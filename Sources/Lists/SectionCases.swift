import CellistRecords
import CellistText

/// Sections that conditions make, in their order: a record is in the first whose condition holds.
package struct SectionCases: Hashable, Sendable {
  private struct Case: Hashable, Sendable {
    let title: String
    /// The condition of its records; nil for all that are left.
    let condition: Condition?
    /// The order of its records; nil for that of the list.
    let sort: SortOrder?
  }

  private let cases: [Case]

  /// Reads `cases`, a list of mappings with `title`, `where` and `sort`.
  init?(_ node: Node, in scope: ConditionScope, hasFilesByName: Bool, _ diagnostics: inout Diagnostics) {
    guard let items = node.items, !items.isEmpty else {
      diagnostics.error(
        .invalidSetting,
        "'cases' must be a list of sections, found \(node.items == nil ? node.summary : "an empty one")",
        at: node.location,
        hint: "for example cases: [{title: Upcoming, where: {day: {at-least: today}}}, {title: Past}]")
      return nil
    }
    cases = items.enumerated().compactMap { index, item in
      guard var reader = MappingReader(item, name: "a case", &diagnostics) else { return nil }
      let title = reader.text("title", &diagnostics)
      let wanted = reader.node("where")
      let isSorted = reader.keyLocation("sort") != nil
      let sort = SortOrder(&reader, type: scope.type, hasFilesByName: hasFilesByName, &diagnostics)
      reader.finish(&diagnostics)
      if title?.isEmpty ?? true {
        diagnostics.error(.missingSetting, "a case needs 'title'", at: item.location)
      }
      if wanted == nil, index + 1 < items.count {
        diagnostics.error(
          .invalidSetting, "the case \(quoted(title ?? "")) takes all records, and leaves none for those after it",
          at: item.location, hint: "only the last may be without 'where'")
      }
      if isSorted, !sort.isByKeyAlone {
        diagnostics.error(
          .invalidSetting, "the records of a case cannot stand as they are written", at: item.location,
          hint: "leave out its 'sort', or name fields")
      }
      let condition = wanted.flatMap { Condition($0, in: scope, &diagnostics) }
      guard let title, wanted == nil || condition != nil else { return nil }
      return Case(title: title, condition: condition, sort: isSorted ? sort : nil)
    }
    guard cases.count == items.count else { return nil }
  }

  var count: Int { cases.count }
  /// Whether some have orders of their own.
  var haveOrders: Bool { cases.contains { $0.sort != nil } }
  /// Whether a record may leave one for another without an edit.
  var readsClock: Bool { cases.contains { $0.condition?.readsClock ?? false } }

  func title(at index: Int) -> String { cases[index].title }

  /// The order of the records of a case, by its value; nil for that of the list.
  func sort(of value: Value?) -> SortOrder? {
    if case .integer(let index)? = value { cases[index].sort } else { nil }
  }

  /// The first whose condition holds of a record, as of the clock's instant; nil for none.
  func index(of record: Record, flags: [Bool], language: Language, _ clock: inout ConditionClock) -> Int? {
    for (index, part) in cases.enumerated() {
      if part.condition?.holds(of: record, flags: flags, language: language, &clock) ?? true { return index }
    }
    return nil
  }
}
