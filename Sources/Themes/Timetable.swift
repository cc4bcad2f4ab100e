import CellistLists
import CellistRecords
import CellistText

/// The records of one day by time and place: a row for each time at which one begins, and a column for each place.
struct Timetable: Sendable {
  /// A place, and a record that has it.
  struct Place: Sendable {
    fileprivate let text: String
    let record: ShownRecord
  }

  /// A cell of the grid: the records in it, and how many rows and columns it takes.
  struct Slot: Sendable {
    var rows = 1
    var columns = 1
    var cells: [RecordCell] = []
    let section: ShownSection
  }

  struct Row: Sendable {
    let start: Moment
    fileprivate(set) var slots: [Slot] = []
  }

  let day: Day
  let section: ShownSection
  /// The columns. Records without a place have one of their own behind these, unless nothing else takes place meanwhile.
  let places: [Place]
  private(set) var rows: [Row] = []
  /// Whether there is a column of records without a place.
  private(set) var hasPlaceless = false

  /// A record in time and space.
  fileprivate struct Entry {
    let start: Moment
    let end: Moment?
    let place: String?
    let cell: RecordCell
  }

  /// Records that are in one place at one time.
  private struct Block {
    var rows: Range<Int>
    var entries: [Entry]
  }

  /// - Parameter entries: the records of the day, in the list's order.
  fileprivate init(_ day: Day, _ entries: [Entry], _ places: [Place], in section: ShownSection) {
    self.day = day
    self.section = section
    self.places = places.filter { place in entries.contains { $0.place == place.text } }
    let starts = Dictionary(entries.map { ($0.start.second, $0.start) }, uniquingKeysWith: { first, _ in first })
      .values.sorted { $0.second < $1.second }
    func rows(of entry: Entry) -> Range<Int> {
      let first = starts.firstIndex { $0.second == entry.start.second } ?? 0
      guard let end = entry.end, end.instant > entry.start.instant else { return first..<first + 1 }
      let last = end.day > day ? starts.count : starts.firstIndex { $0.second >= end.second } ?? starts.count
      return first..<max(first + 1, last)
    }
    let ordered = entries.enumerated().sorted {
      ($0.element.start.second, $0.offset) < ($1.element.start.second, $1.offset)
    }
    .map(\.element)
    var columns = self.places.map { place in Self.blocks(ordered.filter { $0.place == place.text }, rows) }
    let others = Self.blocks(ordered.filter { $0.place == nil }, rows)
    let isAlone = others.map { block in !columns.joined().contains { $0.rows.overlaps(block.rows) } }
    let across = zip(others, isAlone).filter(\.1).map(\.0)
    let placeless = zip(others, isAlone).filter { !$0.1 }.map(\.0)
    hasPlaceless = !placeless.isEmpty
    if hasPlaceless || columns.isEmpty { columns.append(placeless) }
    self.rows = starts.enumerated().map { row, start in
      if let block = across.first(where: { $0.rows.contains(row) }) {
        let slot = Slot(
          rows: block.rows.count, columns: columns.count, cells: block.entries.map(\.cell), section: section)
        return Row(start: start, slots: block.rows.lowerBound == row ? [slot] : [])
      }
      let slots = columns.compactMap { blocks -> Slot? in
        guard let block = blocks.first(where: { $0.rows.contains(row) }) else { return Slot(section: section) }
        guard block.rows.lowerBound == row else { return nil }
        return Slot(rows: block.rows.count, cells: block.entries.map(\.cell), section: section)
      }
      return Row(start: start, slots: slots)
    }
  }

  /// Records in the order of their times, those that overlap together.
  private static func blocks(_ entries: [Entry], _ rows: (Entry) -> Range<Int>) -> [Block] {
    entries.reduce(into: []) { blocks, entry in
      let own = rows(entry)
      if let last = blocks.last, last.rows.overlaps(own) {
        blocks[blocks.count - 1].rows = last.rows.lowerBound..<max(last.rows.upperBound, own.upperBound)
        blocks[blocks.count - 1].entries.append(entry)
      } else {
        blocks.append(Block(rows: own, entries: [entry]))
      }
    }
  }

  var title: String { section.list.language.format(day, skeleton: "yMMMMEEEEd") }
  var isTitled: Bool {
    section.header?.title.map { $0 != title && $0 != section.list.language.format(day, skeleton: "yMMMMd") } ?? true
  }

  /// An id for its heading, which neither a section nor a record has.
  var anchor: String { "day:\(section.header?.anchor ?? "")-\(day.iso)" }
}

extension ShownSection {
  /// The days on which its records begin at a time, in order. O(n log n) in the number of records of a day.
  var timetables: [Timetable] {
    let roles = list.appearance.roles
    var entries: [Day: [Timetable.Entry]] = [:]
    var places: [String: Timetable.Place] = [:]
    for cell in section.cells {
      guard let start = list.time(of: cell.item) else { continue }
      let values = cell.item.record.values
      let place = roles.place.flatMap { list.place(values[$0], of: $0) }
      let end: Moment? = if let end = roles.end, case .datetime(let moment) = values[end] { moment } else { nil }
      entries[start.day, default: []].append(
        .init(start: start, end: end.flatMap { $0.hasTime ? $0 : nil }, place: place, cell: cell))
      if let place, places[place] == nil {
        places[place] = Timetable.Place(text: place, record: shown(cell))
      }
    }
    let ordered = list.ordered(Array(places.keys), of: roles.place).compactMap { places[$0] }
    return entries.keys.sorted().map { Timetable($0, entries[$0] ?? [], ordered, in: self) }
  }

  /// Its records without a time of day.
  var untimed: [RecordCell] { section.cells.filter { list.time(of: $0.item) == nil } }
}

extension ListSource {
  /// When a record begins; nil where its date has no time.
  fileprivate func time(of item: RecordItem) -> Moment? {
    guard let date = appearance.roles.date, case .datetime(let moment) = item.record.values[date], moment.hasTime
    else { return nil }
    return moment
  }

  /// A value of a field as one of the places of a schedule, where spellings of a text are one; nil where it is missing.
  fileprivate func place(_ value: Value, of field: Int) -> String? {
    guard !value.isMissing else { return nil }
    return type.fields[field].type == .text && type.fields[field].isFolded ? value.plainText.folded : value.plainText
  }

  /// The values of a field in the order of its choices, or else in that of the language.
  fileprivate func ordered(_ texts: [String], of field: Int?) -> [String] {
    guard let field else { return texts }
    if case .choice(let names) = type.fields[field].type {
      return texts.sorted { (names.firstIndex(of: $0) ?? 0) < (names.firstIndex(of: $1) ?? 0) }
    }
    let keyed = texts.map { text in
      var key = OrderKey()
      key.append(.text(text), type: .text, language: language)
      return (key: key, text: text)
    }
    return keyed.sorted { $0.key == $1.key ? $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) : $0.key < $1.key }
      .map(\.text)
  }
}
