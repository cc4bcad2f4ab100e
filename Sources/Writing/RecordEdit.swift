import CellistContent
import CellistFiles
import CellistFormats
import CellistRecords
import CellistText

/// A change of one record in its source that changes nothing else.
///
/// How a change may be written is guessed from the form of the text around it. Each guess is read again, and is taken only if the
/// records are the old ones with that change.
package struct RecordEdit {
  package enum Change: Sendable {
    /// Another value under a key; nil takes the key away.
    case set(key: String, to: WrittenValue?)
    /// Another text below the front matter.
    case body(String)
    /// A record after the others.
    case add([(key: String, value: WrittenValue)])
    case remove
  }

  private let source: RecordSource
  private let mark: [UInt8]
  private let text: SourceText
  private let records: [RawRecord]

  /// - Parameter bytes: those of the file.
  package init(_ source: RecordSource, _ bytes: [UInt8]) throws(EditRefusal) {
    // The places of all records count, whichever the source takes.
    let source = source.unfiltered
    let start = SourceLocation(file: source.path)
    switch source.format {
    case .csv, .tsv, .json, .jsonLines, .geoJSON, .yaml, .markdown, .toml: break
    default: throw EditRefusal("\(source.path) cannot be written by a program", at: start)
    }
    if let remote = source.details?.remote {
      throw EditRefusal(reason: "\(source.path) is fetched from \(remote.address.shown)")
    }
    guard source.details?.encoding == nil, TextEncoding(markOf: bytes) == nil else {
      throw EditRefusal("\(source.path) is not UTF-8", at: start)
    }
    let isMarked = bytes.starts(with: SourceTree.mark)
    let content = isMarked ? Array(bytes.dropFirst(SourceTree.mark.count)) : bytes
    guard let records = Self.read(source, content) else {
      throw EditRefusal("\(source.path) cannot be read", at: start)
    }
    self.init(source, mark: isMarked ? SourceTree.mark : [], SourceText(content), records)
  }

  private init(_ source: RecordSource, mark: [UInt8], _ text: SourceText, _ records: [RawRecord]) {
    (self.source, self.mark, self.text, self.records) = (source, mark, text, records)
  }

  /// The line end that the file uses first.
  package var lineEnd: String { text.lineEnd }

  /// The bytes of the file.
  package var bytes: [UInt8] { mark + text.bytes }

  /// The number of the record that begins at one of some places, or has a value there; nil for none.
  package func index(of places: [SourceLocation]) -> Int? {
    records.firstIndex { places.contains($0.node.location) }
      ?? records.firstIndex { raw in raw.node.entries?.contains { places.contains($0.value.location) } ?? false }
  }

  /// The values of the last record.
  package var last: RawRecord? { records.last }

  /// The values of a record; nil where there is no such record.
  package func record(at index: Int?) -> RawRecord? {
    index.flatMap { records.indices.contains($0) ? records[$0] : nil }
  }

  /// The file after a change.
  ///
  /// - Parameters:
  ///   - index: the number of the record; nil for a new one.
  ///   - order: the keys of records in their order.
  package func changed(
    _ change: Change, at index: Int?, order: [String] = []
  ) throws(EditRefusal) -> RecordEdit {
    let place = record(at: index)?.node.location ?? SourceLocation(file: source.path)
    let candidates: [[UInt8]]
    if case .add(let entries) = change {
      candidates = adding(entries)
    } else {
      guard let record = record(at: index) else { throw EditRefusal("the record is not there any more", at: place) }
      if case .set(let key, nil) = change, record.node.descendant(key)?.isNull ?? true { return self }
      candidates = changing(change, record, order)
    }
    for candidate in candidates {
      guard let read = Self.read(source, candidate), isRight(read, change, index) else { continue }
      return RecordEdit(source, mark: mark, SourceText(candidate), read)
    }
    throw EditRefusal("this cannot be written into \(source.path) without changing more than that", at: place)
  }

  // MARK: What a change must do

  private static func read(_ source: RecordSource, _ bytes: [UInt8]) -> [RawRecord]? {
    var records: [RawRecord] = []
    var diagnostics = Diagnostics()
    RawRecord.readAll(in: source, from: .memory([source.path: bytes]), &diagnostics) { raw, _ in records.append(raw) }
    return diagnostics.hasErrors ? nil : records
  }

  /// Whether records are the old ones, but for a change.
  private func isRight(_ read: [RawRecord], _ change: Change, _ index: Int?) -> Bool {
    var (read, old) = (read, records)
    switch change {
    case .remove:
      guard let index else { return false }
      old.remove(at: index)
    case .add(let entries):
      guard let added = read.popLast() else { return false }
      let said = added.node.entries?.filter { !$0.value.isNull } ?? []
      guard said.count == entries.count,
        entries.allSatisfy({ key, value in added.node[key].map(value.isSaid) ?? false })
      else { return false }
    case .set(let key, let value):
      guard let index, read.indices.contains(index), read.count == old.count else { return false }
      let found = read[index].node.descendant(key)
      if let value {
        guard let found, value.isSaid(by: found) else { return false }
      } else if let found, !found.isNull {
        return false
      }
      guard let rest = read[index].node.without(key), rest.words == old[index].node.without(key)?.words else {
        return false
      }
      return Self.areSame(read, old, but: index) && read[index].body?.text == old[index].body?.text
    case .body(let body):
      guard let index, read.indices.contains(index), read.count == old.count else { return false }
      guard read[index].body?.text ?? "" == body, read[index].node.words == old[index].node.words else { return false }
      return Self.areSame(read, old, but: index)
    }
    return read.count == old.count && Self.areSame(read, old, but: nil)
  }

  private static func areSame(_ one: [RawRecord], _ other: [RawRecord], but index: Int?) -> Bool {
    zip(one, other).enumerated().allSatisfy { place, pair in
      place == index || pair.0.node.words == pair.1.node.words && pair.0.body?.text == pair.1.body?.text
    }
  }

  // MARK: How it may be written

  private func changing(_ change: Change, _ record: RawRecord, _ order: [String]) -> [[UInt8]] {
    switch (change, source.format) {
    case (.body(let body), .markdown):
      guard let location = record.body?.location ?? bodyLocation, let start = text.offset(of: location) else {
        return []
      }
      return [text.replacing(start..<text.bytes.count, with: body)]
    case (.body, _), (.add, _): return []
    case (.set(let key, let value), .csv), (.set(let key, let value), .tsv):
      guard let column = record.node.entries?.firstIndex(where: { $0.key == key }),
        let start = text.offset(of: record.node.location)
      else { return [] }
      return table.setting(column, ofRow: start, to: value)
    case (.remove, .csv), (.remove, .tsv):
      guard let start = text.offset(of: record.node.location) else { return [] }
      return table.removingRow(at: start)
    case (.set(let key, let value), _):
      let tree = tree
      guard let mapping = tree.mapping(holding: key, in: record.node) else { return [] }
      let name = mapping.key
      guard let value else { return tree.removing(name, from: mapping.node) }
      if mapping.node[name] != nil { return tree.setting(name, to: value, in: mapping.node) }
      return tree.adding(name, value, to: mapping.node, order: order)
    case (.remove, _): return tree.removing(record.node)
    }
  }

  private func adding(_ entries: [(key: String, value: WrittenValue)]) -> [[UInt8]] {
    switch source.format {
    case .csv, .tsv: return table.addingRow(entries, below: source.details?.skippedLines ?? 0)
    case .markdown: return []
    default: return records.last.map { tree.adding(entries, after: $0.node) } ?? []
    }
  }

  private var table: DelimitedText { DelimitedText(text, source.delimiter ?? UInt8(ascii: ",")) }

  private var tree: TreeText {
    var form = TreeText.Form.json
    switch source.format {
    case .yaml: form = .yaml
    case .toml: form = .toml
    case .markdown:
      form = text.bytes.first == UInt8(ascii: "+") ? .toml : text.bytes.first == UInt8(ascii: "{") ? .json : .yaml
    default: break
    }
    return TreeText(text, form, isFrontMatter: source.format == .markdown)
  }

  /// Where the text below the front matter begins, or would.
  private var bodyLocation: SourceLocation? {
    var unheard = Diagnostics()
    return FrontMatter(text[0..<text.bytes.count], file: source.path, &unheard)?.bodyLocation
  }
}

extension Node {
  /// The mapping without what a dotted key leads to; nil where that is in a list.
  func without(_ path: String) -> Node? {
    guard let entries else { return nil }
    if self[path] != nil || !path.contains(".") {
      return Node(.mapping(entries.filter { $0.key != path }), at: location)
    }
    let first = String(path.prefix { $0 != "." })
    let rest = String(path.dropFirst(first.count + 1))
    var others: [Entry] = []
    for entry in entries {
      guard entry.key == first else {
        others.append(entry)
        continue
      }
      guard let value = entry.value.without(rest) else { return nil }
      others.append(Entry(key: first, keyLocation: entry.keyLocation, value: value))
    }
    return Node(.mapping(others), at: location)
  }
}
