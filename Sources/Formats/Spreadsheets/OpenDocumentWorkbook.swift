import CellistRecords

/// A workbook of LibreOffice (`.ods`): an OpenDocument spreadsheet.
package struct OpenDocumentWorkbook: Workbook {
  private var archive: ZipArchive
  package let sheets: [String]
  package let first: Int

  private static let part = "content.xml"

  package init(_ archive: ZipArchive) throws(SpreadsheetProblem) {
    var archive = archive
    let manifest = ManifestPart()
    _ = try archive.visit("META-INF/manifest.xml", manifest)
    guard !manifest.isEncrypted else { throw SpreadsheetProblem("it is protected by a password") }
    // Sheets are found when they are read, since each part is unpacked for every reading.
    let names = TableNames()
    var copy = archive
    guard try copy.visit(Self.part, names) else { throw SpreadsheetProblem("there is no workbook in it") }
    sheets = names.names
    first = names.areHidden.firstIndex(of: false) ?? 0
    self.archive = archive
  }

  package mutating func read(_ sheet: Int, emit: (Int, [SheetCell]) -> Bool) throws(SpreadsheetProblem) {
    try withoutActuallyEscaping(emit) { emit throws(SpreadsheetProblem) in
      let part = TablePart(sheet, emit)
      _ = try archive.visit(Self.part, part)
      if let problem = part.problem { throw problem }
    }
  }

  private final class ManifestPart: XMLVisitor {
    var isEncrypted = false

    func start(_ name: String, _ attributes: XMLAttributes) -> Bool {
      if name == "encryption-data" { isEncrypted = true }
      return !isEncrypted
    }
    func end(_ name: String) -> Bool { true }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
  }

  private final class TableNames: XMLVisitor {
    private(set) var names: [String] = []
    private(set) var areHidden: [Bool] = []
    private var depth = 0
    /// The last style that began, and those that hide a sheet.
    private var style = ""
    private var hiding: Set<String> = []

    func start(_ name: String, _ attributes: XMLAttributes) -> Bool {
      switch name {
      case "style": style = attributes["name"] ?? ""
      case "table-properties" where attributes["display"] == "false": hiding.insert(style)
      case "table":
        // Tables in cells are no sheets.
        if depth == 0 {
          names.append(attributes["name"] ?? "")
          areHidden.append(attributes["style-name"].map(hiding.contains) ?? false)
        }
        depth += 1
      default: break
      }
      return true
    }
    func end(_ name: String) -> Bool {
      if name == "table" { depth -= 1 }
      return true
    }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
  }
}

/// The cells of one table.
private final class TablePart: XMLVisitor {
  private let sheet: Int
  private let emit: (Int, [SheetCell]) -> Bool
  var problem: SpreadsheetProblem?
  /// The number of the table that is read, and how deep reading is in tables.
  private var (table, depth) = (-1, 0)
  private var row = 0
  private var rowRepeats = 1
  private var cells: [SheetCell] = []
  private var column = 0
  private var columnRepeats = 1
  private var content: Node.Content?
  private var isText = false
  private var lacksValue = false
  private var hasError = false
  private var text: [UInt8] = []
  private var paragraphs = 0
  /// How many elements around the current place have no text of the cell.
  private var aside = 0
  /// How many more cells may be there since one is said to repeat.
  private var rest = 1_000_000

  init(_ sheet: Int, _ emit: @escaping (Int, [SheetCell]) -> Bool) {
    self.sheet = sheet
    self.emit = emit
  }

  private var isInside: Bool { table == sheet && depth == 1 }

