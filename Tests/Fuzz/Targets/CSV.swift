import CellistRecords

@testable import CellistContent
@testable import CellistFormats

extension FuzzTarget {
  /// The CSV reader: cells stand at rising places in the file, what was read and written is read again, and a table cut
  /// into chunks holds the same rows at the same places.
  static let csv = FuzzTarget(
    "csv",
    seeds: [
      ",name,year,note\nAda,1815,\"a, \"\"b\"\"\nc\"\n,,\n", ";a;b\r\n1;2\r\n\r\n3;\"4\"", "\ta\n1\n2\n",
      ",a,b\n1\n1,2,3\n",
      ",a,b\r1,2\r", "\u{4}a,b,c\n1\n2,=\"0\"\n", "\u{0}a,b,\n1,2\n",
    ],
    words: ["\"\"", "\",\"", "\r\n", "\"\n", "\u{FEFF}", "é", ",,"]
  ) { input in
    var input = input
    let form = input.byte()
    let (delimiter, isPadded) = (Array(",;\t|".utf8)[Int(form % 4)], form & 4 != 0)
    let text = input.text
    let lines = TextLines(text)
    let (rows, diagnostics) = rows(text, delimiter, isPadded)
    lawOfPlaces(diagnostics, in: ["a.csv": lines])
    var details = RecordSource.Details(delimiter: delimiter)
    details.isPadded = isPadded
    let sound = CSVTable(
      RecordSource(path: "a.csv", format: .csv, details), from: .memory(["a.csv": Array(text.utf8)]))
    // The reader of files takes a byte order mark away before this one sees the text.
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    law(
      hasMark || (sound != nil) == (diagnostics.all.isEmpty && !text.isEmpty), "a sound table is cut, and no other")
    if let table = sound, !hasMark {
      let cut = table.chunks.indices.flatMap { chunk in
        (0..<table.chunks[chunk].count).compactMap { table.record($0, in: chunk)?.node }
      }
      let writer = NodeText(format: .json)
      func cells(_ node: Node) -> [SourceLocation] { (node.entries ?? []).map(\.value.location) }
      law(
        cut.count == rows.count
          && zip(cut, rows).allSatisfy { writer.same($0, $1) && cells($0) == cells($1) },
        "a table that is cut has the reader's rows")
    }
    law(rows.allSatisfy { $0.entries?.count == rows[0].entries?.count }, "all rows have the same columns")
    let cells = rows.flatMap { ($0.entries ?? []).map(\.value) }
    // A field that the row lacks is null where its last one is.
    law(
      zip(cells, cells.dropFirst()).allSatisfy { $0.location < $1.location || $0.location == $1.location && $1.isNull },
      "places rise")
    law(cells.map(\.location).allSatisfy(lines.holds), "places lie in the file")
    guard !rows.isEmpty, !diagnostics.hasErrors else { return }
    let table = [rows[0].entries?.map(\.key) ?? []] + rows.map { $0.entries?.map { $0.value.text ?? "" } ?? [] }
    let written = table.map { $0.map(quoted).joined(separator: String(Unicode.Scalar(delimiter))) + "\n" }.joined()
    let (again, problems) = Self.rows(written, delimiter, isPadded)
    law(problems.all.isEmpty, "what was read can be written")
    let writer = NodeText(format: .json)
    law(
      again.count == rows.count && zip(again, rows).allSatisfy(writer.same), "what was read and written is read again")
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined())\""
  }

  private static func rows(_ text: String, _ delimiter: UInt8, _ isPadded: Bool) -> ([Node], Diagnostics) {
    var diagnostics = Diagnostics()
    var rows: [Node] = []
    CSVReader.read(text, file: "a.csv", delimiter: delimiter, isPadded: isPadded, &diagnostics) { row, _, _ in
      rows.append(row)
    }
    return (rows, diagnostics)
  }
}
