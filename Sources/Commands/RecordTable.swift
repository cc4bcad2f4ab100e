import CellistBuilding
import CellistRecords

/// Records as a table in a terminal, with a line each.
struct RecordTable {
  let text: String

  /// The greatest width of a cell where there is not room for all, and the least to which cells are cut.
  private static let (widest, narrowest) = (60, 12)
  private static let gap = "  "

  /// - Parameters:
  ///   - width: that of the terminal, in columns: cells are cut, and fields left out, to fit it; nil for as much as it takes.
  ///   - isColoured: whether heads and titles stand out.
  init(_ records: ListedRecords, width: Int?, isColoured: Bool) {
    let heads = records.columns.map { DiagnosticPrinter.printable($0.name) }
    let sections = records.sections.map { section in section.rows.map { $0.map(Self.cell) } }
    var widths = heads.map(\.columns)
    for row in sections.joined() {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.columns) }
    }
    let left = width.map { Self.fit(&widths, into: $0) } ?? 0
    let isRight = records.columns.map { [.integer, .number].contains($0.type) }
    func line(_ cells: [String]) -> String {
      let padded = widths.indices.map { column -> String in
        let cell = cells[column].cut(to: widths[column])
        let space = String(repeating: " ", count: widths[column] - cell.columns)
        return isRight[column] ? space + cell : cell + space
      }
      var text = padded.joined(separator: Self.gap)
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }
    func marked(_ text: String, _ code: String) -> String { isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
    var text = heads.isEmpty || sections.isEmpty ? "" : marked(String(line(heads).dropLast()), "1") + "\n"
    for (section, rows) in zip(records.sections, sections) {
      if !section.titles.isEmpty {
        let title = section.titles.map(DiagnosticPrinter.printable).joined(separator: " / ")
        text += "\n\(marked(title, "1;36"))\n"
      }
      for row in rows { text += line(row) }
    }
    if left > 0 {
      let names = heads.suffix(left).joined(separator: ", ")
      text += "\n" + marked("\(SiteArguments.count(left, "more field")) by --columns: \(names)", "2") + "\n"
    }
    self.text = text
  }

  /// A value in one line.
  private static func cell(_ value: Value) -> String {
    let words = value.plainText.split(whereSeparator: \.isWhitespace)
    return DiagnosticPrinter.printable(words.joined(separator: " "))
  }

  /// Makes columns narrower, the widest first, and then takes columns from the end, until all fit; returns how many are gone.
  private static func fit(_ widths: inout [Int], into room: Int) -> Int {
    var taken = 0
    func total() -> Int { widths.reduce(0, +) + gap.count * max(0, widths.count - 1) }
    widths = widths.map { min($0, widest) }
    while total() > room {
      if let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > narrowest {
        widths[widest] -= 1
      } else if widths.count > 1 {
        widths.removeLast()
        taken += 1
      } else {
        break
      }
    }
    return taken
  }
}

extension String {
  /// How many columns of a terminal the text takes.
  fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + $1.terminalColumns } }

  /// The text in at most some columns, with an ellipsis where something is cut off.
  fileprivate func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var room = max(0, width - 1)
    let kept = prefix { character in
      room -= character.unicodeScalars.reduce(0) { $0 + $1.terminalColumns }
      return room >= 0
    }
    return kept + "…"
  }
}
