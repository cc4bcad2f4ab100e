import Testing

@testable import CellistText

@Suite struct LineIndexTests {
  @Test func `an offset leads to a line and a column of scalars`() {
    let index = LineIndex("aé\n\n漢b")
    #expect(index.position(at: 0) == TextPosition(line: 1, column: 1))
    #expect(index.position(at: 3) == TextPosition(line: 1, column: 3))
    #expect(index.position(at: 4) == TextPosition(line: 2, column: 1))
    #expect(index.position(at: 8) == TextPosition(line: 3, column: 2))
    #expect(index.position(line: 3, byteColumn: 4) == TextPosition(line: 3, column: 2))
  }

  @Test func `a place outside the text is moved into it`() {
    let index = LineIndex("ab")
    #expect(index.position(at: 99) == TextPosition(line: 1, column: 3))
    #expect(index.position(line: 0, byteColumn: 1) == TextPosition(line: 1, column: 1))
    #expect(index.position(line: 9, byteColumn: 9) == TextPosition(line: 9, column: 1))
  }

  @Test func `a line that CommonMark ends at a carriage return goes on in the file`() {
    let index = LineIndex("a\rbc\r\nd\n\re")
    let positions = (1...5).map { index.position(line: $0, byteColumn: 1) }
    #expect(positions.map(\.line) == [1, 1, 2, 3, 3])
    #expect(positions.map(\.column) == [1, 3, 1, 1, 2])
    #expect(index.position(line: 2, byteColumn: 2) == TextPosition(line: 1, column: 4))
  }
}
