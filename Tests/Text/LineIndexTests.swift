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

  @Test func `lines end with LF, CRLF or CR`() {
    let text = "a\r\nb\rc\nd\r\r\ne\u{85}\u{2028}f"
    let index = LineIndex(text)
    let positions = Array(text.utf8).indices.map { index.position(at: $0) }
    #expect(positions.map(\.line) == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6, 6, 6])
    #expect(positions.map(\.column).prefix(11) == [1, 2, 3, 1, 2, 1, 2, 1, 2, 1, 2])
    #expect(index.position(line: 3, byteColumn: 1) == TextPosition(line: 3, column: 1))
    for offset in 0...text.utf8.count where String(text.utf8.prefix(offset)) != nil {
      let position = index.position(at: offset)
      #expect(index.offset(of: position) == offset && index.line(at: offset).contains(min(offset, text.utf8.count - 1)))
      #expect(index.line(at: offset).lowerBound == index.offset(of: TextPosition(line: position.line, column: 1)))
    }
    #expect(index.offset(of: TextPosition(line: 1, column: 9)) == nil)
    #expect(index.offset(of: TextPosition(line: 9, column: 1)) == nil)
    let lines = (1...6).map { index.window(around: TextPosition(line: $0, column: 1), radius: 100)?.text }
    #expect(lines == ["a", "b", "c", "d", "", "e\u{85}\u{2028}f"])
  }
}
