import Testing

@testable import CellistCommands

@Suite struct ExcerptMarkTests {
  @Test(arguments: [
    ("Mg,Magnesium,twelve,24", 14, "             ^~~~~~"),
    ("name: twelve", 7, "      ^~~~~~"),
    ("name: \"a b\" # c", 7, "      ^~~~~"),
    ("name: 'a b", 7, "      ^"),
    ("[a, b]", 2, " ^"), ("{key: x}", 2, " ^~~"), ("a|b", 1, "^"), ("<p>{{titel}}</p>", 6, "     ^~~~~"),
    ("a b", 2, " ^"), ("a", 1, "^"), ("", 1, "^"),
  ])
  func `the mark stands below the word that begins at the place`(line: String, column: Int, mark: String) {
    let marked = ExcerptMark(line, column: column)
    #expect(marked.line == line)
    #expect(marked.mark == mark)
  }

  @Test(arguments: [(2, " ^"), (3, "  ^"), (4, "  ^"), (1000, "  ^"), (0, "^~"), (-5, "^~")])
  func `a place beyond the line is marked at its end`(column: Int, mark: String) {
    #expect(ExcerptMark("ab", column: column).mark == mark)
  }

  @Test(arguments: [
    ("\tname: x", 8, "\t      ^"),
    ("a\tb", 3, " \t^"),
    ("日本語: x", 6, "        ^"),
    ("x: 日本語", 4, "   ^~~~~~"),
    ("한글 b", 4, "     ^"),
    ("👩 b", 3, "   ^"),
    ("e\u{301}te\u{301} b", 7, "    ^"),
    ("x: e\u{301}te\u{301} b", 4, "   ^~~"),
    ("a\u{200B}b c", 5, "   ^"),
    ("ﾊﾝ b", 4, "   ^"),
  ])
  func `the mark keeps its place below tabs, wide characters and marks`(line: String, column: Int, mark: String) {
    let marked = ExcerptMark(line, column: column)
    #expect(marked.line == line)
    #expect(marked.mark == mark)
  }

  @Test func `a long line is cut behind its first hundred characters`() {
    let marked = ExcerptMark("key: value" + String(repeating: "x", count: 200), column: 6)
    #expect(marked.line == "key: value" + String(repeating: "x", count: 90) + "…")
    #expect(marked.mark == "     ^" + String(repeating: "~", count: 94))
  }

  @Test func `a long line is cut around a place far inside it`() {
    let marked = ExcerptMark(
      String(repeating: "a", count: 150) + " word " + String(repeating: "b", count: 150), column: 152)
    #expect(marked.line == "…" + String(repeating: "a", count: 49) + " word " + String(repeating: "b", count: 45) + "…")
    #expect(marked.mark == String(repeating: " ", count: 51) + "^~~~")
  }

  @Test func `a long line is shown to its end where the place is near it`() {
    let marked = ExcerptMark(String(repeating: "a", count: 150) + " end", column: 152)
    #expect(marked.line == "…" + String(repeating: "a", count: 49) + " end")
    #expect(marked.mark == String(repeating: " ", count: 51) + "^~~")
    #expect(
      ExcerptMark(String(repeating: "a", count: 150), column: 151).mark == String(repeating: " ", count: 51) + "^")
  }

  @Test func `what would steer a terminal is replaced, and takes one column`() {
    let marked = ExcerptMark("a\u{1B}[1m: x", column: 8)
    #expect(marked.line == "a\u{FFFD}[1m: x")
    #expect(marked.mark == "       ^")
  }

  @Test func `the caret stands below the place on every line and at every column`() {
    for count in [0, 1, 66, 67, 99, 100, 101, 150, 400] {
      let line = String((0..<count).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
      for column in 1...(count + 1) {
        let marked = ExcerptMark(line, column: column)
        let caret = Array(marked.mark).firstIndex(of: "^") ?? -1
        let shown = Array(marked.line)
        #expect(shown.count <= 102 && marked.mark.count <= max(shown.count, caret + 1))
        if column <= count { #expect(shown[caret] == Array(line)[column - 1]) } else { #expect(caret == shown.count) }
      }
    }
  }
}
