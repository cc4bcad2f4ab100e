import CellistFiles
import CellistFormats
import CellistRecords

/// Reads the rows of a sheet of a spreadsheet into located nodes, one row at a time.
///
/// The first row with values names the columns, and those without a name belong to no record. Cells are what was saved:
/// no formula is computed. Their places are those of the sheet.
struct SpreadsheetReader {
  private let source: RecordSource
  private let sheet: String
  private var header: [(column: Int, name: String, location: SourceLocation)] = []
  private var shared: [String: SharedName] = [:]

  /// Calls `emit` with each row below the header, as a mapping from the header's names.
  static func read(
    _ source: RecordSource, from tree: SourceTree, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    guard let bytes = tree.bytes(source.path, &diagnostics) else { return }
    do throws(SpreadsheetProblem) {
      try read(bytes, source, &diagnostics, emit: emit)
    } catch {
      if error.isOfSettings {
        diagnostics.error(
          .missingSource, error.message, at: source.details?.sheetLocation ?? source.details?.location,
          hint: error.hint)
      } else {
        diagnostics.error(
          error.isTooComplex ? .tooComplex : .spreadsheetFile, "the spreadsheet cannot be read: \(error.message)",
          at: SourceLocation(file: source.path), hint: error.hint)
      }
    }
  }

  private static func read(
    _ bytes: [UInt8], _ source: RecordSource, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) throws(SpreadsheetProblem) {
    let isCompound = bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    guard !isCompound else {
      throw SpreadsheetProblem(
        "it is protected by a password, or of a kind from before 2007",
        hint: "save it as .xlsx or .ods without a password")
    }
    let archive: ZipArchive
    do throws(ZipArchive.Problem) { archive = try ZipArchive(bytes) } catch { throw SpreadsheetProblem(error) }
    if archive.holds("content.xml") {
      try read(OpenDocumentWorkbook(archive), source, &diagnostics, emit: emit)
    } else {
      try read(OpenXMLWorkbook(archive), source, &diagnostics, emit: emit)
    }
  }

  private static func read(
    _ book: some Workbook, _ source: RecordSource, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) throws(SpreadsheetProblem) {
    var book = book
    let names = book.sheets
    guard !names.isEmpty else { throw SpreadsheetProblem("there is no sheet in it") }
    let wanted = source.details?.sheet
    guard let index = wanted.map({ names.firstIndex(of: $0) }) ?? book.first else {
      throw SpreadsheetProblem(
        "there is no sheet '\((wanted ?? "").shortened)' in \(source.path)",
        hint: diagnostics.hint(for: wanted ?? "", in: names), isOfSettings: true)
    }
    var reader = SpreadsheetReader(source: source, sheet: names[index])
    let skipped = source.details?.skippedLines ?? 0
    try book.read(index) { row, cells in
      guard row > skipped else { return true }
      guard !reader.header.isEmpty else {
        reader.take(header: cells, in: row)
        return true
      }
      if let record = reader.record(cells, in: row, &diagnostics) { emit(record, &diagnostics) }
      return true
    }
    if reader.header.isEmpty, skipped > 0 {
      source.reportSkipped(skipped, &diagnostics)
    } else if reader.header.isEmpty {
      let others = names.indices.filter { $0 != index }.map { "'\(names[$0].shortened)'" }
      diagnostics.warning(
        .spreadsheetFile, "the sheet '\(names[index].shortened)' has no values",
        at: source.details?.sheetLocation ?? SourceLocation(file: source.path),
        hint: others.isEmpty ? nil : "'sheet' chooses another: \(others.prefix(5).joined(separator: ", "))")
    }
  }

  private init(source: RecordSource, sheet: String) {
    self.source = source
    self.sheet = sheet
  }

  private func place(_ row: Int, _ column: Int) -> SourceLocation {
    SourceLocation(file: source.path, sheet: sheet, row: row, column: column)
  }

  /// Takes the names of the columns.
  private mutating func take(header cells: [SheetCell], in row: Int) {
    let cells = cells.filter { !$0.isEmpty }
    let places = cells.map { place(row, $0.column) }
    let (names, shared) = SharedName.numbered(zip(cells, places).map { (String($0.text.trimmed), $1) })
    header = cells.indices.map { (cells[$0].column, names[$0], places[$0]) }
    self.shared = shared
  }

  /// A row as a mapping; nil for one without values.
  private func record(_ cells: [SheetCell], in row: Int, _ diagnostics: inout Diagnostics) -> RawRecord? {
    var entries: [Node.Entry] = []
    entries.reserveCapacity(header.count)
    var (next, isEmpty) = (0, true)
    for column in header {
      while next < cells.count, cells[next].column < column.column { next += 1 }
      let location = place(row, column.column)
      var content = Node.Content.null
      if next < cells.count, cells[next].column == column.column {
        if cells[next].lacksValue {
          diagnostics.warning(
            .spreadsheetFile, "the cell has a formula without a saved value", at: location,
            hint: "a spreadsheet program that opens and saves the file computes it", about: "formula")
        } else if !cells[next].text.isEmpty {
          content = cells[next].content
          // A value may be left out on purpose.
          let absent = source.details?.absent ?? []
          if cells[next].hasError, cells[next].text != "#N/A", !absent.contains(cells[next].text) {
            diagnostics.warning(
              .spreadsheetFile, "the formula of the cell has the error '\(cells[next].text.shortened)'", at: location,
              hint: "mend it in the sheet, or let 'absent' name it", about: "formula")
          }
          if !cells[next].isEmpty { isEmpty = false }
        }
      }
      entries.append(
        Node.Entry(key: column.name, keyLocation: column.location, value: Node(content, at: location)))
    }
    guard !isEmpty else { return nil }
    var record = RawRecord(
      node: Node(.mapping(entries), at: place(row, header[0].column)), header: header[0].location)
    record.sharedNames = shared
    return record
  }
}
