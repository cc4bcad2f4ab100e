import CellistBase
import Testing

@Suite struct ByteOrderTests {
  @Test(arguments: [
    ("", "", 0), ("", "a", -1), ("a", "", 1), ("a", "ab", -1), ("b", "ab", 1), ("Z", "a", -1),
    // Composed and decomposed, which texts take for the same.
    ("\u{E9}", "e\u{301}", 1), ("\u{FFFF}", "\u{10000}", -1),
    (String(repeating: "x", count: 40) + "a", String(repeating: "x", count: 40) + "b", -1),
  ])
  func `texts are compared by their bytes`(one: String, other: String, sign: Int) {
    #expect(byteOrder(one, other).signum() == sign)
    #expect(byteOrder(other, one).signum() == -sign)
    #expect(inByteOrder(one, other) == (sign < 0))
    #expect((Identifier(one) == Identifier(other)) == (sign == 0))
  }

  @Test(arguments: 0...6) func `the first place from which on something holds`(border: Int) {
    #expect([0, 1, 2, 3, 4].firstPlace { $0 >= border } == min(border, 5))
    #expect([0, 1, 2, 3, 4][2...].firstPlace { $0 >= border } == max(2, min(border, 5)))
    #expect([Int]().firstPlace { $0 >= border } == 0)
  }
}
