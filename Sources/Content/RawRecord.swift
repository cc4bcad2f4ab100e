import CellistRecords

/// The parts of one record in one source, before its type gives them meaning.
package struct RawRecord: Sendable {
  /// The mapping of keys to values.
  package internal(set) var node: Node
  /// The Markdown below the front matter.
  package var body: Node?
  /// The name that stands for the record when nothing else does: its file's, without the extension.
  package var name: String?
  /// Where the header of the record's table stands, for a row of one.
  package var header: SourceLocation?
  /// Whether nobody wrote its keys, so that fields may leave some of them alone.
  var isOffered = false
  /// The values of fields in later sources, which replace those here.
  package internal(set) var updates: [Int: Node] = [:]

  /// The columns whose name another column of the table has as well, with the place of the other one.
  var sharedColumns: [String: SourceLocation] = [:]

  package init(node: Node, body: Node? = nil, name: String? = nil, header: SourceLocation? = nil) {
    self.node = node
    self.body = body
    self.name = name
    self.header = header
  }
}

extension RawRecord {
  /// Distinguishes what is said, and where behind a line, from anything else.
  package func digest(from line: Int) -> UInt64 {
    var writer = StateWriter()
    writer.write(name) { $0.write($1) }
    writer.write(node, from: line)
    writer.write(body) { $0.write($1, from: line) }
    return Digest(writer.bytes).first
  }

  /// A hint for a table whose only column has a name like several columns; nil for all others.
  var otherDelimiterHint: String? {
    guard header != nil, let entries = node.entries, entries.count == 1 else { return nil }
    let names = [(";", "\";\""), ("\t", "\"\\t\""), (",", "\",\""), ("|", "\"|\"")]
    guard let (_, written) = names.first(where: { entries[0].key.contains($0.0) }) else { return nil }
    return "the columns may be separated otherwise: sources: [{file: …, delimiter: \(written)}] in list.yml says how"
  }
}

/// The formats that records are read from.
package enum SourceFormat: Sendable {
  case markdown, yaml, json, toml, csv, tsv, sqlite, picture

  /// The format that a file's extension names, or nil for an asset.
  package init?(path: String) {
    // By far the commonest, told without taking the path apart.
    let last = path.utf8.suffix(4)
    if last.count == 4, last.first != UInt8(ascii: "/"), last.dropFirst().elementsEqual(".md".utf8) {
      self = .markdown
      return
    }
    let ending = path.fileExtension
    switch ending.utf8.contains(where: { $0 < 0x61 }) ? ending.lowercased() : ending {
    case "md", "markdown": self = .markdown
    case "yml", "yaml": self = .yaml
    case "json": self = .json
    case "toml": self = .toml
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "sqlite", "sqlite3", "db": self = .sqlite
    default:
      guard PictureSize.isOf(path: path) else { return nil }
      self = .picture
    }
  }

  /// Whether a format tells a value that is nothing from one that is not given. An empty cell may be either.
  package var hasNull: Bool { self != .csv && self != .tsv }

  /// Whether only files that settings name hold records; all others of the format are published as they are.
  package var isByNameOnly: Bool { self == .toml || self == .picture }

  /// Whether the file of a record may name it. Rows are named by what they say.
  var namesRecords: Bool {
    switch self {
    case .csv, .tsv, .sqlite: false
    default: true
    }
  }

  /// Whether files of the format are published although they hold records.
  package var isPublished: Bool { self == .picture }
}

extension RawRecord {
  /// Calls `emit` with each record that a file holds, in order.
  package static func readAll(
    in source: RecordSource, from tree: SourceTree, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    if source.format == .sqlite {
      SQLiteReader.read(source, from: tree, &diagnostics) { row, diagnostics in
        emit(RawRecord(node: row, header: source.details?.queryLocation), &diagnostics)
      }
      return
    }
    if source.format == .picture {
      // Its bytes say nothing of it, but whoever asks whether it changed looks at them.
      guard (try? tree.file(source.path)) != nil else { return }
      emit(RawRecord(picture: source), &diagnostics)
      return
    }
    guard let text = tree.text(source.path, &diagnostics) else { return }
    switch source.format {
    case .markdown:
      guard let file = FrontMatter(text, file: source.path, &diagnostics) else { return }
      let isEmpty = file.body.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
      let body = isEmpty ? nil : Node(.scalar(file.body, quoted: true), at: file.bodyLocation)
      emit(RawRecord(node: file.node, body: body, name: source.recordName), &diagnostics)
    case .yaml:
      guard let root = YAMLReader.read(text, file: source.path, &diagnostics) else { return }
      emitItems(of: root, source, &diagnostics, emit: emit)
    case .json:
      guard let root = JSONReader.read(text, file: source.path, &diagnostics) else { return }
      emitItems(of: root, source, &diagnostics, emit: emit)
    case .toml:
      guard let root = TOMLReader.read(text, file: source.path, &diagnostics) else { return }
      emitItems(of: root, source, &diagnostics, emit: emit)
    case .csv, .tsv:
      guard let delimiter = source.delimiter else { return }
      CSVReader.read(text, file: source.path, delimiter: delimiter, &diagnostics) { row, shared, diagnostics in
        var record = RawRecord(node: row, header: row.entries?.first?.keyLocation)
        record.sharedColumns = shared
        emit(record, &diagnostics)
      }
    case .sqlite, .picture: break
    }
  }
}

extension RawRecord {
  /// A picture, of which its path says all that is known.
  fileprivate init(picture source: RecordSource) {
    let place = SourceLocation(file: source.path)
    let folder = source.details?.folder.map { source.path.folder.below($0) } ?? ""
    let name = source.ownName.map { $0 == "-" || $0 == "_" ? " " : $0 }
    let offered = [("file", source.path.fileName), ("name", String(name)), ("folder", folder)]
    self.init(
      node: Node(
        .mapping(
          offered.filter { !$0.1.isEmpty }.map { key, text in
            Node.Entry(key: key, keyLocation: place, value: Node(.scalar(text, quoted: true), at: place))
          }), at: place),
      name: source.recordName)
    isOffered = true
  }
}

extension StateWriter {
  /// - Parameter line: the line from which lines are counted.
  fileprivate mutating func write(_ node: Node, from line: Int) {
    write(node.location.line - line)
    write(node.location.column)
    switch node.content {
    case .null: write(UInt64(0))
    case .scalar(let text, let isQuoted):
      write(UInt64(isQuoted ? 2 : 1))
      write(text)
    case .sequence(let items):
      write(UInt64(3))
      write(items) { $0.write($1, from: line) }
    case .mapping(let entries):
      write(UInt64(4))
      write(entries) { writer, entry in
        writer.write(entry.key)
        writer.write(entry.value, from: line)
      }
    }
  }
}
