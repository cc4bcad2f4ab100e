import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistFormats

@Suite struct CSVReaderTests {
  private func read(
    _ text: String, delimiter: Character = ",", isPadded: Bool = false
  ) -> (rows: [Node], messages: [String]) {
    var diagnostics = Diagnostics()
    var rows: [Node] = []
    CSVReader.read(text, file: "a.csv", delimiter: delimiter.asciiValue ?? 0, isPadded: isPadded, &diagnostics) {
      row, _, _ in rows.append(row)
    }
    return (rows, lines(diagnostics))
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ["{a: 1, b: 2}"]),
    ("a,b\n1,2", ["{a: 1, b: 2}"]),
    ("a,b\r\n1,2\r\n", ["{a: 1, b: 2}"]),
    ("a,b\n1,2\r\n3,4\n", ["{a: 1, b: 2}", "{a: 3, b: 4}"]),
    ("a,b\n\"1,5\",2", ["{a: 1,5, b: 2}"]),
    ("a,b\n\"say \"\"hi\"\"\",2", ["{a: say \"hi\", b: 2}"]),
    ("a,b\n\"one\ntwo\",2", ["{a: one\ntwo, b: 2}"]),
    ("a,b\n\"one\r\ntwo\",2", ["{a: one\r\ntwo, b: 2}"]),
    ("a,b\n1,\n", ["{a: 1, b: null}"]),
    ("a,b\n1,", ["{a: 1, b: null}"]),
    ("a,b\n,\n", []), ("a,b\n1,2\n , \n\"\",\"\"\n,,,\n\"\"\"\",\n", ["{a: 1, b: 2}", "{a: \", b: null}"]),
    (" a ,\tb\u{A0}\n 1,2\n", ["{a:  1, b: 2}"]), ("a,,\n1,2,3\n", ["{a: 1, : 2, : 3}"]),
    ("a,b\n\"\",2", ["{a: null, b: 2}"]),
    ("a,b\n  1 , 2\n", ["{a:   1 , b:  2}"]),
    ("a\n1\n2\n", ["{a: 1}", "{a: 2}"]),
    ("a\n1\n\n2\n", ["{a: 1}", "{a: 2}"]),
    ("a,b\n1,2\n\n3,4\n\n", ["{a: 1, b: 2}", "{a: 3, b: 4}"]),
    ("a,b\r1,2\r\"3\r4\",5\r", ["{a: 1, b: 2}", "{a: 3\r4, b: 5}"]),
    ("a\r1\n2\r\n3\r", ["{a: 1}", "{a: 2}", "{a: 3}"]),
    ("a,b\r\r1,2", ["{a: 1, b: 2}"]),
    ("a,b\nmid\"quote,2", ["{a: mid\"quote, b: 2}"]),
    ("\"a\",\"b,c\"\n1,2", ["{a: 1, b,c: 2}"]),
    // Empty fields behind the last column, and columns without a name that a row does not have.
    ("a,b\n1,2,\n3,4,, \n", ["{a: 1, b: 2}", "{a: 3, b: 4}"]), ("a,,\n1\n", ["{a: 1, : null, : null}"]),
    // Formulas of a text, and other formulas.
    ("a,b\n=\"007\",\"=\"\"1,5\"\"\"\n=\"\",=\"\"\n=\"\",2", ["{a: 007, b: 1,5}", "{a: null, b: 2}"]),
    ("a,b\n=\"x\"\"y\",=\"x\"&\"y\"\n=A1,=", ["{a: x\"y, b: =\"x\"&\"y\"}", "{a: =A1, b: =}"]),
    ("a,b,a\n1,2,3", ["{a 1: 1, b: 2, a 2: 3}"]), ("a,a 1,a\n1,2,3", ["{a 2: 1, a 1: 2, a 3: 3}"]),
    ("ä,漢\nö,字", ["{ä: ö, 漢: 字}"]),
    ("a,b\n", []), ("a,b", []), ("", []),
  ])
  func `rows are read as RFC 4180 has them`(text: String, rows: [String]) {
    let (read, messages) = read(text)
    #expect(read.map { outline($0) } == rows)
    #expect(messages == [])
  }

  @Test(arguments: [("a;b\n1,5;2", Character(";")), ("a\tb\n1,5\t2", "\t"), ("a|b\n1,5|2", "|")])
  func `another delimiter leaves commas alone`(text: String, delimiter: Character) {
    #expect(read(text, delimiter: delimiter).rows.map { outline($0) } == ["{a: 1,5, b: 2}"])
  }

  @Test(arguments: [
    (
      "a,b\n1,2\n3\n", 1,
      "a.csv:3:1: error: the row has 1 field, and the header has 2 [row-length]; "
        + "'pad: true' of the source adds empty fields; or a line break in a field needs double quotes around it"
    ),
    (
      "a,b\n1,2,3\n4,5", 1,
      "a.csv:2:5: error: the row has 3 fields, and the header has 2 [row-length]; "
        + "put a field that contains the delimiter in double quotes"
    ),
    (
      "a,b\n1,2\né,\"open\n3,4\n", 1,
      "a.csv:3:3: error: the quote that opens here is never closed [csv-syntax]; "
        + "a quote inside a quoted field is written twice"
    ),
    (
      "a,b\n\"1\"2,3", 0,
      "a.csv:2:4: error: text follows the closing quote of a field [csv-syntax]; "
        + "a quote inside a quoted field is written twice"
    ),
  ])
  func `a broken row is named with its place`(text: String, rows: Int, message: String) {
    let (read, messages) = read(text)
    #expect(read.count == rows)
    #expect(messages == [message])
  }

  @Test func `padded rows may end early, and not late`() {
    let (rows, messages) = read("a,b,c\n1\n2,3\n4,5,6\n7,8,9,0\n", isPadded: true)
    #expect(rows.map { outline($0) } == ["{a: 1, b: null, c: null}", "{a: 2, b: 3, c: null}", "{a: 4, b: 5, c: 6}"])
    #expect(
      messages == [
        "a.csv:5:7: error: the row has 4 fields, and the header has 3 [row-length]; "
          + "put a field that contains the delimiter in double quotes"
      ])
  }

  @Test func `every value and key knows its place`() throws {
    let rows = read("é,b\n\"x\ny\",2\n3,\"4\"\n").rows
    let places = rows.map { row in (row.entries ?? []).map { "\($0.keyLocation) \($0.value.location)" } }
    #expect(
      places == [
        ["a.csv:1:1 a.csv:2:1", "a.csv:1:3 a.csv:3:4"], ["a.csv:1:1 a.csv:4:1", "a.csv:1:3 a.csv:4:3"],
      ])
    #expect(rows.map(\.location.line) == [2, 4])
  }

  @Test func `a hundred thousand rows are as many records`() {
    let text = "id,name\n" + (0..<100_000).map { "\($0),\"name, \($0)\"\n" }.joined()
    let rows = read(text).rows
    #expect(rows.count == 100_000)
    #expect(rows.last.map { outline($0) } == "{id: 99999, name: name, 99999}")
    #expect(rows.last?.location.line == 100_001)
  }

  @Test func `any table that is written is read back`() {
    let pieces = ["a", "é", "漢", " ", ",", ";", "\"", "\n", "\r\n", "\r", "\t", "''", "0", "🎉", "\\"]
    for _ in 0..<400 {
      let columns = Int.random(in: 2...5)
      let table = (0..<Int.random(in: 0...6)).map { _ in
        (0..<columns).map { _ in (0..<Int.random(in: 0...4)).compactMap { _ in pieces.randomElement() }.joined() }
      }
      let ending = ["\n", "\r\n"].randomElement() ?? "\n"
      let header = (0..<columns).map { "c\($0)" }
      let text = ([header] + table).map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
      }.joined(separator: ending)
      let (rows, messages) = read(text)
      #expect(messages == [])
      #expect(
        rows.map { row in (row.entries ?? []).map { Array(($0.value.text ?? "").utf8) } }
          == table.map { $0.map { Array($0.utf8) } }.filter { row in row.contains { $0.contains { $0 > 0x20 } } })
    }
  }

  @Test func `positions count every kind of line end`() {
    #expect(
      read("a,b\r1,2\r\"x\ry\",3\r4\r").messages.first?.hasPrefix("a.csv:5:1: error: the row has 1 field,") == true)
  }
}
