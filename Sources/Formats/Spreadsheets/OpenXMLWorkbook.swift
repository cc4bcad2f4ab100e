import CellistBase
import CellistRecords

/// A workbook of Excel (`.xlsx`): Office Open XML.
package struct OpenXMLWorkbook: Workbook {
  private var archive: ZipArchive
  private let parts: [(name: String, path: String)]
  package let first: Int
  private let startsIn1904: Bool
  private let strings: [String]
  /// What each style of a cell makes of a number.
  private let formats: [NumberFormat]

  package init(_ archive: ZipArchive) throws(SpreadsheetProblem) {
    var archive = archive
    let root = try Self.targets(in: "_rels/.rels", of: "", &archive)
    let path = root.first { $0.type.hasSuffix("/officeDocument") }?.path ?? "xl/workbook.xml"
    let book = WorkbookPart()
    guard try archive.visit(path, book) else { throw SpreadsheetProblem("there is no workbook in it") }
    let folder = path.folder
    let targets = try Self.targets(in: joined(folder, "_rels/\(path.fileName).rels"), of: folder, &archive)
    let byID = Dictionary(targets.map { ($0.id, $0.path) }) { first, _ in first }
    let sheets = book.sheets.filter { byID[$0.id] != nil }
    parts = sheets.compactMap { sheet in byID[sheet.id].map { (sheet.name, $0) } }
    first = sheets.firstIndex { !$0.isHidden } ?? 0
    startsIn1904 = book.startsIn1904
    func part(_ type: String) -> String? { targets.first { $0.type.hasSuffix("/\(type)") }?.path }
    let texts = StringsPart()
    if let path = part("sharedStrings") { _ = try archive.visit(path, texts) }
    strings = texts.strings
    let styles = StylesPart()
    if let path = part("styles") { _ = try archive.visit(path, styles) }
    formats = styles.formats
    self.archive = archive
  }

  package var sheets: [String] { parts.map(\.name) }

  package mutating func read(_ sheet: Int, emit: (Int, [SheetCell]) -> Bool) throws(SpreadsheetProblem) {
    try withoutActuallyEscaping(emit) { emit throws(SpreadsheetProblem) in
      let part = SheetPart(strings, formats, startsIn1904: startsIn1904, emit)
      guard try archive.visit(parts[sheet].path, part) else {
        throw SpreadsheetProblem("the sheet '\(parts[sheet].name)' is not in it")
      }
      if let problem = part.problem { throw problem }
    }
  }

  private struct Target {
    let id: String
    let type: String
    let path: String
  }

  /// The parts that another one names.
  private static func targets(
    in path: String, of folder: String, _ archive: inout ZipArchive
  ) throws(SpreadsheetProblem) -> [Target] {
    let part = TargetsPart()
    _ = try archive.visit(path, part)
    return part.targets.map { target in
      let path =
        target.path.hasPrefix("/")
        ? String(target.path.dropFirst()) : joined(folder, target.path).normalizedPath ?? target.path
      return Target(id: target.id, type: target.type, path: path)
    }
  }

  // MARK: Parts

  private final class TargetsPart: XMLVisitor {
    var targets: [Target] = []

    func start(_ name: String, _ attributes: XMLAttributes) -> Bool {
      if name == "Relationship", let id = attributes["Id"], let type = attributes["Type"],
        let path = attributes["Target"]
      {
        targets.append(Target(id: id, type: type, path: path))
      }
      return true
    }
    func end(_ name: String) -> Bool { true }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
  }

  private final class WorkbookPart: XMLVisitor {
    var sheets: [(name: String, id: String, isHidden: Bool)] = []
    var startsIn1904 = false

    func start(_ name: String, _ attributes: XMLAttributes) -> Bool {
      if name == "workbookPr" { startsIn1904 = ["1", "true"].contains(attributes["date1904"]) }
      if name == "sheet", let title = attributes["name"], let id = attributes["id"] {
        sheets.append((title, id, ["hidden", "veryHidden"].contains(attributes["state"])))
      }
      return true
    }
    func end(_ name: String) -> Bool { true }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
  }

  /// The texts of all sheets.
  private final class StringsPart: XMLVisitor {
    var strings: [String] = []
    private var current: [UInt8] = []
    private var isText = false
    /// How deep reading is in what tells how a text is spoken.
    private var isSpoken = false

    func start(_ name: String, _ attributes: XMLAttributes) -> Bool {
      switch name {
      case "si": current = []
      case "rPh": isSpoken = true
      case "t": isText = !isSpoken
      default: break
      }
      return true
    }
    func end(_ name: String) -> Bool {
      switch name {
      case "si": strings.append(OpenXMLWorkbook.unescaped(current))
      case "rPh": isSpoken = false
      case "t": isText = false
      default: break
      }
      return true
    }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      if isText { current += bytes }
      return true
    }
  }

  private final class StylesPart: XMLVisitor {
    var formats: [NumberFormat] = []
    private var codes: [Int: String] = [:]
    private var isCells = false

    func start(_ name: String, _ attributes: XMLAttributes) -> Bool {
      switch name {
      case "numFmt":
        if let id = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"] {
          codes[id] = code
        }
      case "cellXfs": isCells = true
      case "xf" where isCells:
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        formats.append(codes[id].map { NumberFormat($0) } ?? NumberFormat(builtIn: id))
      default: break
      }
      return true
    }
    func end(_ name: String) -> Bool {
      if name == "cellXfs" { isCells = false }
      return true
    }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
  }

  /// A text with the characters that XML cannot hold, which are written as `_x000D_`.
  fileprivate static func unescaped(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("_x") else { return text }
    return text.replacing(/_x([0-9A-Fa-f]{4})_/) { match in
      guard let code = UInt32(match.output.1, radix: 16), let scalar = Unicode.Scalar(code) else {
        return String(match.output.0)
      }
      return String(Character(scalar))
    }
  }
}

