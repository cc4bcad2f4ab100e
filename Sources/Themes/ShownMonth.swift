import CellistLists
import CellistRecords
import CellistTables
import CellistText

/// A month in which records of a section have dates, with all of its days.
struct ShownMonth: Sendable {
  let section: ShownSection
  let days: [ShownDay]
  private let first: Day

  fileprivate init(of first: Day, in section: ShownSection, _ cells: [Day: [RecordCell]]) {
    self.section = section
    self.first = first
    days = first.month.map { ShownDay(day: $0, cells: cells[$0] ?? [], list: section.list) }
  }

  var title: String { section.list.language.format(first, skeleton: "yMMMM") }

  /// An id for its heading, which neither a section nor a record has.
  var anchor: String { "month:\(section.header?.anchor ?? "")-\(first.iso.prefix(7))" }

  /// The names of the days of a week, from the one that is the first where the language is spoken.
  var weekdays: [String] {
    let language = section.list.language
    // 1970-01-04 was a Sunday.
    return (0..<7).map { language.format(Day(number: 2 + language.firstWeekday + $0), skeleton: "ccc") }
  }
}

/// A day of a month, with its records.
struct ShownDay: Sendable {
  let day: Day
  let cells: [RecordCell]
  let list: ListSource

  /// Where it stands in its week, from 1.
  var column: Int { (day.weekday - list.language.firstWeekday + 7) % 7 + 1 }
}

extension ShownSection {
  /// The months in which its records have dates, in order. O(n + d log d) in the numbers of records and of days.
  var months: [ShownMonth] {
    var cells: [Day: [RecordCell]] = [:]
    for cell in section.cells {
      if let day = list.day(of: cell.item) { cells[day, default: []].append(cell) }
    }
    return Set(cells.keys.map(\.firstOfMonth)).sorted().map { ShownMonth(of: $0, in: self, cells) }
  }

  /// Its records without a date.
  var undated: [RecordCell] { section.cells.filter { list.day(of: $0.item) == nil } }
}

extension ListSource {
  /// The day on which a record stands in a calendar.
  fileprivate func day(of item: RecordItem) -> Day? {
    switch appearance.roles.date.map({ item.record.values[$0] }) {
    case .date(let day): day
    case .datetime(let moment): moment.day
    default: nil
    }
  }
}

extension ShownRecord {
  /// The time of day of its date, and when that ends; nil where its date has none.
  var time: String? {
    let roles = list.appearance.roles
    let values = [roles.date, roles.end].map { $0.map { located($0).value } }
    guard case .datetime(let start) = values[0] else { return nil }
    guard case .datetime(let end) = values[1] else { return start.time }
    let isSameDay = start.day == end.day
    return isSameDay
      ? "\(start.time)–\(end.time)"
      : "\(start.time) – \(values[1]?.part(.long, language: list.language).plainText ?? "")"
  }
}
