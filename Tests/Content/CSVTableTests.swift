import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistFormats

/// A table whose rows are read one by one says what its reader says of the whole.
@Suite struct CSVTableTests {
  private func cut(_ text: String, isPadded: Bool = false) -> CSVTable? {
    var details = RecordSource.Details()
    details.isPadded = isPadded
    return CSVTable(RecordSource(path: "a.csv", format: .csv, details), from: .memory(["a.csv": Array(text.utf8)]))
  }

  private func rows(_ table: CSVTable) -> [String] {
    table.chunks.indices.flatMap { chunk in
      (0..<table.chunks[chunk].count).map { "\(table.record($0, in: chunk)?.node as Any)" }
    }
  }

  private static let pieces = [
    "a", "é", " ", ",", ",", "\"", "\"\"", "=", "=\"", "\n", "\n", "\r", "\r\n", "b,c\n", "\"\n\",",
  ]

  @Test func `the rows of a sound table are those of its reader, with their places`() {
    var random = SeededGenerator(seed: 11)
    var sound = 0
    for number in 0..<6_000 {
      let isPadded = number % 3 == 0
      let text = (0..<Int.random(in: 0..<40, using: &random))
        .map { _ in random.pick(Self.pieces) }
        .joined()
      var diagnostics = Diagnostics()
      var wanted: [String] = []
      CSVReader.read(text, file: "a.csv", delimiter: UInt8(ascii: ","), isPadded: isPadded, &diagnostics) {
        row, _, _ in wanted.append("\(row as Node? as Any)")
      }
      let table = cut(text, isPadded: isPadded)
      #expect((table != nil) == (diagnostics.all.isEmpty && !text.isEmpty), "\(text.debugDescription)")
      if let table {
        sound += 1
        #expect(rows(table) == wanted, "\(text.debugDescription)")
      }
    }
    #expect(sound > 200)
  }

  @Test(arguments: ["", "a,b\n1\n", "a,b\n\"1,2\n", "a\n\"1\"2\n"])
  func `a table that is not sound is not cut`(text: String) { #expect(cut(text) == nil) }

  @Test func `what is no UTF-8 is no table`() {
    let source = RecordSource(path: "a.csv", format: .csv)
    #expect(CSVTable(source, from: .memory(["a.csv": [0x61, 0x0A, 0xFF]])) == nil)
    #expect(CSVTable(source, from: .memory([:])) == nil)
  }

  @Test func `a byte order mark belongs to no column`() {
    #expect(cut("\u{FEFF}a,b\n1,2\n").map(rows) == cut("a,b\n1,2\n").map(rows))
  }

  @Test func `an edit leaves the chunks around it as they were`() throws {
    var random = SeededGenerator(seed: 12)
    var lines = (0..<6_000).map { "\($0),Name \($0 % 7)\n" }
    var known = Set(try #require(cut("a,b\n" + lines.joined())).chunks.map(\.digest))
    #expect(known.count > 8)
    for number in 0..<40 {
      let place = Int.random(in: 0..<lines.count, using: &random)
      switch number % 3 {
      case 0: lines.insert("x\(number),\"New\n\nlines\"\n", at: place)
      case 1: lines.remove(at: place)
      default: lines[place] = "\(place),Other \(number)\n"
      }
      let table = try #require(cut("a,b\n" + lines.joined()))
      #expect(table.chunks.reduce(0) { $0 + $1.count } == lines.count)
      #expect(Set(table.chunks.map(\.digest)).subtracting(known).count <= 3)
      known = Set(table.chunks.map(\.digest))
    }
  }

  @Test func `rows under another header, or cut otherwise, are others`() throws {
    let digests = try ["a,b\n1,2\n", "a,c\n1,2\n"].map { try #require(cut($0)).chunks.map(\.digest) }
    #expect(digests[0] != digests[1])
    let source = RecordSource(path: "a.csv", format: .csv, .init(delimiter: UInt8(ascii: ";")))
    let other = try #require(CSVTable(source, from: .memory(["a.csv": Array("a,b\n1,2\n".utf8)])))
    #expect(other.chunks.map(\.digest) != digests[0])
  }
}
