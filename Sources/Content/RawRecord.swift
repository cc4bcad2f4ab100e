import CellistBase
import CellistFormats
import CellistRecords

/// The parts of one record in one source, before its type gives them meaning.
package struct RawRecord: Sendable {
  /// The mapping of keys to values.
  package internal(set) var node: Node
  /// The Markdown below the front matter.
  package var body: Node?
  /// The name of the record when nothing else gives one: its file's, without the extension.
  package var name: String?
  /// Where the header of the record's table stands, for a row of one.
  package var header: SourceLocation?
  /// Where it comes from.
  var origin: RecordOrigin?
  /// Whether its keys come from the file's path, so unused ones are no error.
  var isOffered = false
  /// The values of fields in later sources, which replace those here.
  package internal(set) var updates: [Int: Node] = [:]
  /// The languages of those that are localized.
  var updateLanguages: [Int: String] = [:]

  /// The names that several columns of its table have.
  package var sharedNames: [String: SharedName] = [:]

  package init(node: Node, body: Node? = nil, name: String? = nil, header: SourceLocation? = nil) {
    self.node = node
    self.body = body
    self.name = name
    self.header = header
  }
}

extension RawRecord {
  /// A digest of the values and their columns.
  ///
  /// - Parameter hasRow: whether the record's number in its file is one of the values.
  package func digest(from line: Int, hasRow: Bool) -> UInt64 {
    var writer = StateWriter()
    if hasRow, let row = origin?.row { writer.write(row) }
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

  /// A hint where most columns have no name, as in a line of title above the header.
  var titleLineHint: String? {
    guard header != nil, let entries = node.entries, entries.count(where: \.key.isEmpty) * 2 > entries.count else {
      return nil
    }
    return "most columns have no name here; 'skip: 1' of the source skips a line above the header"
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
