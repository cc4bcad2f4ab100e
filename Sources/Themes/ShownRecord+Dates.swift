import CellistLists
import CellistRecords
import CellistTemplates
import CellistText

extension ShownRecord {
  /// The time of day of its date, and when that ends; nil where its date has none.
  var time: String? {
    guard case .datetime(let start) = date, start.hasTime else { return nil }
    guard case .datetime(let end) = end, !endsAtStart else { return start.time }
    guard start.day == end.day else {
      return "\(start.time) – \(self.end?.part(.long, language: list.language).plainText ?? "")"
    }
    return end.hasTime ? "\(start.time)–\(end.time)" : start.time
  }

  /// The time of day of its date, and of its end where that is on the same day, as HTML; nil where its date has no time.
  var hours: String? {
    func html(_ moment: Moment) -> String { "<time datetime=\"\(moment.iso)\">\(moment.time)</time>" }
    guard case .datetime(let start) = date, start.hasTime else { return nil }
    guard case .datetime(let end) = end, !endsAtStart else { return html(start) }
    guard start.day == end.day else {
      let last = self.end?.part(.long, language: list.language).plainText ?? ""
      return "\(html(start)) – <time datetime=\"\(end.iso)\">\(ByteBuffer.escaped(last))</time>"
    }
    return end.hasTime ? "\(html(start))–\(html(end))" : html(start)
  }

  /// Whether its end adds nothing to its date, such as that of an event of one day.
  var endsAtStart: Bool {
    switch (date, end) {
    case (.date(let first)?, .date(let last)?): first == last
    case (.datetime(let first)?, .datetime(let last)?): first == last
    default: false
    }
  }

  /// Whether it has an end that is printed beside its date.
  var isRange: Bool { !(end?.isAbsent ?? true) && !endsAtStart }

  /// Its date and its end as one range: a day is named once where both are on it. Nil where it has no date.
  ///
  /// - Parameter html: prints the value of a field.
  func when(_ html: (_ field: Int) -> String?) -> String? {
    let roles = list.appearance.roles
    guard let start = roles.date.flatMap(html) else { return roles.end.flatMap(html).map { "– \($0)" } }
    guard !endsAtStart, let end = roles.end.flatMap(html) else { return start }
    switch (date, self.end) {
    case (.datetime(let first)?, .datetime(let last)?) where first.day == last.day:
      return "\(start)–<time datetime=\"\(last.iso)\">\(last.time)</time>"
    default: return "\(start) – \(end)"
    }
  }

  private var date: Value? { list.appearance.roles.date.map { located($0).value } }
  private var end: Value? { list.appearance.roles.end.map { located($0).value } }
}
