import CellistRecords

/// Reads rows of comma- or tab-separated values (RFC 4180) into located nodes, one row at a time.
///
/// Spaces belong to the values, a trailing empty field is a field, and one file may mix all kinds of line ends. `="0042"`
/// is the text between its quotes, as spreadsheets write digits that are no number.
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

    /// Whether it has nothing but spaces.
    fileprivate var isBlank: Bool { text.utf8.allSatisfy { $0 <= 0x20 } }
  }

  /// The first row of a table.
  package struct Header {
    /// The columns, each under a name of its own.
    package let columns: [Cell]
    package let shared: [String: SharedName]
    /// How many columns there are up to the last that has a name.
    private let count: Int

    fileprivate init(_ row: [Cell]) {
      let (names, shared) = SharedName.numbered(row.map { (String($0.text.trimmed), $0.location) })
      columns = zip(names, row).map { Cell(text: $0, location: $1.location) }
      self.shared = shared
      count = (names.lastIndex { !$0.isEmpty } ?? -1) + 1
    }

    /// Whether a row has a field for each column that has a name, and no value after the last column.
    ///
    /// - Parameter isPadded: whether rows may end early.
    package func fits(_ row: [Cell], isPadded: Bool) -> Bool {
      (isPadded || row.count >= count) && row.dropFirst(columns.count).allSatisfy(\.isBlank)
    }
  }

  /// The names of a table's columns; none where its header cannot be read.
  package static func names(in text: String, delimiter: UInt8, skipping skipped: Int = 0) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      let start = start(of: bytes, behind: skipped)
      var reader = CSVReader(
        bytes: bytes, delimiter: delimiter, cursor: PositionCursor(file: "", line: skipped + 1, offset: start),
        offset: start)
      return ((try? reader.header()) ?? nil)?.columns.map(\.text) ?? []
    }
  }

  private struct OpenQuote: Error { let location: SourceLocation }
  private struct TextAfterQuote: Error { let location: SourceLocation }

  /// Calls `emit` with each row below the header that has a value, as a mapping from the names of the columns, and with
  /// the names that several columns have; empty fields are null.
  ///
  /// - Parameters:
  ///   - skipped: how many lines precede the header.
  ///   - isPadded: whether rows may end early.
  /// - Returns: whether there is a header.
  @discardableResult
  package static func read(
    _ text: String, file: String, delimiter: UInt8, skipping skipped: Int = 0, isPadded: Bool = false,
    _ diagnostics: inout Diagnostics, emit: (Node, [String: SharedName], inout Diagnostics) -> Void
  ) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let start = start(of: bytes, behind: skipped)
      var reader = CSVReader(
        bytes: bytes, delimiter: delimiter, cursor: PositionCursor(file: file, line: skipped + 1, offset: start),
        offset: start)
      do {
        guard let header = try reader.header() else { return false }
        while let row = try reader.row() {
          if Self.isBlank(row) { continue }
          if header.fits(row, isPadded: isPadded) {
            emit(node(of: row, header), header.shared, &diagnostics)
          } else {
            report(row, header.columns.count, &diagnostics)
          }
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

  private static func report(_ row: [Cell], _ columns: Int, _ diagnostics: inout Diagnostics) {
    let isLong = row.count > columns
    diagnostics.error(
      .rowLength, "the row has \(row.count) \(row.count == 1 ? "field" : "fields"), and the header has \(columns)",
      at: isLong ? row[columns].location : row[0].location,
      hint: isLong
        ? "put a field that contains the delimiter in double quotes"
        : "'pad: true' of the source adds empty fields; or a line break in a field needs double quotes around it",
      about: isLong ? "long" : "short")
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

  /// A row as a mapping from the names of the columns; empty fields are null, and so are those that it lacks.
  package static func node(of row: [Cell], _ header: Header) -> Node {
    let entries = header.columns.enumerated().map { index, name in
      let cell = row[min(index, row.count - 1)]
      let isEmpty = index >= row.count || cell.text.isEmpty
      return Node.Entry(
        key: name.text, keyLocation: name.location,
        value: Node(isEmpty ? .null : .scalar(cell.text, quoted: false), at: cell.location))
    }
    return Node(.mapping(entries), at: row[0].location)
  }

  /// Whether no field of a row has a value, as in the empty rows that spreadsheets leave.
  package static func isBlank(_ row: [Cell]) -> Bool { row.allSatisfy(\.isBlank) }

  /// The first row, whose fields name the columns.
  package mutating func header() throws -> Header? { try row().map(Header.init) }

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

  /// The text of a field, or of the formula of a text that it is.
  private static func text(of bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.first == UInt8(ascii: "="), text.utf8.count > 2, text.hasPrefix("=\""), text.hasSuffix("\"") else {
      return text
    }
    let inner = String(text.dropFirst(2).dropLast())
    // Other formulas may begin and end like that: ="a"&"b".
    return inner.replacing("\"\"", with: "").contains("\"") ? text : inner.replacing("\"\"", with: "\"")
  }

  private mutating func cell() throws -> Cell {
    let location = cursor.location(at: offset, in: bytes)
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
      let start = offset
      while !isEnd(offset) { offset += 1 }
      return Cell(text: Self.text(of: bytes[start..<offset]), location: location)
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
        return Cell(text: Self.text(of: text), location: location)
      } else {
        throw TextAfterQuote(location: cursor.location(at: offset, in: bytes))
      }
    }
  }
}
