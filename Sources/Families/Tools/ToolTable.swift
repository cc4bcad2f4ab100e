import CellistLists
import CellistPages
import CellistRecords
import CellistTemplates
import CellistThemes

/// The data of a list's records for the tools on its pages: the values of some fields, for the script that reads them.
struct ToolTable: Sendable {
  /// How the script treats the values of a field.
  private enum Kind: String {
    /// Words of which many records have the same.
    case words
    case text, number, date, datetime
  }

  private let list: ListSource
  private let tools: Tools
  private let references: References
  /// The words for true and false.
  private let words: [String]
  /// Whether the records' pages lie elsewhere than in folders of their slugs.
  private let hasPlaces: Bool

  /// - Parameter number: the number of the list among those of the site.
  init(_ tools: Tools, of list: ListPlan, _ number: Int, _ site: PageMaterials) {
    self.tools = tools
    self.list = site.sources[number]
    references = site.references
    words = site.booleans(ofList: number)
    hasPlaces = list.details != nil && !list.settings.hasPlainPlaces
  }

  private func field(_ index: Int) -> Field { list.design.type.fields[index] }

  private func kind(_ index: Int) -> Kind {
    switch field(index).type {
    case .integer, .number: .number
    case .date: .date
    case .datetime: .datetime
    case .text, .email, .telephone, .version, .point: tools.filters.contains(index) ? .words : .text
    default: .words
    }
  }

  /// The part that a field plays in calendars.
  private func part(_ index: Int) -> String? {
    [(tools.start, "start"), (tools.end, "end"), (tools.place, "place")].first { $0.0 == index }?.1
  }

  // MARK: Ingredients

  /// Appends what the values of all records depend on besides what the records say.
  func trace(into buffer: inout ByteBuffer) {
    buffer.append(counted: list.declarations)
    buffer.append(counted: "\(tools) \(list.design.titleField) \(words) \(hasPlaces)")
    buffer.append(counted: fields.line)
  }

  /// Appends what the values of a record depend on, without reading it.
  func trace(_ cell: RecordCell, into buffer: inout ByteBuffer) {
    buffer.append(counted: cell.item.slug)
    if hasPlaces { buffer.append(counted: cell.item.place) }
    buffer.append(counted: cell.item.title)
    for index in tools.fields {
      buffer.append(fixed: cell.item.fingerprints[index])
      guard field(index).type.target != nil else { continue }
      for mention in mentions(index, of: cell) { buffer.append(counted: mention) }
      buffer.append(number: 0)
    }
  }

  /// Appends what the terms of some records depend on, without reading those.
  func traceTerms(of cells: some Collection<RecordCell>, into buffer: inout ByteBuffer) {
    let cells = Array(cells)
    for (number, terms) in list.terms.enumerated() {
      buffer.append(counted: terms.terms.name)
      for slugs in list.slugs(number, of: cells) {
        for slug in slugs { buffer.append(counted: slug) }
        buffer.append(number: 0)
      }
    }
  }

  // MARK: Values

  /// The description of each field for the script, in the order in which it shows them.
  var fields: JSONText {
    .array(
      tools.fields.map { index in
        let field = field(index)
        return .object([
          ("name", .text(field.name)), ("kind", .text(kind(index).rawValue)),
          ("part", part(index).map(JSONText.text)),
          ("label", field.needsLabel ? .text(field.label) : nil),
          // Side by side each has its label.
          ("head", tools.keeps ? .text(field.label) : nil), ("unit", field.unit.map(JSONText.text)),
          ("currency", field.currency.map(JSONText.text)), ("decimals", field.decimals.map(JSONText.integer)),
          ("grouping", field.grouping.map(JSONText.boolean)),
          ("choices", choices(of: field)), ("folds", folds(index) ? .boolean(true) : nil),
        ])
      })
  }

  /// Whether words that differ in capitals, normalization or spaces at the ends are one.
  private func folds(_ index: Int) -> Bool {
    let type = field(index).type
    return field(index).isFolded && kind(index) == .words && (type == .text || type == .list(.text))
  }

  /// The words of a choice in the order in which they were declared.
  private func choices(of field: Field) -> JSONText? {
    guard case .choice(let names) = field.type else { return nil }
    return .array(names.map { .text(field.word(for: .text($0)) ?? $0) })
  }

  /// Some records of the list, each of them read once: a record of a table is read from its row whenever it is asked for.
  struct Rows: Sendable {
    fileprivate let cells: [RecordCell]
    fileprivate let records: [Record]
    /// The words of the fields that have them.
    fileprivate let words: [Int: NumberedTexts]
  }

