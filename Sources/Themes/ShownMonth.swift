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
    days = first.month.map { ShownDay(day: $0, cells: cells[$0] ?? [], section: section) }
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
  let section: ShownSection

  /// Its place in the week, from 1.
  var column: Int { (day.weekday - section.list.language.firstWeekday + 7) % 7 + 1 }
}

extension ShownSection {
  /// The months in which its records have dates, in order; the records of a day by their times, and in the list's order
  /// where those are equal. O(n log n) in the number of records, plus O(d log d) in that of days.
  var months: [ShownMonth] {
    var timed: [Day: [(start: Value, cell: RecordCell)]] = [:]
    for cell in section.cells {
      if let (day, start) = list.start(of: cell.item) { timed[day, default: []].append((start, cell)) }
    }
    let cells = timed.mapValues { day in
      day.enumerated()
        .sorted { ($0.element.start.second, $0.offset) < ($1.element.start.second, $1.offset) }
        .map(\.element.cell)
    }
    return Set(cells.keys.map(\.firstOfMonth)).sorted().map { ShownMonth(of: $0, in: self, cells) }
  }

  /// Its records without a date.
  var undated: [RecordCell] { section.cells.filter { list.start(of: $0.item) == nil } }
}

extension ListSource {
  /// The day on which a calendar shows a record, and its date.
  fileprivate func start(of item: RecordItem) -> (day: Day, date: Value)? {
    guard let value = appearance.roles.date.map({ item.record.values[$0] }) else { return nil }
    return switch value {
    case .date(let day): (day, value)
    case .datetime(let moment): (moment.day, value)
    default: nil
    }
  }
}

extension Value {
  /// The second of the day; that of a date is before all others.
  fileprivate var second: Int { if case .datetime(let moment) = self { moment.second } else { -1 } }
}
