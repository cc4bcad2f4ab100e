import CellistRecords

@testable import CellistContent

extension FuzzTarget {
  /// The CSV reader: cells stand at rising places in the file, and what was read and written is read again.
  static let csv = FuzzTarget(
    "csv",
    seeds: [
      ",name,year,note\nAda,1815,\"a, \"\"b\"\"\nc\"\n,,\n", ";a;b\r\n1;2\r\n\r\n3;\"4\"", "\ta\n1\n2\n",
      ",a,b\n1\n1,2,3\n",
      ",a,b\r1,2\r",
    ],
    words: ["\"\"", "\",\"", "\r\n", "\"\n", "\u{FEFF}", "é", ",,"]
  ) { input in
    var input = input
    let delimiter = input.choice(of: Array(",;\t|".utf8))
    let text = input.text
    let lines = TextLines(text)
    let (rows, diagnostics) = rows(text, delimiter)
    lawOfPlaces(diagnostics, in: ["a.csv": lines])
    law(rows.allSatisfy { $0.entries?.count == rows[0].entries?.count }, "all rows have the same columns")
    let places = rows.flatMap { ($0.entries ?? []).map(\.value.location) }
    law(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "places rise")
    law(places.allSatisfy(lines.holds), "places lie in the file")
    guard !rows.isEmpty, !diagnostics.hasErrors else { return }
    let table = [rows[0].entries?.map(\.key) ?? []] + rows.map { $0.entries?.map { $0.value.text ?? "" } ?? [] }
    let written = table.map { $0.map(quoted).joined(separator: String(Unicode.Scalar(delimiter))) + "\n" }.joined()
    let (again, problems) = Self.rows(written, delimiter)
    law(problems.all.isEmpty, "what was read can be written")
    let writer = NodeText(format: .json)
    law(
      again.count == rows.count && zip(again, rows).allSatisfy(writer.same), "what was read and written is read again")
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined())\""
  }

  private static func rows(_ text: String, _ delimiter: UInt8) -> ([Node], Diagnostics) {
    var diagnostics = Diagnostics()
    var rows: [Node] = []
    CSVReader.read(text, file: "a.csv", delimiter: delimiter, &diagnostics) { row, _ in rows.append(row) }
    return (rows, diagnostics)
  }
}
