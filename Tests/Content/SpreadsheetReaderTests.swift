import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistRecords

@Suite struct SpreadsheetReaderTests {
  private func read(
    _ bytes: [UInt8], _ path: String = "a.xlsx", sheet: String? = nil, skip: Int = 0, absent: Set<String> = []
  ) -> (rows: [RawRecord], messages: [String]) {
    var details = RecordSource.Details()
    details.sheet = sheet
    details.skippedLines = skip
    var diagnostics = Diagnostics()
    var rows: [RawRecord] = []
    RawRecord.readAll(
      in: RecordSource(path: path, format: .spreadsheet, details).expecting(absent: absent),
      from: .memory([path: bytes]), &diagnostics
    ) { row, _ in rows.append(row) }
    return (rows, lines(diagnostics))
  }

  private func row(_ number: Int, _ cells: String) -> String { "<row r=\"\(number)\">\(cells)</row>" }
  private func text(_ place: String, _ text: String) -> String {
    "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
  }

  // MARK: Excel

  @Test func `a row in a row is an error`() {
    let inner = "<row r=\"2\">\(text("A2", "b"))</row>"
    let nested = TestArchive.xlsx([("S", row(1, text("A1", "a") + inner + text("B1", "c")))])
    #expect(read(nested).messages.contains { $0.contains("a row of it is in another one") })
  }

  @Test func `a text that is not in the workbook is no empty cell`() {
    let header = row(1, text("A1", "a"))
    let lost = TestArchive.xlsx([("S", header + row(2, "<c r=\"A2\" t=\"s\"><v>7</v></c>"))])
    #expect(read(lost).messages.contains { $0.contains("it lacks the text of a cell in row 2") })
  }

  @Test func `percentages are as the sheet shows them, and formulas without a value are told`() {
    let header = row(1, "ABC".map { text("\($0)1", String($0).lowercased()) }.joined())
    let cells = { (row: Int) in
      "<c r=\"A\(row)\" s=\"2\"><v>0.07</v></c><c r=\"B\(row)\"><f>1+1</f><v></v></c>"
        + "<c r=\"C\(row)\" t=\"str\"><f>D2</f><v></v></c>"
    }
    let book = TestArchive.xlsx([("S", header + row(2, cells(2)) + row(3, cells(3)))], formats: ["0.0%"])
    let (rows, messages) = read(book)
    #expect(rows.map { outline($0.node) } == Array(repeating: "{a: \"7%\", b: null, c: null}", count: 2))
    #expect(messages.map { $0.prefix { $0 != ";" } } == ["B2", "B3"].map { "a.xlsx:S!\($0): \(Self.uncomputed)" })
  }

  @Test func `errors of formulas are told, but for the one that says that a value is not available`() {
    let cells = "<c r=\"A2\" t=\"e\"><f>B9</f><v>#REF!</v></c><c r=\"B2\" t=\"e\"><v>#N/A</v></c>"
    let book = TestArchive.xlsx([("S", row(1, text("A1", "a") + text("B1", "b")) + row(2, cells))])
    let message = "warning: the formula of the cell has the error '#REF!' [spreadsheet-file]"
    #expect(read(book).rows.map { outline($0.node) } == ["{a: \"#REF!\", b: \"#N/A\"}"])
    #expect(read(book).messages.map { $0.prefix { $0 != ";" } } == ["a.xlsx:S!A2: \(message)"])
    #expect(read(book, absent: ["#REF!"]).messages == [])
    func odsError(_ text: String) -> String {
      "<table:table-cell table:formula=\"of:=1/0\" office:value-type=\"string\" office:string-value=\"\""
        + " calcext:value-type=\"error\"><text:p>\(text)</text:p></table:table-cell>"
    }
    let ods = TestArchive.ods([
      ("S", odsRow(odsText("a") + odsText("b")) + odsRow(odsError("#REF!") + odsError("#N/A")))
    ])
    #expect(read(ods, "a.ods").rows.map { outline($0.node) } == ["{a: \"#REF!\", b: \"#N/A\"}"])
    #expect(read(ods, "a.ods").messages.map { $0.prefix { $0 != ";" } } == ["a.ods:S!A2: \(message)"])
  }

