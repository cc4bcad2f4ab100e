import CellistMarkup
import Testing

@Suite struct MarkdownHeadingTests {
  @Test(arguments: [
    ("# Emma\nText", "Emma", 1, "Text"), ("\n \n  #\tEmma #\r\n\r\nText", "Emma", 3, "\r\nText"),
    ("# Emma", "Emma", 1, ""), ("Emma\n===  \nText\n", "Emma", 2, "Text\n"),
    ("# *Emma* & `x` [y](z)\rText", "Emma & x y", 1, "Text"),
  ])
  func `a text may begin with a heading`(source: String, words: String, lines: Int, rest: String) throws {
    let heading = try #require(MarkdownHeading(of: source))
    #expect(heading.words == words)
    #expect(heading.end.line == lines)
    #expect(String(decoding: Array(source.utf8)[heading.end.byte...], as: UTF8.self) == rest)
  }

  @Test(arguments: [
    "", "\n", "Emma", "## Emma\n", "#Emma\n", "    # Emma\n", "#\n", "Text\n\n# Emma\n", "Emma\n---\n", "- a\n===\n",
    "Emma\n\n===\n", "\\# Emma\n", "Emma\n    ===\n", "Emma\n=== x\n", "# \n",
  ])
  func `or otherwise`(source: String) { #expect(MarkdownHeading(of: source) == nil) }
}
