import Foundation
import Testing

@testable import CellistMarkup
@testable import CellistText

@Suite struct MarkdownLimitsTests {
  private func lines(_ line: String, _ count: Int) -> String { String(repeating: line + "\n", count: count) }

  private func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func `block quotes and list items in each other are counted`() throws {
    for mark in ["> ", ">", "- ", "+ ", "* ", "1. ", "12) ", ">\t", "- > "] {
      let problem = try #require(MarkdownLimits.problem(in: times(mark, 101) + "a"), "\(mark)")
      #expect(problem.message == "the Markdown is nested too deeply")
      #expect(
        problem.position == TextPosition(line: 1, column: (mark == "- > " ? 50 * 4 : 100 * mark.count) + 1), "\(mark)")
      if mark != "- > " { #expect(MarkdownLimits.problem(in: times(mark, 100) + "a") == nil) }
    }
  }

  @Test func `so are those that go on on other lines`() throws {
    let nested = (0..<150).map { times(" ", 2 * $0) + "- a\n" }.joined()
    #expect(MarkdownLimits.problem(in: nested)?.position == TextPosition(line: 101, column: 201))
    // Empty lines keep all items open.
    let apart = times("- ", 60) + "a\n\n" + times(" ", 120) + times("- ", 60) + "a\n"
    #expect(MarkdownLimits.problem(in: apart)?.position == TextPosition(line: 3, column: 201))
    #expect(MarkdownLimits.problem(in: times("- ", 60) + "a\n\n" + times("- ", 60) + "a\n") == nil)
    #expect(MarkdownLimits.problem(in: times("+ ", 50) + times("> ", 60) + "a")?.position.line == 1)
  }

  @Test(arguments: [
    "- a\n", "> a\n", "    - a\n", "* * *\n", "- a\n  - b\n    - c\n", "1. a\n2. b\n", "![a](b) [c](d)\n\n",
    "[![a](b)](c)\n\n",
    "- ![a](b) [c](d)\n", "\n", "# ![a](b) [c](d)\n", "> - a\n>   > b\n", "|a|b|\n",
  ])
  func `any number of lines that people write is fine`(line: String) {
    #expect(MarkdownLimits.problem(in: times(line, 20_000)) == nil)
  }

  @Test func `rules and code look like lists and are none`() {
    for text in [
      times("- ", 500), times("* ", 500), "> " + times("- ", 500), times("_ ", 500), times("-", 500), times("=", 500),
      "```\n" + times(">", 500) + "\n```\n", "~~~ text\n" + times("- ", 200) + "a\n~~~\n", times(" ", 500) + "a",
      "a\n\n" + times(" ", 500) + "- a",
    ] {
      #expect(MarkdownLimits.problem(in: text) == nil, "\(text.prefix(20))")
    }
  }

  @Test func `a fence that is none hides nothing`() {
    let deep = times("> ", 200) + "a"
    for text in [
      "```\ncode\n```\n\(deep)", "    ```\n\(deep)", "``` a`b\n\(deep)", "- ```\n\n\(deep)", "<!--\n```\n-->\n\(deep)",
      "~~~\n~~~\n\(deep)", "```\n````\n\(deep)", "``\n\(deep)", "```\r```\r\(deep)",
    ] {
      #expect(MarkdownLimits.problem(in: text)?.message == "the Markdown is nested too deeply", "\(text.prefix(20))")
    }
  }

  @Test func `images that open and links that close are counted for each paragraph`() throws {
    #expect(MarkdownLimits.problem(in: times("![[]()", 4_000)) == nil)
    let problem = try #require(MarkdownLimits.problem(in: "One.\n\ntwo " + times("![[]()", 5_000) + "\n"))
    #expect(problem.message == "a paragraph of the Markdown has too many images and links")
    #expect(problem.position == TextPosition(line: 3, column: 5))
    #expect(MarkdownLimits.problem(in: lines(times("![", 100), 60) + lines(times("[](a)", 100), 60)) != nil)
    #expect(MarkdownLimits.problem(in: times("![[]()", 4_000) + "\n\n" + times("![[]()", 4_000)) == nil)
  }

  /// The texts for which cmark takes much more than linear time, and which are not counted, would not end here.
  @Test(arguments: [
    "[", "![", "[a](", "[a](<b", "[[]", "![a", "*a _b ", "*a **b ", "a**b", "_a ", "**x ", "`", "a`b``", "<!--", "<?",
    "<!A ",
    "<![CDATA[", "<a b='", "&#1", "\\", "[a]: b\n", "[a]: <b\n", "[a\n", "\"a ", "a\n=\n", "- a\n", "> a\n", "- \n",
    "#", "\n",
    "***", "a* ", "</a ", "<a@b.", "[a][b]", "![[]()\n\n", "- ![[]()\n",
  ])
  func `what is not counted is read in time`(piece: String) {
    let text = times(piece, 300_000 / piece.utf8.count)
    #expect(MarkdownLimits.problem(in: text) == nil)
    _ = MarkdownRenderer(idPrefix: "").html(text) { $0 }
  }

  @Test func `CommonMark's own specification, and our own texts, are within the limits`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: root.appending(path: "content"), includingPropertiesForKeys: nil)
    var count = 0
    for case let file as URL in files ?? .init() where file.pathExtension == "md" {
      count += 1
      #expect(try MarkdownLimits.problem(in: String(contentsOf: file, encoding: .utf8)) == nil, "\(file.path)")
    }
    #expect(count > 10)
  }
}
