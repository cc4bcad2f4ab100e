import CellistLists
import CellistRecords
import CellistText

extension ShownRecord {
  /// The time of day of its date, and when that ends; nil where its date has none.
  var time: String? {
    guard case .datetime(let start) = date else { return nil }
    guard case .datetime(let end) = end else { return start.time }
    return start.day == end.day
      ? "\(start.time)–\(end.time)"
      : "\(start.time) – \(self.end?.part(.long, language: list.language).plainText ?? "")"
  }

  /// Its date and its end as one range: a day is named once where both are on it. Nil where it has no date.
  ///
  /// - Parameter html: prints the value of a field.
  func when(_ html: (_ field: Int) -> String?) -> String? {
    let roles = list.appearance.roles
    guard let start = roles.date.flatMap(html) else { return roles.end.flatMap(html).map { "– \($0)" } }
    guard let end = roles.end.flatMap(html) else { return start }
    switch (date, self.end) {
    case (.date(let first)?, .date(let last)?) where first == last: return start
    case (.datetime(let first)?, .datetime(let last)?) where first == last: return start
    case (.datetime(let first)?, .datetime(let last)?) where first.day == last.day:
      return "\(start)–<time datetime=\"\(last.iso)\">\(last.time)</time>"
    default: return "\(start) – \(end)"
    }
  }

  private var date: Value? { list.appearance.roles.date.map { located($0).value } }
  private var end: Value? { list.appearance.roles.end.map { located($0).value } }
}