  func rows(of cells: some Collection<RecordCell>) -> Rows {
    let cells = Array(cells)
    let records = cells.map(\.item.record)
    var numbered: [Int: NumberedTexts] = [:]
    for index in tools.fields where kind(index) == .words {
      numbered[index] = NumberedTexts(cells.indices.map { words(index, of: cells[$0], records[$0]) })
    }
    return Rows(cells: cells, records: records, words: numbered)
  }

  /// The values of some records: a column for each field.
  func columns(of rows: Rows) -> [(String, JSONText?)] {
    [
      ("slugs", .array(rows.cells.map { .text($0.item.slug) })),
      ("places", hasPlaces ? .array(rows.cells.map { .text($0.item.place) }) : nil),
      ("titles", .array(rows.cells.map { .text($0.item.title) })),
      ("values", .array(tools.fields.map { column($0, of: rows) })),
    ]
  }

  private func column(_ index: Int, of rows: Rows) -> JSONText {
    guard let words = rows.words[index] else { return .array(rows.records.map { value(index, of: $0) }) }
    return .object([("words", words.texts), ("of", words.of)])
  }

  /// The terms of some records, by the names that they have in addresses; nil in a list without `terms`.
  func terms(of rows: Rows) -> JSONText? {
    guard !list.terms.isEmpty else { return nil }
    let columns = tools.fields.indices.compactMap { column in
      rows.words[tools.fields[column]].map { (column, $0.numbers) }
    }
    return .object(
      list.terms.enumerated().map { number, terms in
        let slugs = NumberedTexts(list.slugs(number, of: rows.cells))
        // Where each word of a field is one term, the field lists the records that have it.
        let column = columns.first { $0.1 == slugs.numbers }?.0
        return (
          terms.terms.name,
          .object([
            ("words", slugs.texts), ("column", column.map(JSONText.integer)), ("of", column == nil ? slugs.of : nil),
          ])
        )
      })
  }

  /// The texts that the view shows below the titles, null for a record that has none; nil where the view shows no text.
  func texts(of rows: Rows) -> JSONText? {
    guard tools.text != nil else { return nil }
    return .array(rows.records.map { tools.excerpt(of: $0, list.design.type).map(JSONText.text) ?? .null })
  }

  private func value(_ index: Int, of record: Record) -> JSONText {
    let value = record.values[index]
    switch value {
    case .absent: return .null
    case .integer, .number:
      // A program that reads numbers drops the zeros at the end, which people are to see.
      let digits = value.plainText
      let isExact = !digits.utf8.contains { [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains($0) }
      return isExact || digits.utf8.last != UInt8(ascii: "0") ? .number(digits) : .text(digits)
    // The list's time zone, not the reader's. Calendars have instants.
    case .datetime(let moment):
      return .text(moment.hasTime && part(index) == nil ? String(moment.iso.prefix(16)) : moment.iso)
    default: return .text(value.plainText)
    }
  }

  /// The words for a value, or for each of those in a list.
  private func words(_ index: Int, of cell: RecordCell, _ record: Record) -> [String] {
    let field = field(index)
    if field.type.target != nil { return mentions(index, of: cell) }
    let value = record.values[index]
    guard !value.isMissing else { return [] }
    let values = if case .list(let items) = value { items } else { [value] }
    return values.map { value in
      if let word = field.word(for: value) { return word }
      guard case .boolean(let isTrue) = value, words.count == 2 else { return value.plainText }
      return words[isTrue ? 0 : 1]
    }
  }

  /// The titles of the other records that the tools know of a record.
  func mentions(of cell: RecordCell) -> [String] {
    tools.fields.filter { field($0).type.target != nil }.flatMap { mentions($0, of: cell) }
  }

  /// Appends what `texts(of:)` depends on, without reading the record.
  func traceText(of cell: RecordCell, into buffer: inout ByteBuffer) {
    if let text = tools.text { buffer.append(fixed: cell.item.fingerprints[text]) }
  }

  /// The titles of the records that a field leads to, and the texts that lead to none.
  private func mentions(_ index: Int, of cell: RecordCell) -> [String] {
    references.titles(index, of: cell.item, in: list)
  }
}

/// Some texts of each record as numbers, so that a text that many records share is stored once.
private struct NumberedTexts: Sendable {
  private var all: [JSONText] = []
  /// The numbers of each record's texts: a text's number is the count of distinct texts before its first use.
  private(set) var numbers: [[Int]] = []

  init(_ records: [[String]]) {
    var places: [String: Int] = [:]
    for texts in records {
      numbers.append(
        texts.map { text in
          if let known = places[text] { return known }
          places[text] = all.count
          all.append(.text(text))
          return all.count - 1
        })
    }
  }

  var texts: JSONText { .array(all) }

  var of: JSONText {
    .array(numbers.map { $0.count == 1 ? .integer($0[0]) : .array($0.map(JSONText.integer)) })
  }
}