  private static let uncomputed = "warning: the cell has a formula without a saved value [spreadsheet-file]"

  @Test func `a sheet that is hidden is not the first, and one without values is told`() {
    let rows = row(1, text("A1", "a")) + row(2, text("A2", "b"))
    let book = TestArchive.xlsx([("Old", rows), ("Empty", ""), ("Data", rows)], hidden: ["Old"])
    #expect(read(book).messages.count == 1)
    #expect(read(book).messages[0].contains("the sheet 'Empty' has no values"))
    #expect(read(book, sheet: "Old").rows.count == 1)
    let odsRows = odsRow(odsText("a")) + odsRow(odsText("b"))
    let ods = TestArchive.ods([("Old", odsRow(odsText("x"))), ("Data", odsRows)], hidden: ["Old"])
    #expect(read(ods, "a.ods").rows.map { outline($0.node) } == ["{a: \"b\"}"])
    #expect(read(TestArchive.ods([("Data", odsRows)], hidden: ["Data"]), "a.ods").rows.count == 1)
  }

  @Test func `cells are read by their types`() {
    let header = row(1, "ABCDEFGH".map { text("\($0)1", String($0).lowercased()) }.joined())
    let cells =
      "<c r=\"A2\" t=\"s\"><v>0</v></c><c r=\"B2\"><v>1.5</v></c><c r=\"C2\" t=\"b\"><v>1</v></c>"
      + "<c r=\"D2\" s=\"1\"><v>45413</v></c><c r=\"E2\" s=\"2\"><v>45413.5</v></c><c r=\"F2\" t=\"str\"><f>A2</f><v>x &amp; y</v></c>"
      + "<c r=\"G2\" t=\"e\"><v>#N/A</v></c><c r=\"H2\"><v>0.30000000000000004</v></c>"
    let book = TestArchive.xlsx(
      [("Sheet1", header + row(2, cells))],
      strings: ["<r><t>Zü</t></r><r><t xml:space=\"preserve\">rich_x0041_ </t></r><rPh><t>no</t></rPh>"],
      formats: ["[$-407]d\\.\\ mmmm yyyy\\ &quot;um&quot; hh:mm"])
    let (rows, messages) = read(book)
    #expect(messages == [])
    #expect(
      rows.map { outline($0.node) } == [
        "{a: \"ZürichA \", b: 1.5, c: true, d: \"2024-05-01\", e: \"2024-05-01T12:00:00\", f: \"x & y\", g: \"#N/A\", h: 0.3}"
      ])
    #expect(rows[0].node["e"]?.location.description == "a.xlsx:Sheet1!E2")
    #expect(rows[0].node["e"]?.location.file == "a.xlsx")
  }

  @Test(arguments: [
    ("General", "45413", "45413"), ("0.00", "2", "2"), ("yyyy\\-mm\\-dd", "45413.25", "2024-05-01"),
    ("h:mm", "0.5", "12:00:00"),
    ("[h]:mm", "1.5", "36:00:00"), ("mmm", "45413", "2024-05-01"), ("#,##0 &quot;days&quot;", "3", "3"),
    ("[Red]0.0", "3", "3"),
    ("0.00E+00", "3", "3"), ("d/m/yy h:mm AM/PM", "1.75", "1900-01-01T18:00:00"), ("m/d/yyyy;@", "59", "1900-02-28"),
    ("m/d/yyyy", "61", "1900-03-01"), ("yyyy", "-1", "-1"), ("yyyy", "45413.999999", "2024-05-02"),
  ])
  func `numbers are dates by their formats`(format: String, number: String, value: String) {
    let sheet = row(1, text("A1", "a")) + row(2, "<c r=\"A2\" s=\"2\"><v>\(number)</v></c>")
    let (rows, messages) = read(TestArchive.xlsx([("S", sheet)], formats: [format]))
    #expect(messages == [] && rows.first?.node["a"]?.text == value)
  }

  @Test func `days may be counted from 1904`() {
    let sheet = row(1, text("A1", "a")) + row(2, "<c r=\"A2\" s=\"1\"><v>1</v></c>")
    let book = TestArchive.xlsx([("S", sheet)], book: "<workbookPr date1904=\"1\"/>")
    #expect(read(book).rows.first?.node["a"]?.text == "1904-01-02")
  }

  @Test func `the first row with values names the columns, and rows without any are passed over`() {
    let sheet =
      row(3, text("B3", " name ") + text("D3", "note")) + row(4, "<c r=\"B4\" s=\"1\"/>")
      + row(6, text("A6", "x") + text("D6", "y"))
      + row(7, text("A7", "only beside")) + row(8, text("B8", "Ada"))
    let (rows, messages) = read(TestArchive.xlsx([("S", sheet)]))
    #expect(messages == [])
    #expect(rows.map { outline($0.node) } == ["{name: null, note: \"y\"}", "{name: \"Ada\", note: null}"])
    #expect(
      read(TestArchive.xlsx([("S", sheet)]), skip: 3).rows.map { outline($0.node) } == [
        "{x: \"only beside\", y: null}"
      ])
  }

  @Test func `settings name the sheet`() {
    let book = TestArchive.xlsx([
      ("2025", row(1, text("A1", "a")) + row(2, text("A2", "old"))),
      ("2026", row(1, text("A1", "a")) + row(2, text("A2", "new"))),
    ])
    #expect(read(book).rows.map { outline($0.node) } == ["{a: \"old\"}"])
    #expect(read(book, sheet: "2026").rows.map { outline($0.node) } == ["{a: \"new\"}"])
    #expect(
      read(book, sheet: "2027").messages == [
        "error: there is no sheet '2027' in a.xlsx [missing-source]; did you mean '2025'?"
      ])
  }

  // MARK: LibreOffice

  private func odsRow(_ cells: String, _ attributes: String = "") -> String {
    "<table:table-row \(attributes)>\(cells)</table:table-row>"
  }
  private func odsText(_ text: String) -> String {
    "<table:table-cell office:value-type=\"string\"><text:p>\(text)</text:p></table:table-cell>"
  }

  @Test func `cells of LibreOffice are read by their types`() {
    let header = odsRow("abcdefg".map { odsText(String($0)) }.joined())
    let cells =
      "<table:table-cell office:value-type=\"string\"><office:annotation><dc:date>x</dc:date><text:p>no</text:p></office:annotation><text:p>Zü<text:s text:c=\"2\"/><text:span>rich</text:span></text:p><text:p>CH</text:p></table:table-cell>"
      + "<table:table-cell office:value-type=\"currency\" office:value=\"1.5\"><text:p>1,50 €</text:p></table:table-cell>"
      + "<table:table-cell office:value-type=\"boolean\" office:boolean-value=\"true\"><text:p>WAHR</text:p></table:table-cell>"
      + "<table:table-cell office:value-type=\"date\" office:date-value=\"2024-05-01\"/>"
      + "<table:table-cell office:value-type=\"date\" office:date-value=\"2024-05-01T12:00:00.000000000\"/>"
      + "<table:table-cell office:value-type=\"time\" office:time-value=\"PT12H30M00S\"/>"
      + "<table:table-cell office:value-type=\"percentage\" office:value=\"0.12\"><text:p>12 %</text:p></table:table-cell>"
    let (rows, messages) = read(TestArchive.ods([("Sheet1", header + odsRow(cells))]), "a.ods")
    #expect(messages == [])
    #expect(
      rows.map { outline($0.node) } == [
        "{a: \"Zü  rich\nCH\", b: 1.5, c: true, d: \"2024-05-01\", e: \"2024-05-01T12:00:00\", f: \"12:30:00\", g: \"12%\"}"
      ])
    #expect(rows[0].node["g"]?.location.description == "a.ods:Sheet1!G2")
  }

  @Test func `formulas of LibreOffice without a value are told`() {
    let cells =
      odsText("b") + "<table:table-cell table:formula=\"of:=1+1\"/>"
      + "<table:table-cell table:formula=\"of:=A2\" office:value-type=\"string\" office:string-value=\"\"/>"
    let (rows, messages) = read(
      TestArchive.ods([("S", odsRow("abc".map { odsText(String($0)) }.joined()) + odsRow(cells))]), "a.ods")
    #expect(rows.map { outline($0.node) } == ["{a: \"b\", b: null, c: null}"])
    #expect(messages.map { $0.prefix { $0 != ";" } } == ["a.ods:S!B2: \(Self.uncomputed)"])
  }

  @Test func `cells and rows repeat`() {
    let rows =
      odsRow("<table:table-cell table:number-columns-repeated=\"16384\"/>", "table:number-rows-repeated=\"3\"")
      + odsRow(odsText("a") + odsText("b") + "<table:table-cell table:number-columns-repeated=\"16000\"/>")
      + odsRow(
        "<table:table-cell table:number-columns-repeated=\"2\" office:value-type=\"float\" office:value=\"7\"/>",
        "table:number-rows-repeated=\"2\"")
      + odsRow("<table:table-cell/>", "table:number-rows-repeated=\"1048000\"")
    let (found, messages) = read(TestArchive.ods([("S", rows)]), "a.ods")
    #expect(messages == [])
    #expect(found.map { outline($0.node) } == ["{a: 7, b: 7}", "{a: 7, b: 7}"])
    #expect(found.map { $0.node.location.description } == ["a.ods:S!A5", "a.ods:S!A6"])
  }

  @Test func `a sheet that says it has very many cells is refused`() {
    let many = odsRow(
      "<table:table-cell table:number-columns-repeated=\"16000\" office:value-type=\"float\" office:value=\"7\"/>",
      "table:number-rows-repeated=\"1000000\"")
    #expect(
      read(TestArchive.ods([("S", many)]), "a.ods").messages == [
        "a.ods:1:1: error: the spreadsheet cannot be read: a row of it repeats too often [too-complex]"
      ])
  }

  // MARK: What is wrong

  @Test func `columns that share a name are numbered`() {
    let sheet = row(1, text("A1", "a") + text("C1", "a")) + row(2, text("A2", "x"))
    let rows = read(TestArchive.xlsx([("S", sheet)])).rows
    #expect(rows.map { outline($0.node) } == ["{a 1: \"x\", a 2: null}"])
    #expect(rows.map { $0.sharedNames["a"]?.second.description } == ["a.xlsx:S!C1"])
  }

  @Test(arguments: [
    (Array("name,year\n".utf8), "it is no archive"),
    ([0xD0, 0xCF, 0x11, 0xE0, 0, 0], "it is protected by a password, or of a kind from before 2007"),
    (TestArchive.of([("a", "b")]), "there is no workbook in it"),
    (TestArchive.ods([("S", "<x>")]), "'content.xml' in it is broken: Opening and ending tag mismatch"),
    (
      TestArchive.of([("content.xml", "<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d \"&b;&b;\">]><a>&d;</a>")]),
      "it has a document type, which is not read"
    ),
  ])
  func `what is no spreadsheet is told`(bytes: [UInt8], message: String) {
    let messages = read(bytes).messages
    #expect(
      messages.count == 1 && messages[0].contains(message) && messages[0].contains("[spreadsheet-file]"), "\(messages)")
  }

  @Test func `a file that unpacks to very much is refused before it does`() {
    var book = TestArchive.of([("content.xml", Array("x".utf8), Array("x".utf8), 8)])
    // The directory says how large the part is: the field stands 24 bytes behind the directory's mark.
    let mark = book.firstRange(of: [0x50, 0x4B, 0x01, 0x02])?.lowerBound ?? 0
    book.replaceSubrange(mark + 24..<mark + 28, with: [0xFF, 0xFF, 0xFF, 0x7F])
    #expect(
      read(book).messages.first?.contains("unpacks to more than a file of that size may hold [too-complex]") ?? false)
  }

  @Test func `no damage to a file ends in a crash`() {
    let sheet =
      row(1, text("A1", "a") + text("B1", "b")) + row(2, text("A2", "x") + "<c r=\"B2\" s=\"1\"><v>45413</v></c>")
    var random = SeededGenerator(seed: 5)
    for book in [
      TestArchive.xlsx([("S", sheet)]), TestArchive.ods([("S", odsRow(odsText("a")) + odsRow(odsText("b")))]),
    ] {
      for _ in 0..<2_000 {
        var broken = book
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if random.happens(onceIn: 4) { broken.removeLast(Int.random(in: 1..<broken.count, using: &random)) }
        _ = read(broken)
      }
    }
  }
}