/// The cells of a sheet.
private final class SheetPart: XMLVisitor {
  private let strings: [String]
  private let formats: [NumberFormat]
  private let startsIn1904: Bool
  private let emit: (Int, [SheetCell]) -> Bool
  var problem: SpreadsheetProblem?
  private var row = 0
  private var isInRow = false
  private var cells: [SheetCell] = []
  private var column = 0
  private var type = ""
  private var style = 0
  private var value: [UInt8] = []
  private var isValue = false
  private var isSpoken = false
  private var hasFormula = false

  init(
    _ strings: [String], _ formats: [NumberFormat], startsIn1904: Bool, _ emit: @escaping (Int, [SheetCell]) -> Bool
  ) {
    self.strings = strings
    self.formats = formats
    self.startsIn1904 = startsIn1904
    self.emit = emit
  }

  func start(_ name: String, _ attributes: XMLAttributes) -> Bool {
    switch name {
    case "row":
      guard !isInRow else { return fail("a row of it is in another one") }
      isInRow = true
      let number = attributes["r"].flatMap { Int($0) } ?? row + 1
      guard number > row, number <= SheetCell.mostRows else { return fail("its rows are not in order") }
      row = number
      (cells, column) = ([], 0)
    case "c":
      let number = attributes["r"].flatMap(Self.column) ?? column + 1
      guard number > column, number <= SheetCell.mostColumns else { return fail("its cells are not in order") }
      column = number
      type = attributes["t"] ?? "n"
      style = attributes["s"].flatMap { Int($0) } ?? 0
      (value, hasFormula) = ([], false)
    case "f": hasFormula = true
    case "rPh": isSpoken = true
    case "v": isValue = true
    case "t": isValue = type == "inlineStr" && !isSpoken
    default: break
    }
    return true
  }

  func end(_ name: String) -> Bool {
    switch name {
    case "v", "t": isValue = false
    case "rPh": isSpoken = false
    case "c":
      if type == "s", !value.isEmpty, sharedText == nil { return fail("it lacks the text of a cell in row \(row)") }
      if let content {
        cells.append(SheetCell(column: column, content: content, hasError: type == "e"))
      } else if hasFormula, type != "str" {
        cells.append(SheetCell(column: column, content: .null, lacksValue: true))
      }
    case "row":
      isInRow = false
      if !cells.isEmpty { return emit(row, cells) }
    default: break
    }
    return true
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isValue { value += bytes }
    return true
  }

  private func fail(_ message: String) -> Bool {
    problem = SpreadsheetProblem(message)
    return false
  }

  /// The text that a cell refers to.
  private var sharedText: String? {
    guard let index = Int(String(decoding: value, as: UTF8.self)), strings.indices.contains(index) else { return nil }
    return strings[index]
  }

  /// The content of a cell; nil for one that has only a look.
  private var content: Node.Content? {
    guard !value.isEmpty else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    switch type {
    case "s": return sharedText.map { .scalar($0, quoted: true) }
    case "b": return .scalar(text == "1" ? "true" : "false", quoted: false)
    case "str", "inlineStr": return .scalar(OpenXMLWorkbook.unescaped(value), quoted: true)
    case "e": return .scalar(text, quoted: true)
    case "d": return .scalar(text, quoted: true)
    default:
      guard formats.indices.contains(style) else { return .scalar(text, quoted: false) }
      return formats[style].content(of: text, startsIn1904: startsIn1904)
    }
  }

  /// The column of a place such as `C7`.
  private static func column(_ place: String) -> Int? {
    var column = 0
    for byte in place.utf8 {
      guard (0x41...0x5A).contains(byte) else { break }
      column = column * 26 + Int(byte - 0x40)
      guard column <= SheetCell.mostColumns else { return column }
    }
    return column == 0 ? nil : column
  }
}
