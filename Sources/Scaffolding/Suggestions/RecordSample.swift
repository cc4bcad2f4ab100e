import CellistFiles
import CellistRecords
import CellistText

/// The records of a new list's files, before anything is known of their type.
struct RecordSample {
  /// The values of a record by their keys, dotted into mappings.
  typealias Entries = [String: Node]

  private(set) var records: [Entries] = []
  /// The keys, in the order in which they first stand.
  private(set) var keys: [String] = []
  /// Whether the files name the records.
  let isNamed: Bool
  /// The lengths in bytes of the texts that records have below their front matter.
  let bodyLengths: [Int]
  /// Whether the files are Markdown.
  private let isMarkdown: Bool
  /// Whether the records are the events of a calendar.
  let isCalendar: Bool
  /// Whether the records are the entries of a bibliography.
  private let isBibliography: Bool
  /// The time zone of the calendar; nil where it does not have one alone.
  let zone: TimeZoneRules?
  /// Whether the records are a table whose decimal separator is likely a comma, since semicolons separate its columns.
  let likelyHasCommas: Bool
  /// The entry of `sources` that reads the file; nil where the list finds it by itself.
  private(set) var source: String?
  /// Whether records have keys that no dotted key here leads to.
  private(set) var hasOtherKeys = false

  /// Keys that readers of bibliographies add, except the type of an entry, and what programs keep of an event.
  private static let facts: Set<String> = ["$key", "$entry", "$date"]
  private static let factsOfEvents: Set<String> = [
    "uid", "dtstamp", "sequence", "created", "last-modified", "class", "transp", "priority", "recurrence-id",
  ]

  /// What programs keep of an entry, such as where its file is on somebody's disk.
  private static let factsOfEntries: Set<String> = [
    "file", "timestamp", "owner", "date-added", "date-modified", "bdsk-file-1",
  ]

  /// Nil, with a diagnostic, where there are no records.
  init?(_ material: ListMaterial, at path: String, _ diagnostics: inout Diagnostics) {
    guard let first = material.files.first, let format = SourceFormat(path: first.path), format != .sqlite,
      format != .picture
    else {
      diagnostics.error(
        .invalidSetting,
        material.isFolder
          ? "there are no Markdown files in the folder"
          : "records are taken from files of Markdown, YAML, JSON, JSON Lines, GeoJSON, TOML, CSV, TSV, BibTeX, calendars and spreadsheets",
        at: SourceLocation(file: path))
      return nil
    }
    let reading = SampleReading(material, format, &diagnostics)
    guard !diagnostics.hasErrors else { return nil }
    guard !reading.nodes.isEmpty else {
      diagnostics.error(.missingSource, "there are no records in the file", at: SourceLocation(file: path))
      return nil
    }
    isNamed = reading.isNamed
    bodyLengths = reading.bodyLengths
    isMarkdown = format == .markdown
    isCalendar = format == .iCalendar
    isBibliography = format == .bibtex
    zone = reading.zone
    likelyHasCommas = reading.dialect?.delimiter == UInt8(ascii: ";")
    source = reading.source(of: format, isFolder: material.isFolder)
    flatten(reading.nodes)
    guard !keys.isEmpty || !bodyLengths.isEmpty else {
      diagnostics.error(.missingSource, "the records in the file have no values", at: SourceLocation(file: path))
      return nil
    }
  }

  // MARK: Keys

  /// How deep mappings in records are read.
  private static let deepest = 3
  /// How many keys a mapping has at most that is a part of each record, and no mapping of names to values.
  private static let mostKeys = 16

  private mutating func flatten(_ nodes: [Node]) {
    var way = Flattening(nodes)
    way.run(deepest: Self.deepest, mostKeys: Self.mostKeys)
    records = way.records
    let unread = Self.facts.union(isMarkdown ? RecordType.scheduleNames : [])
      .union(isCalendar ? Self.factsOfEvents : []).union(isBibliography ? Self.factsOfEntries : [])
    keys = way.keys.filter { !unread.contains($0) && !(isCalendar && $0.hasPrefix("x-")) }
    hasOtherKeys = way.hasOtherKeys
  }
}

/// Replaces mappings that all records have by their keys.
private struct Flattening {
  private(set) var records: [RecordSample.Entries]
  private(set) var keys: [String] = []
  private(set) var hasOtherKeys = false
  private let nodes: [Node]

  init(_ nodes: [Node]) {
    self.nodes = nodes
    records = Array(repeating: [:], count: nodes.count)
  }

  mutating func run(deepest: Int, mostKeys: Int) {
    add(nodes.map(Optional.some), prefix: "", depth: deepest, mostKeys)
  }

  /// Adds the keys of mappings, one for each record that has it.
  private mutating func add(_ mappings: [Node?], prefix: String, depth: Int, _ mostKeys: Int) {
    var order: [String] = []
    var values: [String: [(record: Int, node: Node)]] = [:]
    for (record, mapping) in mappings.enumerated() {
      // A column without a name cannot be read.
      for entry in mapping?.entries ?? [] where !entry.key.isEmpty {
        if values[entry.key] == nil { order.append(entry.key) }
        if values[entry.key]?.last?.record != record { values[entry.key, default: []].append((record, entry.value)) }
      }
    }
    for key in order {
      let found = values[key] ?? []
      let path = prefix + key
      if depth > 0, Self.isPart(found.map(\.node), mostKeys) {
        var inner = [Node?](repeating: nil, count: records.count)
        for (record, node) in found { inner[record] = node }
        add(inner, prefix: "\(path).", depth: depth - 1, mostKeys)
      } else if path.contains("*") {
        hasOtherKeys = true
      } else {
        keys.append(path)
        for (record, node) in found { records[record][path] = node }
      }
    }
  }

  /// Whether values are mappings of the same few keys, which are parts of each record.
  private static func isPart(_ nodes: [Node], _ mostKeys: Int) -> Bool {
    let mappings = nodes.filter { !$0.isNothing }.map(\.entries)
    if nodes.contains(where: \.isGeometry) { return false }
    guard !mappings.isEmpty, mappings.allSatisfy({ $0 != nil }) else { return false }
    var counts: [String: Int] = [:]
    for entry in mappings.compactMap(\.self).joined() { counts[entry.key, default: 0] += 1 }
    return (1...mostKeys).contains(counts.count) && counts.values.contains { $0 * 2 > mappings.count }
  }
}

extension Node {
  /// Whether it is a geometry of GeoJSON, which is one value.
  var isGeometry: Bool { self["coordinates"] != nil }
}
