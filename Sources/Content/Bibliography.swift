import CellistFormats
import CellistRecords
import CellistText

/// The entries of a file of BibTeX with what they take from others, as records.
struct Bibliography {
  private let bytes: [UInt8]
  private let lines: LineIndex
  private let file: String
  private let entries: [BibTeXEntry]
  /// Where entries stand by their keys, as they are written and in small letters: BibTeX takes both for the same.
  private let places: [String: Int]
  /// How many more fields entries may take from others: many could take very many.
  private var rest: Int

  /// Calls `emit` with each entry of the file as a record that is called as its key.
  static func read(
    _ text: String, file: String, _ diagnostics: inout Diagnostics, emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    let entries = BibTeXReader.read(text, file: file, &diagnostics)
    var bibliography = Bibliography(Array(text.utf8), file, entries)
    for index in entries.indices where entries[index].type != helper {
      var way: Set<Int> = []
      let fields = bibliography.fields(of: index, &way, &diagnostics)
      guard bibliography.rest >= 0 else {
        diagnostics.error(
          .tooComplex, "the entries take too many fields from each other in all", at: entries[index].location)
        return
      }
      emit(bibliography.record(entries[index], fields), &diagnostics)
    }
  }

  private init(_ bytes: [UInt8], _ file: String, _ entries: [BibTeXEntry]) {
    self.bytes = bytes
    self.file = file
    self.entries = entries
    lines = LineIndex(bytes: bytes)
    let keys = entries.enumerated().map { ($1.key, $0) }
    places = Dictionary(keys + keys.map { ($0.lowercased(), $1) }) { first, _ in first }
    rest = 100_000 + 4 * entries.reduce(0) { $0 + $1.fields.count }
  }

  /// The type of entries that only others take something from.
  private static let helper = "xdata"

  private func place(of offset: Int) -> SourceLocation { lines.location(at: offset, in: file) }
}

// MARK: - What entries take from others

extension Bibliography {
  /// How many entries may stand behind each other.
  private static let deepest = 8

  /// The fields of an entry and, behind them, those that it takes from others.
  ///
  /// - Parameter way: the entries that asked for it.
  private mutating func fields(
    of index: Int, _ way: inout Set<Int>, _ diagnostics: inout Diagnostics
  ) -> [BibTeXEntry.Field] {
    let entry = entries[index]
    var fields = entry.fields
    let references = ["xdata", "crossref"].compactMap { name in entry.value(name).map { (name, $0) } }
    guard !references.isEmpty else { return fields }
    way.insert(index)
    defer { way.remove(index) }
    var names = Set(fields.map(\.name))
    for (reference, value) in references {
      for key in value.text.split(separator: ",").map({ String($0.trimmed) }) where !key.isEmpty {
        guard let other = parent(key, value, way, &diagnostics) else { continue }
        for field in self.fields(of: other, &way, &diagnostics) {
          rest -= 1
          guard rest >= 0 else { return fields }
          let isCrossed = reference == "crossref"
          let name =
            isCrossed ? Inheritance.name(of: field.name, from: entries[other].type, to: entry.type) : field.name
          guard let name, names.insert(name).inserted else { continue }
          fields.append(BibTeXEntry.Field(name: name, nameLocation: field.nameLocation, value: field.value))
        }
      }
    }
    return fields
  }

  private func parent(
    _ key: String, _ value: PlacedText, _ way: Set<Int>, _ diagnostics: inout Diagnostics
  ) -> Int? {
    let other = places[key] ?? places[key.lowercased()]
    if let other, !way.contains(other), way.count < Self.deepest { return other }
    // The entry itself says it, not each that asks for it.
    guard way.count == 1 else { return nil }
    diagnostics.warning(
      .bibtexSyntax,
      other == nil
        ? "there is no entry '\(key.shortened)'" : "the entry '\(key.shortened)' takes its fields from this one",
      at: place(of: value.offset(of: 0)),
      hint: other == nil ? diagnostics.nearest(to: key, in: places.keys.sorted()).map { "did you mean '\($0)'?" } : nil)
    return nil
  }
}

// MARK: - Records

