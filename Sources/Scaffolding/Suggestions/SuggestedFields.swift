import CellistLists
import CellistRecords
import CellistText

/// The suggested fields of a list, and the ones that identify, name and order its records.
struct SuggestedFields {
  private(set) var all: [SuggestedField] = []
  /// The texts in sources that mean "no value".
  private(set) var absent: [String] = []
  /// The decimal separator of all numbers, where it is not that of the site.
  private(set) var decimal: NumberNotation.DecimalSign?
  /// The names of the properties of events that are not made fields, since all events have the same value.
  private(set) var constant: [String] = []
  /// The keys whose values no field can hold.
  private(set) var unfit: [String] = []
  /// Whether the records are the events of a calendar.
  private let areEvents: Bool

  /// The title of an event.
  static let titleOfEvents = "summary"

  /// - Parameter isPicture: whether a text is the path of a picture that is there.
  init(of sample: RecordSample, _ values: ValueReader, isPicture: (String) -> Bool) {
    areEvents = sample.isCalendar
    var guesser = ValueGuesser(values: values, areOfEvents: sample.isCalendar)
    let usual = values.decimal ?? .point
    guesser.values.decimal = sample.likelyHasCommas ? .comma : usual
    let columns = sample.keys.map { key in (key: key, nodes: sample.records.map { $0[key] }) }
    absent = Self.absent(in: columns, guesser)
    guesser.values.absent = Set(absent)
    func fields() -> [SuggestedField] {
      columns.compactMap { key, nodes in
        let there = nodes.compactMap(\.self).filter { !guesser.values.isNothing($0) }
        return SuggestedField(key, there, in: sample.records.count, guesser, isPicture: isPicture)
      }
    }
    all = fields()
    // A term may well be called "NULL".
    let titles = Set(columns.first { $0.key == title?.key }?.nodes.compactMap { $0?.text } ?? [])
    if !titles.isDisjoint(with: absent) {
      absent.removeAll { titles.contains($0) }
      guesser.values.absent = Set(absent)
      all = fields()
    }
    let read = Set(all.map(\.key))
    unfit = sample.keys.filter { !read.contains($0) }
    let signs = Set(all.compactMap(\.decimal))
    if signs.count == 1, let sign = signs.first, sign != guesser.values.decimal {
      guesser.values.decimal = sign
      all = fields()
    }
    if guesser.values.decimal != usual, all.contains(where: { $0.type.innermost == .number }) {
      decimal = guesser.values.decimal
    }
    nameAll()
    if areEvents, sample.records.count >= Self.tellingCount {
      let same = all.filter { $0.isAlwaysThere && $0.isConstant && $0.key != Self.titleOfEvents && !$0.type.isDate }
      constant = same.map(\.name)
      all.removeAll { constant.contains($0.name) }
    }
  }

  /// The number of records from which a value that all have is not worth showing.
  static let tellingCount = 5

  /// Makes the names of fields unique, and different from reserved ones.
  private mutating func nameAll() {
    var names = Set(RecordType.scheduleNames)
    for index in all.indices {
      let name = all[index].name.isEmpty ? "field" : all[index].name
      all[index].name = name
      var number = 2
      while !names.insert(all[index].name).inserted {
        all[index].name = "\(name)-\(number)"
        number += 1
      }
    }
  }

  // MARK: Absent values

  /// Texts that mean "no value" in every column.
  private static let always: Set<String> = [
    "#N/A", "N/A", "n/a", "#n/a", "-", "–", "—", "..", "NULL", "<NA>", "#VALUE!", "#DIV/0!",
  ]
  /// Texts that mean "no value" in columns of numbers and dates.
  private static let among: Set<String> = [
    "NA", ".", "...", "null", "None", "none", "nan", "NaN", "?", "x", "*", "--", "unknown",
  ]

  private static func absent(in columns: [(key: String, nodes: [Node?])], _ guesser: ValueGuesser) -> [String] {
    var found: Set<String> = []
    for (key, nodes) in columns {
      let texts = nodes.compactMap(\.self).filter { $0.text.map { !$0.isEmpty } ?? false }
      let words = Set(texts.compactMap { $0.text.map { String($0.trimmed) } })
      let likely = words.intersection(always.union(among))
      guard !likely.isEmpty, likely.count < words.count else { continue }
      found.formUnion(likely.intersection(always))
      let others = texts.filter { !likely.contains(String(($0.text ?? "").trimmed)) }
      let heading = Heading(key)
      let isPlain = guesser.guess(texts, heading: heading).type.isWords
      if isPlain, !guesser.guess(others, heading: heading).type.isWords {
        found.formUnion(likely)
      } else if likely.contains("NA"), words.subtracting(likely).allSatisfy({ $0.utf8.count > 3 }) {
        // Among codes of two letters it may be Namibia.
        found.insert("NA")
      }
    }
    return found.sorted()
  }

  // MARK: Parts

