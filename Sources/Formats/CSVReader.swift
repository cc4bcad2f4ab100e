import CellistRecords

/// Reads rows of comma- or tab-separated values (RFC 4180) into located nodes, one row at a time.
///
/// Spaces belong to the values, a trailing empty field is a field, and one file may mix all kinds of line ends.
package struct CSVReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let delimiter: UInt8
  /// Where the next row begins.
  package private(set) var offset = 0
  private var cursor: PositionCursor

  /// One field of a row and where it begins.
  package struct Cell {
    package let text: String
    package let location: SourceLocation

    /// Whether nothing stands there but spaces.
    fileprivate var isBlank: Bool { text.utf8.allSatisfy { $0 <= 0x20 } }
  }

  /// The names of a table's columns, those without a name left out; none where its header cannot be read.
  package static func names(in text: String, delimiter: UInt8, skipping skipped: Int = 0) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      let start = start(of: bytes, behind: skipped)
      var reader = CSVReader(
        bytes: bytes, delimiter: delimiter, cursor: PositionCursor(file: "", line: skipped + 1, offset: start),
        offset: start)
      return ((try? reader.header()) ?? nil ?? []).map(\.text).filter { !$0.isEmpty }
    }
  }

  private struct OpenQuote: Error { let location: SourceLocation }
  private struct TextAfterQuote: Error { let location: SourceLocation }

  /// Calls `emit` with each row below the header that has a value, as a mapping from the header's names, and with the
  /// columns that share a name; empty fields are null.
  ///
  /// - Parameter skipped: how many lines stand in front of the header.
  /// - Returns: whether there is a header.
  @discardableResult
  package static func read(
    _ text: String, file: String, delimiter: UInt8, skipping skipped: Int = 0, _ diagnostics: inout Diagnostics,
    emit: (Node, [String: SourceLocation], inout Diagnostics) -> Void
  ) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let start = start(of: bytes, behind: skipped)
      var reader = CSVReader(
        bytes: bytes, delimiter: delimiter, cursor: PositionCursor(file: file, line: skipped + 1, offset: start),
        offset: start)
      do {
        guard let header = try reader.header() else { return false }
        let shared = Self.shared(header)
        while let row = try reader.row() {
          if Self.isBlank(row) { continue }
          guard row.count == header.count else {
            diagnostics.error(
              .rowLength,
              "the row has \(row.count) \(row.count == 1 ? "field" : "fields"), and the header has \(header.count)",
              at: row.count > header.count ? row[header.count].location : row[0].location,
              hint: "put a field that contains the delimiter or a line break in double quotes", about: "")
            continue
          }
          emit(node(of: row, header), shared, &diagnostics)
        }
      } catch let problem as OpenQuote {
        diagnostics.error(
          .csvSyntax, "the quote that opens here is never closed", at: problem.location,
          hint: "a quote inside a quoted field is written twice")
      } catch let problem as TextAfterQuote {
        diagnostics.error(
          .csvSyntax, "text follows the closing quote of a field", at: problem.location,
          hint: "a quote inside a quoted field is written twice")
      } catch {}
      return true
    }
  }

  /// Where the line behind some lines begins, or the end.
  package static func start(of bytes: UnsafeBufferPointer<UInt8>, behind lines: Int, from offset: Int = 0) -> Int {
    var (offset, lines) = (offset, lines)
    while lines > 0, offset < bytes.count {
      if bytes.endsLine(at: offset) { lines -= 1 }
      offset += 1
    }
    return offset
  }

  /// - Parameter offset: the start of the first row to read, where the cursor is.
  package init(bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8, cursor: PositionCursor, offset: Int = 0) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.cursor = cursor
    self.offset = offset
  }

  /// A row as a mapping from the header's names; empty fields are null.
  package static func node(of row: [Cell], _ header: [Cell]) -> Node {
    let entries = zip(header, row).map { name, cell in
      Node.Entry(
        key: name.text, keyLocation: name.location,
        value: Node(cell.text.isEmpty ? .null : .scalar(cell.text, quoted: false), at: cell.location))
    }
    return Node(.mapping(entries), at: row[0].location)
  }

  /// Whether no field of a row has a value, as in the empty rows that spreadsheets leave.
  package static func isBlank(_ row: [Cell]) -> Bool { row.allSatisfy(\.isBlank) }

  /// The columns whose name another one has as well, with the place of the other. A column
  /// without a name cannot be read.
  package static func shared(_ header: [Cell]) -> [String: SourceLocation] {
    var seen: Set<String> = []
    var shared: [String: SourceLocation] = [:]
    for cell in header where !seen.insert(cell.text).inserted && !cell.text.isEmpty {
      shared[cell.text] = shared[cell.text] ?? cell.location
    }
    return shared
  }

  /// The first row, whose fields name the columns.
  package mutating func header() throws -> [Cell]? {
    try row()?.map { Cell(text: String($0.text.trimmed), location: $0.location) }
  }

  /// The next row, or nil at the end.
  package mutating func row() throws -> [Cell]? {
    guard offset < bytes.count else { return nil }
    var cells: [Cell] = []
    while true {
      cells.append(try cell())
      guard offset < bytes.count else { return cells }
      let byte = bytes[offset]
      offset += 1
      if byte == delimiter {
        continue
      }
      if byte == UInt8(ascii: "\r"), offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
      return cells
    }
  }

  private func isEnd(_ offset: Int) -> Bool {
    guard offset < bytes.count else { return true }
    let byte = bytes[offset]
    return byte == delimiter || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private mutating func cell() throws -> Cell {
    let location = cursor.location(at: offset, in: bytes)
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
      let start = offset
      while !isEnd(offset) { offset += 1 }
      return Cell(text: String(decoding: bytes[start..<offset], as: UTF8.self), location: location)
    }
    offset += 1
    var text: [UInt8] = []
    while true {
      guard offset < bytes.count else { throw OpenQuote(location: location) }
      let byte = bytes[offset]
      offset += 1
      if byte != UInt8(ascii: "\"") {
        text.append(byte)
      } else if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
        text.append(byte)
        offset += 1
      } else if isEnd(offset) {
        return Cell(text: String(decoding: text, as: UTF8.self), location: location)
      } else {
        throw TextAfterQuote(location: cursor.location(at: offset, in: bytes))
      }
    }
  }
}