extension Bibliography {
  private static let names: Set<String> = [
    "author", "editor", "editora", "editorb", "editorc", "translator", "annotator", "commentator", "introduction",
    "foreword", "afterword", "bookauthor", "holder", "shortauthor", "shorteditor", "namea", "nameb", "namec",
  ]
  private static let addresses: Set<String> = [
    "doi", "eprint", "file", "pdf", "url", "urlraw", "verba", "verbb", "verbc",
  ]

  private static let prose: Set<String> = ["abstract", "annotation", "annote", "note", "review"]

  /// The names that the reader gives to facts of an entry besides its fields.
  private static let ownNames: Set = ["$type", "$key", "$entry", "$date"]

  private func record(_ entry: BibTeXEntry, _ fields: [BibTeXEntry.Field]) -> RawRecord {
    // A field of such a name is no field of any style, and would be taken for a fact of the entry.
    var nodes = fields.filter { !Self.ownNames.contains($0.name) }.map { field in
      Node.Entry(key: field.name, keyLocation: field.nameLocation, value: node(of: field))
    }
    func offer(_ key: String, _ text: String, at location: SourceLocation) {
      nodes.append(
        Node.Entry(key: key, keyLocation: location, value: Node(.scalar(text, quoted: true), at: location)))
    }
    offer("$type", entry.type, at: entry.location)
    offer("$key", entry.key, at: entry.keyLocation)
    offer("$entry", String(decoding: bytes[entry.range], as: UTF8.self), at: entry.location)
    if let (date, location) = date(of: fields) { offer("$date", date, at: location) }
    var record = RawRecord(
      node: Node(.mapping(nodes), at: entry.location), name: entry.key.isEmpty ? nil : entry.key)
    // Hardly a list shows all fields of a bibliography.
    record.isOffered = true
    return record
  }

  private func node(of field: BibTeXEntry.Field) -> Node {
    let location = place(of: field.value.offset(of: 0))
    func text(_ text: String) -> Node {
      Node(text.isEmpty ? .null : .scalar(text, quoted: true), at: location)
    }
    if Self.names.contains(field.name) {
      return Node(.sequence(BibTeXName.list(field.value.bytes).map { name($0, of: field.value) }), at: location)
    }
    if Self.addresses.contains(field.name) || field.name.hasPrefix("url") {
      return text(TeXText.address(field.value.text))
    }
    if Self.prose.contains(field.name) { return text(TeXText.paragraphs(field.value.text)) }
    let plain = TeXText.plain(field.value.text)
    return text(field.name == "month" ? Self.month(plain) : plain)
  }

  private func name(_ written: (text: String, offset: Int), of value: PlacedText) -> Node {
    let location = place(of: value.offset(of: written.offset))
    let name = BibTeXName(written.text)
    let isRest = written.text.lowercased() == "others"
    let parts =
      isRest
      ? [("text", "et al.")]
      : [
        ("given", name.given), ("particle", name.particle), ("family", name.family), ("suffix", name.suffix),
        ("text", name.text),
      ]
    return Node(
      .mapping(
        parts.filter { !$0.1.isEmpty }.map { key, text in
          Node.Entry(key: key, keyLocation: location, value: Node(.scalar(text, quoted: true), at: location))
        }), at: location)
  }

  /// A month as a number, where it is written as a word.
  private static func month(_ text: String) -> String {
    let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ]
    let word = text.lowercased().prefix { $0 != "." }
    guard word.utf8.count >= 3 else { return text }
    return months.firstIndex { $0 == word || word.utf8.count <= 4 && $0.hasPrefix(word) }.map { String($0 + 1) } ?? text
  }

  /// When the entry was published, as far as `date`, or `year` and `month`, say it: `2020-05`.
  private func date(of fields: [BibTeXEntry.Field]) -> (text: String, location: SourceLocation)? {
    func written(_ name: String) -> (text: String, location: SourceLocation)? {
      fields.first { $0.name == name }.map {
        (TeXText.plain($0.value.text), place(of: $0.value.offset(of: 0)))
      }
    }
    if let (text, location) = written("date") { return (String(text.prefix { $0 != "/" }), location) }
    guard let (year, location) = written("year"), year.utf8.count == 4, Int(year) != nil else { return nil }
    guard let month = written("month").flatMap({ Int(Self.month($0.text)) }), (1...12).contains(month) else {
      return (year, location)
    }
    return ("\(year)-\(month < 10 ? "0" : "")\(month)", location)
  }
}