  private static let titles = [
    "title", "name", "label", "term", "headline", "heading", "subject", "item", "product",
    "bezeichnung", "titel", "titre", "nom", "titulo", "título", "nombre", "titolo", "nome",
  ]
  /// The names of fields that tell records apart better than others.
  private static let identifiers = ["id", "slug", "key", "code", "isbn", "doi", "symbol", "iso", "iata", "sku", "uuid"]
  /// The names of fields that number the records of a sorted file.
  private static let ranks: Set<String> = ["rank", "position", "place", "order", "number", "no", "index", "nr"]
  /// The field with the title of records: one that is called so, else the first text that hardly repeats.
  var title: SuggestedField? {
    if areEvents, let field = all.first(where: { $0.key == Self.titleOfEvents }) { return field }
    let texts = all.filter { $0.type == .text && $0.count > 0 }
    for name in Self.titles {
      if let field = texts.first(where: { $0.name == name }) { return field }
    }
    let hinted = texts.first { field in Self.titles.prefix(3).contains { field.name.hasSuffix("-\($0)") } }
    let apart = texts.filter { $0.isAlwaysThere && Set($0.texts).count * 10 > $0.count * 9 }
    return hinted ?? apart.first { !Self.identifiers.contains($0.name) } ?? apart.first ?? texts.first
  }

  /// The fields that tell records apart: one, or the title with another.
  func ids(in records: [RecordSample.Entries]) -> [SuggestedField] {
    let whole = all.filter { $0.isAlwaysThere && $0.isShort }
    let title = title.flatMap { title in whole.first { $0.key == title.key } }
    let named = Self.identifiers.compactMap { name in whole.first { $0.name == name || $0.name.hasSuffix("-\(name)") } }
    func areApart(_ fields: [SuggestedField]) -> Bool {
      var seen: Set<String> = []
      return records.allSatisfy { record in
        let slug = Slug.make(fields.map { record[$0.key]?.text ?? "" }.joined(separator: "-"))
        return !slug.isEmpty && slug.utf8.count <= 120 && seen.insert(slug).inserted
      }
    }
    let single = named + [title].compactMap(\.self) + whole.filter { $0.type == .text }
    if let one = single.first(where: { areApart([$0]) }) { return [one] }
    let first = title ?? whole.first { $0.type == .text } ?? whole.first
    guard let first else { return [] }
    return whole.first { $0.key != first.key && areApart([first, $0]) }.map { [first, $0] } ?? []
  }

  /// How the program shows a list of these fields, and what of them only records' own pages have room for.
  func view(hasBodies: Bool) -> SuitedView {
    let type = RecordType(
      fields: all.map { Field($0.name, $0.type) } + (hasBodies ? [Field(RecordType.bodyName, .markdown)] : []))
    let title = title.flatMap { type.index(of: $0.name) } ?? type.defaultTitle
    var unasked = Diagnostics()
    let nothing = Node(.mapping([]), at: SourceLocation(file: ""))
    guard !all.isEmpty, var settings = MappingReader(nothing, name: "", &unasked) else { return SuitedView() }
    let appearance = Appearance(
      &settings, type: type, title: title, sectioned: [], hasBodies: hasBodies, &unasked)
    return SuitedView(appearance, of: type)
  }

  /// The names of dates that say when somebody looked at a record, or wrote it down.
  private static let visits: Set<String> = [
    "urldate", "accessed", "access-date", "date-accessed", "retrieved", "date-added", "date-modified", "timestamp",
  ]
  /// The date, or else the year, by which the newest records come first.
  var date: SuggestedField? {
    all.first { $0.type.isDate && !Self.visits.contains($0.name) }
      ?? all.first { $0.name == "year" && $0.type == .integer }
  }

  /// The lengths in bytes of a field's texts.
  func lengths(of name: String?) -> [Int] { all.first { $0.name == name }?.texts.map(\.utf8.count) ?? [] }

  /// The offset from UTC that all times have, such as "+02:00"; nil where they differ or have none.
  var offset: String? {
    let times = all.filter { $0.type == .datetime }.flatMap(\.texts)
    let offsets = Set(times.map { $0.firstMatch(of: /[+-]\d\d:\d\d$/).map { String($0.0) } })
    return offsets.count == 1 ? offsets.first?.flatMap { $0.dropFirst() == "00:00" ? nil : $0 } : nil
  }

  /// Whether the file is sorted by a rank, or by a number that only grows or only falls.
  func isArranged(_ records: [RecordSample.Entries]) -> Bool {
    if all.contains(where: { Self.ranks.contains($0.name) && $0.type == .integer }) { return true }
    guard records.count >= 8 else { return false }
    return all.contains { field in
      guard field.type.isNumber, field.isAlwaysThere, !field.isConstant else { return false }
      let numbers = field.texts.map { Double($0) }
      guard numbers.allSatisfy({ $0 != nil }) else { return false }
      let pairs = zip(numbers.compactMap(\.self), numbers.compactMap(\.self).dropFirst())
      return pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 }
    }
  }

  /// Where events take place.
  var place: SuggestedField? { areEvents ? all.first { $0.key == "location" && $0.type.isWords } : nil }

  /// The only address, to which titles can lead.
  var link: SuggestedField? {
    let links = all.filter { $0.type == .url }
    return links.count == 1 ? links.first : nil
  }

  /// Has the title describe pictures, unless a field is made for that.
  mutating func describePictures(titled title: String?) {
    let texts = all.filter { $0.type == .text }.map(\.name)
    for index in all.indices where all[index].type == .asset {
      let own = texts.first { $0 == "alt" || $0 == "caption" || $0 == "\(all[index].name)-alt" }
      if let alt = own ?? title { all[index].describe(by: alt) }
    }
  }
}

extension FieldType {
  /// Whether values are words rather than something that can be counted or compared.
  fileprivate var isWords: Bool {
    switch self {
    case .text, .markdown, .choice, .list: true
    default: false
    }
  }
}