  func start(_ name: String, _ attributes: XMLAttributes) -> Bool {
    if name == "table" {
      if depth == 0 { table += 1 }
      depth += 1
      return table <= sheet
    }
    guard isInside else { return true }
    switch name {
    case "table-row":
      rowRepeats = attributes["number-rows-repeated"].flatMap { Int($0) } ?? 1
      guard rowRepeats > 0, row + rowRepeats <= 4 * SheetCell.mostRows else {
        return fail("a row of it repeats too often")
      }
      (cells, column) = ([], 0)
    case "table-cell", "covered-table-cell":
      columnRepeats = attributes["number-columns-repeated"].flatMap { Int($0) } ?? 1
      guard columnRepeats > 0, column + columnRepeats <= 4 * SheetCell.mostColumns else {
        return fail("a cell of it repeats too often")
      }
      hasError = attributes.have("value-type", "error")
      (content, isText) = name == "table-cell" ? Self.content(attributes) : (nil, false)
      // LibreOffice gives it an empty text as its value.
      if hasError { (content, isText) = (nil, true) }
      lacksValue = attributes["formula"] != nil && attributes["value-type"] == nil
      (text, paragraphs) = ([], 0)
    case "annotation", "shapes", "frame", "detective", "ruby-text": aside += 1
    case "p", "h":
      guard aside == 0 else { break }
      if paragraphs > 0 { text.append(0x0A) }
      paragraphs += 1
    case "s" where aside == 0:
      let count = attributes["c"].flatMap { Int($0) } ?? 1
      text += repeatElement(0x20, count: min(max(count, 1), 1_000))
    case "tab" where aside == 0: text.append(0x09)
    case "line-break" where aside == 0: text.append(0x0A)
    default: break
    }
    return true
  }

  func end(_ name: String) -> Bool {
    if name == "table" {
      depth -= 1
      return !(depth == 0 && table == sheet)
    }
    guard isInside else { return true }
    switch name {
    case "table-cell", "covered-table-cell": return endCell()
    case "table-row": return endRow()
    case "annotation", "shapes", "frame", "detective", "ruby-text": aside = max(aside - 1, 0)
    default: break
    }
    return true
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isInside, isText, aside == 0, paragraphs > 0 { text += bytes }
    return true
  }

  private func endCell() -> Bool {
    let value =
      isText && !text.isEmpty ? Node.Content.scalar(String(decoding: text, as: UTF8.self), quoted: true) : content
    if let value {
      rest -= columnRepeats - 1
      guard rest >= 0, column + columnRepeats <= SheetCell.mostColumns else {
        return fail("a cell of it repeats too often")
      }
      for index in 1...columnRepeats {
        cells.append(SheetCell(column: column + index, content: value, hasError: hasError))
      }
    }
    if value == nil, lacksValue { cells.append(SheetCell(column: column + 1, content: .null, lacksValue: true)) }
    column += columnRepeats
    return true
  }

  private func endRow() -> Bool {
    defer { row += rowRepeats }
    guard cells.contains(where: { !$0.isEmpty || $0.lacksValue }) else { return true }
    rest -= cells.count * (rowRepeats - 1)
    guard rest >= 0, row + rowRepeats <= SheetCell.mostRows else { return fail("a row of it repeats too often") }
    for index in 1...rowRepeats where !emit(row + index, cells) { return false }
    return true
  }

  private func fail(_ message: String) -> Bool {
    problem = SpreadsheetProblem(message, isTooComplex: true)
    return false
  }

  /// The value of a cell by its type; the text of one without a value is in its paragraphs.
  private static func content(_ attributes: XMLAttributes) -> (content: Node.Content?, isText: Bool) {
    switch attributes["value-type"] {
    case "percentage": return (attributes["value"].map(NumberFormat.percentage), false)
    case "float", "currency":
      return (attributes["value"].map { .scalar($0, quoted: false) }, false)
    case "date": return (attributes["date-value"].map { .scalar(instant($0), quoted: true) }, false)
    case "time": return (attributes["time-value"].map { .scalar(time($0), quoted: true) }, false)
    case "boolean": return (attributes["boolean-value"].map { .scalar($0, quoted: false) }, false)
    case "string":
      let text = attributes["string-value"]
      return (text.map { .scalar($0, quoted: true) }, text == nil)
    default: return (nil, false)
    }
  }

  /// A date without the parts of a second that are often nothing.
  private static func instant(_ text: String) -> String {
    guard let dot = text.firstIndex(of: ".") else { return text }
    return String(text[..<dot])
  }

  /// A time as clocks show it: `PT12H30M00S` is 12:30:00.
  private static func time(_ text: String) -> String {
    guard let match = text.wholeMatch(of: /PT(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)(?:[.,][0-9]+)?S)?/) else {
      return text
    }
    let parts = [match.output.1, match.output.2, match.output.3].map { $0.map(String.init) ?? "00" }
    return parts.map { $0.utf8.count < 2 ? "0\($0)" : $0 }.joined(separator: ":")
  }
}
