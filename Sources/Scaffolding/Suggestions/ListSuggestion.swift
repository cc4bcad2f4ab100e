import CellistContent
import CellistRecords
import CellistText

/// The settings of a list that its records suggest: fields and their types, and how somebody who knows the program would
/// show them.
package struct ListSuggestion {
  /// The text of a `list.yml`.
  package let settings: String
  /// The pictures that records name, by their path in the list's folder.
  package let pictures: [(path: String, bytes: [UInt8])]

  /// Reads the files of a list; nil, with diagnostics, where they hold no records.
  ///
  /// O(n) in the number of values, for each type that a value may have.
  ///
  /// - Parameters:
  ///   - path: where the files are, for messages.
  ///   - values: reads values as a build does.
  package init?(
    of material: ListMaterial, at path: String, title: String, _ values: ValueReader, _ diagnostics: inout Diagnostics
  ) {
    guard let sample = RecordSample(material, at: path, &diagnostics) else { return nil }
    var pictures: [String: [UInt8]] = [:]
    let fields = SuggestedFields(of: sample, values) { name in
      if pictures[name] == nil { pictures[name] = material.neighbour(name) }
      return pictures[name] != nil
    }
    let shown = Set(fields.all.filter { $0.type == .asset }.flatMap(\.texts))
    self.pictures =
      material.isFolder
      ? []
      : pictures.filter { shown.contains($0.key) }.sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) }
    var writer = SettingsWriter(sample: sample, fields: fields)
    settings = writer.settings(title: title)
  }

  /// A text as YAML writes it in quotes, which is as JSON does, or as it is where it needs none.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0.isASCIILetter || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: ".")
    }
    let words: Set = ["", "true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return isPlain && text.utf8.first?.isASCIILetter == true && !words.contains(text.lowercased())
      ? text : JSONText.text(text).pretty
  }
}

/// The fields of a list, and the parts that they play.
struct SuggestedFields {
  private(set) var all: [SuggestedField] = []
  /// What sources write for values that are absent.
  private(set) var absent: [String] = []
  /// The decimal separator of all numbers, where it is not that of the site.
  private(set) var decimal: NumberNotation.DecimalSign?

  /// - Parameter isPicture: whether a text is the path of a picture that is there.
  init(of sample: RecordSample, _ values: ValueReader, isPicture: (String) -> Bool) {
    var guesser = ValueGuesser(values: values)
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
    let signs = Set(all.compactMap(\.decimal))
    if signs.count == 1, let sign = signs.first, sign != guesser.values.decimal {
      guesser.values.decimal = sign
      all = fields()
    }
    if guesser.values.decimal != usual, all.contains(where: { $0.type.innermost == .number }) {
      decimal = guesser.values.decimal
    }
    nameAll()
  }

  private static let reserved: Set<String> = ["draft", "publish", "expires"]

  /// Gives fields names that nothing else has.
  private mutating func nameAll() {
    var names = Self.reserved
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

  /// What stands for no value, whatever a column holds.
  private static let always: Set<String> = [
    "#N/A", "N/A", "n/a", "#n/a", "-", "–", "—", "..", "NULL", "<NA>", "#VALUE!", "#DIV/0!",
  ]
  /// What stands for no value among numbers and dates.
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

  private static let titles = ["title", "name", "label", "term", "headline", "heading", "subject"]
  /// The names of fields that tell records apart better than others.
  private static let identifiers = ["id", "slug", "key", "code", "isbn", "doi", "symbol", "iso", "iata", "sku", "uuid"]
  /// The names of fields with the place of a record in an order that somebody gave it.
  private static let ranks: Set<String> = ["rank", "position", "place", "order", "number", "no", "index", "nr"]
  private static let texts: Set<String> = [
    "summary", "description", "abstract", "definition", "meaning", "notes", "text", "about", "bio", "excerpt",
    "synopsis",
  ]

  /// The field with the title of records: one that is called so, else the first text that hardly repeats.
  var title: SuggestedField? {
    let texts = all.filter { $0.type == .text && $0.count > 0 }
    for name in Self.titles {
      if let field = texts.first(where: { $0.name == name }) { return field }
    }
    let hinted = texts.first { field in Self.titles.prefix(3).contains { field.name.hasSuffix("-\($0)") } }
    return hinted ?? texts.first { $0.isAlwaysThere && Set($0.texts).count * 10 > $0.count * 9 } ?? texts.first
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

  /// The field whose text stands under the title.
  func text(hasBodies: Bool) -> String? {
    let named = all.first { Self.texts.contains($0.name) && ($0.type == .text || $0.type == .markdown) }
    return (named ?? all.first { $0.type == .markdown })?.name ?? (hasBodies ? "body" : nil)
  }

  /// The date, or else the year, by which the newest records come first.
  var date: SuggestedField? {
    all.first { $0.type == .date || $0.type == .datetime }
      ?? all.first { $0.name == "year" && $0.type == .integer }
  }

  /// The field that records are already arranged by: their rank, or a number that only grows or only falls.
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
