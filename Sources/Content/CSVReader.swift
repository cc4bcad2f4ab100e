import CellistRecords

/// Reads rows of comma- or tab-separated values (RFC 4180) into located nodes, one row at a time.
///
/// Spaces belong to the values, a trailing empty field is a field, and every kind of line end may stand in one file.
struct CSVReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let delimiter: UInt8
  /// Where the next row begins.
  private(set) var offset = 0
  private var cursor: PositionCursor

  /// One field of a row and where it begins.
  struct Cell {
    let text: String
    let location: SourceLocation
  }

  private struct OpenQuote: Error { let location: SourceLocation }
  private struct TextAfterQuote: Error { let location: SourceLocation }

  /// Calls `emit` with each row below the header, as a mapping from the header's names; empty fields are null.
  static func read(
    _ text: String, file: String, delimiter: UInt8, _ diagnostics: inout Diagnostics,
    emit: (Node, inout Diagnostics) -> Void
  ) {
    var text = text
    text.withUTF8 { bytes in
      var reader = CSVReader(bytes: bytes, delimiter: delimiter, cursor: PositionCursor(file: file))
      do {
        guard let header = try reader.row(), reader.check(header, &diagnostics) else { return }
        while let row = try reader.row() {
          if row.count == 1, row[0].text.isEmpty, header.count > 1 { continue }
          guard row.count == header.count else {
            diagnostics.error(
              .rowLength,
              "the row has \(row.count) \(row.count == 1 ? "field" : "fields"), and the header has \(header.count)",
              at: row.count > header.count ? row[header.count].location : row[0].location,
              hint: "a field that contains the delimiter or a line break stands in double quotes")
            continue
          }
          emit(node(of: row, header), &diagnostics)
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
    }
  }

  /// - Parameter offset: where the first row begins that is to be read; the cursor stands there.
  init(bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8, cursor: PositionCursor, offset: Int = 0) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.cursor = cursor
    self.offset = offset
  }

  /// A row as a mapping from the header's names; empty fields are null.
  static func node(of row: [Cell], _ header: [Cell]) -> Node {
    let entries = zip(header, row).map { name, cell in
      Node.Entry(
        key: name.text, keyLocation: name.location,
        value: Node(cell.text.isEmpty ? .null : .scalar(cell.text, quoted: false), at: cell.location))
    }
    return Node(.mapping(entries), at: row[0].location)
  }

  func check(_ header: [Cell], _ diagnostics: inout Diagnostics) -> Bool {
    var seen: [String: SourceLocation] = [:]
    for cell in header {
      if let first = seen[cell.text] {
        diagnostics.error(
          .duplicateKey, "the column '\(cell.text)' stands in the header twice", at: cell.location,
          hint: "it first stands in column \(first.column)")
        return false
      }
      seen[cell.text] = cell.location
    }
    return true
  }

  /// The next row, or nil at the end.
  mutating func row() throws -> [Cell]? {
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
