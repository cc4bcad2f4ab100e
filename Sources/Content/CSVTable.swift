import CellistBase
import CellistFiles
import CellistFormats
import CellistText

/// A table of comma- or tab-separated values without errors, cut into chunks of rows. A row is read on demand.
///
/// Whether a chunk ends after a row follows from the row's bytes. So an edit changes the chunks it is in, and those
/// before and after keep their digests even when they move.
package final class CSVTable: Sendable {
  /// Some hundred rows, one below the other.
  package struct Chunk: Sendable {
    /// A digest of the chunk's rows and their header, independent of their location in a file.
    package let digest: Digest
    /// The line on which its first row begins.
    package let line: Int
    /// Its start, and the start of its rows relative to that.
    fileprivate let start: Int
    fileprivate let rows: [RowStart]

    package var count: Int { rows.count }
  }

  /// Where a row begins in its chunk.
  fileprivate struct RowStart {
    let offset: UInt32
    let line: UInt32
  }

  package let chunks: [Chunk]
  private let source: RecordSource
  private let bytes: [UInt8]
  private let delimiter: UInt8
  private let header: CSVReader.Header

  /// Reads the table's header, and finds its rows; nil when anything is wrong, which `RawRecord.readAll` reports.
  package init?(_ source: RecordSource, from tree: SourceTree) {
    guard let delimiter = source.delimiter, let file = try? tree.read(source.path), let bytes = source.utf8(of: file)
    else { return nil }
    let skipped = source.details?.skippedLines ?? 0
    let mark = bytes.starts(with: SourceTree.mark) ? SourceTree.mark.count : 0
    let found = bytes.withUnsafeBufferPointer { bytes -> (header: CSVReader.Header, chunks: [Chunk])? in
      let start = CSVReader.start(of: bytes, behind: skipped, from: mark)
      var reader = CSVReader(
        bytes: bytes, delimiter: delimiter,
        cursor: PositionCursor(file: source.path, line: skipped + 1, offset: start), offset: start)
      guard let header = try? reader.header() else { return nil }
      var scan = CSVScan(bytes, delimiter, from: start, line: skipped + 1)
      guard scan.pass() != nil, let cuts = scan.cuts(below: header, isPadded: source.details?.isPadded ?? false)
      else { return nil }
      let head = Digest(
        bytes[start..<reader.offset], and: "\(delimiter) \(source.details?.filter?.words ?? "")")
      nonisolated(unsafe) let text = bytes
      let chunks = parallelMap(cuts.count) { index in
        let cut = cuts[index]
        return Chunk(
          digest: Digest(text[cut.bytes], and: "\(head.first) \(head.second)"), line: cut.line,
          start: cut.bytes.lowerBound, rows: cut.rows)
      }
      return (header, chunks)
    }
    guard let found else { return nil }
    self.bytes = bytes
    self.delimiter = delimiter
    self.source = source
    header = found.header
    guard let filter = source.details?.filter else {
      chunks = found.chunks
      return
    }
    // A key that is no column is reported where the table is read from its start.
    let names = Set(found.header.columns.map(\.text))
    guard found.chunks.isEmpty || filter.keys.keys.allSatisfy(names.contains) else { return nil }
    chunks = parallelMap(found.chunks.count) { index in
      let chunk = found.chunks[index]
      let rows = chunk.rows.filter { row in
        Self.cells(of: row, in: chunk, bytes, delimiter, file: source.path).map {
          filter.accepts(CSVReader.node(of: $0, found.header))
        } ?? false
      }
      return Chunk(digest: chunk.digest, line: chunk.line, start: chunk.start, rows: rows)
    }.filter { $0.count > 0 }
  }

  /// A row of one of the table's chunks; nil when there is none.
  package func record(_ row: Int, in chunk: Int) -> RawRecord? {
    guard chunks.indices.contains(chunk), chunks[chunk].rows.indices.contains(row),
      let cells = Self.cells(of: chunks[chunk].rows[row], in: chunks[chunk], bytes, delimiter, file: source.path)
    else { return nil }
    var record = RawRecord(node: CSVReader.node(of: cells, header), header: header.columns.first?.location)
    record.sharedNames = header.shared
    record.origin = RecordOrigin(source: source, row: nil)
    return record
  }

  private static func cells(
    of row: RowStart, in chunk: Chunk, _ bytes: [UInt8], _ delimiter: UInt8, file: String
  ) -> [CSVReader.Cell]? {
    let start = chunk.start + Int(row.offset)
    return bytes.withUnsafeBufferPointer { bytes in
      let cursor = PositionCursor(file: file, line: chunk.line + Int(row.line), offset: start)
      var reader = CSVReader(bytes: bytes, delimiter: delimiter, cursor: cursor, offset: start)
      return try? reader.row()
    }
  }

  /// Finds where the rows of a table begin.
  private struct CSVScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let delimiter: UInt8
    private var offset: Int
    private var line: Int

    /// How many bytes a chunk may have before its last row.
    private static let longest = 4 << 20

    /// The bytes of a chunk to be, and where its rows begin.
    struct Cut: Sendable {
      let bytes: Range<Int>
      let line: Int
      let rows: [RowStart]
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8, from offset: Int, line: Int) {
      self.bytes = bytes
      self.delimiter = delimiter
      self.offset = offset
      self.line = line
    }

    /// All chunks of the rest; nil when a row does not fit the header, or is broken.
    mutating func cuts(below header: CSVReader.Header, isPadded: Bool) -> [Cut]? {
      var cuts: [Cut] = []
      var rows: [RowStart] = []
      var (start, firstLine) = (offset, line)
      func cut(_ scan: CSVScan) {
        cuts.append(Cut(bytes: start..<scan.offset, line: firstLine, rows: rows))
        (start, firstLine, rows) = (scan.offset, scan.line, [])
      }
      while offset < bytes.count {
        let (begin, place) = (offset, line)
        guard let count = pass() else { return nil }
        if isBlank(begin..<offset) { continue }
        guard count == header.columns.count || row(at: begin).map({ header.fits($0, isPadded: isPadded) }) ?? false
        else { return nil }
        rows.append(RowStart(offset: UInt32(clamping: begin - start), line: UInt32(clamping: place - firstLine)))
        if rows.count >= 1024 || offset - start >= Self.longest || CSVScan.endsChunk(bytes[begin..<offset]) {
          cut(self)
        }
      }
      if !rows.isEmpty { cut(self) }
      return cuts
    }

    /// Whether no field of a row has a value.
    private func isBlank(_ row: Range<Int>) -> Bool {
      var hasQuotes = false
      for byte in bytes[row] where byte > 0x20 && byte != delimiter {
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "=") else { return false }
        hasQuotes = true
      }
      guard hasQuotes else { return true }
      // Two quotes are nothing, even behind `=`, and four are a quote.
      return self.row(at: row.lowerBound).map(CSVReader.isBlank) ?? false
    }

    /// The fields of the row that begins at an offset, without their places; nil where it is broken.
    private func row(at offset: Int) -> [CSVReader.Cell]? {
      var reader = CSVReader(
        bytes: bytes, delimiter: delimiter, cursor: PositionCursor(file: "", offset: offset), offset: offset)
      return try? reader.row()
    }

    /// Passes over a row. Returns how many fields it has; nil when it is broken.
    mutating func pass() -> Int? {
      var count = 1
      var isStart = true
      while offset < bytes.count {
        let byte = bytes[offset]
        if isStart, byte == UInt8(ascii: "\"") {
          guard passQuoted() else { return nil }
          isStart = false
          continue
        }
        offset += 1
        isStart = false
        if byte == delimiter {
          count += 1
          isStart = true
        } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          if byte == UInt8(ascii: "\r"), offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
          line += 1
          return count
        }
      }
      return count
    }

    /// Passes over a field in quotes. Returns whether it is closed, and nothing follows it.
    private mutating func passQuoted() -> Bool {
      offset += 1
      while offset < bytes.count {
        let byte = bytes[offset]
        offset += 1
        if byte != UInt8(ascii: "\"") {
          if byte <= 0x0D, bytes.endsLine(at: offset - 1) { line += 1 }
          continue
        }
        guard offset < bytes.count else { return true }
        let next = bytes[offset]
        if next == UInt8(ascii: "\"") {
          offset += 1
        } else {
          return next == delimiter || next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r")
        }
      }
      return false
    }

    /// Whether a chunk ends after a row: after one of some hundred.
    private static func endsChunk(_ row: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      let row = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(row.base)[row.indices])
      return row.fingerprint % 256 == 0
    }
  }
}

extension RecordSource {
  /// The character between the fields of a row; nil where the file is no table of text.
  package var delimiter: UInt8? {
    switch format {
    case .csv: details?.delimiter ?? UInt8(ascii: ",")
    case .tsv: details?.delimiter ?? UInt8(ascii: "\t")
    default: nil
    }
  }
}

extension Digest {
  /// The digest of bytes in a buffer followed by a text.
  fileprivate init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, and text: String) {
    self.init(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes.base)[bytes.indices]), and: text)
  }
}
