import CellistLists
import CellistRecords
import CellistSettings
import CellistText
import CellistThemes

/// Decides the places of records in a list as of an instant, and the cells that show them.
struct RecordPlacing: Sendable {
  private let arrangement: Arrangement
  private let decorator: RuleDecorator
  /// Seconds since 1970-01-01T00:00:00Z.
  private let instant: Int

  init(_ list: ListSettings, now instant: Int) {
    arrangement = list.arrangement
    decorator = RuleDecorator(rules: list.rules)
    self.instant = instant
  }

  var language: Language { arrangement.language }

  /// - Parameter record: with the values that the list shows of others.
  func place(of record: Record) -> (row: RecordItem.Row, rule: Int?) {
    var clock = arrangement.clock(at: instant)
    var row = arrangement.row(of: record, &clock)
    guard row.isKept else { return (row, nil) }
    let rule = decorator.rule(of: record, flags: row.flags, language, &clock)
    if clock.span != row.span { row.span = clock.span }
    return (row, rule)
  }
}
