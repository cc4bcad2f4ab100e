import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistFormats

@Suite struct FrontMatterTests {
  @Test(arguments: [
    ("\n---\ntitle: A\n---\n", 2), ("  \n\r\n---\r\ntitle:\r\n---\r\n", 3), ("\n--- \nredirect-from: x\n", 2),
    ("\u{C}\r\r\u{2028}\n---\na: 1\n", 4),
  ])
  func `front matter below empty lines is told where it is`(text: String, line: Int) {
    let (file, messages) = read(text)
    #expect(file == nil)
    #expect(
      messages.first
        == "a.md:\(line):1: error: front matter begins in the first line of a file, and this is in line \(line) [front-matter]; remove what is above it",
      "\(messages)")
  }

  @Test(arguments: [
    "\n---\nA rule and a text: here\n", "\n\ntext\n---\na: 1\n", "\n---\n\na: 1\n", "\n---", "\n", "\n ---\na: 1\n",
    "  ---\na: 1\n",
  ])
  func `a rule is none`(text: String) { #expect(read(text).file?.body == text) }

  @Test(arguments: ["\u{C}", "\u{A0}", "\u{200B}", "\u{FEFF}", "\t"])
  func `what is not visible before front matter is told`(character: String) {
    let message =
      "a.md:1:1: error: front matter begins with the first character of a file, and here one that is not visible precedes it [front-matter]; remove that character"
    #expect(read("\(character)---\ntitle: A\n---\n").messages == [message])
  }

  private func read(_ text: String) -> (file: FrontMatter?, messages: [String]) {
    var diagnostics = Diagnostics()
    let file = FrontMatter(text, file: "a.md", &diagnostics)
    return (file, lines(diagnostics))
  }

  @Test(arguments: [
    ("---\na: 1\n---\nbody\n", "{a: 1}", "body\n", 4),
    ("---\r\na: 1\r\n---\r\nbody\r\n", "{a: 1}", "body\r\n", 4),
    ("---\na: x --- y\n---\n---\nrule", "{a: x --- y}", "---\nrule", 4),
    ("---\na: 1\n---\n", "{a: 1}", "", 4),
    ("---\na: 1\n---", "{a: 1}", "", 4),
    ("---  \na: 1\n--- \t\n\nbody", "{a: 1}", "\nbody", 4),
    ("---\n---\nbody", "{}", "body", 3),
    ("---\n# nothing\n---\nbody", "{}", "body", 4),
    ("body only\n---\n", "{}", "body only\n---\n", 1),
    ("", "{}", "", 1),
    ("----\nx", "{}", "----\nx", 1),
    ("---\na: &x [1]\nb: *x\n---\n", "{a: [1], b: [1]}", "", 5),
    ("---\na: |\n  x\n  ---\n---\nbody", "{a: \"x\n---\n\"}", "body", 6),
    ("+++\na = 1\n+++\nbody\n", "{a: 1}", "body\n", 4), ("+++\n+++\nbody", "{}", "body", 3),
    ("+++ \r\na = 1\r\n+++\t\r\nbody", "{a: 1}", "body", 4), ("+++\na = 1\n+++", "{a: 1}", "", 4),
    ("+++\na = '''\n---\n'''\n+++\n---\n", "{a: \"---\n\"}", "---\n", 6), ("++++\nx", "{}", "++++\nx", 1),
    ("{\"a\": 1}\n\nbody", "{a: 1}", "body", 3),
    ("{\n \"a\": \"}\"\n}\nbody\n", "{a: \"}\"}", "body\n", 4),
    ("{\"a\": 1}", "{a: 1}", "", 1),
  ])
  func `a file is taken apart at its fences`(text: String, node: String, body: String, line: Int) {
    let (file, messages) = read(text)
    #expect(outline(file?.node) == node)
    #expect(file?.body == body)
    #expect(file?.bodyLocation.line == line)
    #expect(messages == [])
  }

  @Test func `text on the line on which JSON ends begins behind it`() {
    #expect(read("{\"é\": 1} body").file?.bodyLocation == SourceLocation(file: "a.md", line: 1, column: 9))
    #expect(read("{\n} body").file?.bodyLocation == SourceLocation(file: "a.md", line: 2, column: 2))
  }

  @Test(arguments: [
    (
      "---\na: 1\nbody\n",
      "a.md:1:1: error: the front matter that opens here has no closing '---' [front-matter]; "
        + "put a line of '---' between the front matter and the text"
    ),
    (
      "---",
      "a.md:1:1: error: the front matter that opens here has no closing '---' [front-matter]; "
        + "put a line of '---' between the front matter and the text"
    ),
    (
      "+++\na = 1\n---\n",
      "a.md:1:1: error: the front matter that opens here has no closing '+++' [front-matter]; "
        + "put a line of '+++' between the front matter and the text"
    ),
    ("+++\na = 1\na = 2\n+++\n", "a.md:3:1: error: the key 'a' appears twice [duplicate-key]"),
    ("+++\na = [1\n+++\n", "a.md:3:1: error: the TOML is broken: it ends inside an array [toml-syntax]"),
    ("+++\na = nan\n+++\n", "a.md:2:5: error: a number must be finite, found \"nan\" [invalid-value]"),
    ("---\n- a\n---\n", "a.md:2:1: error: front matter must be a mapping, found a list [front-matter]"),
    ("---\nword\n---\n", "a.md:2:1: error: front matter must be a mapping, found \"word\" [front-matter]"),
    ("---\na: 1\na: 2\n---\n", "a.md:3:1: error: the key 'a' appears twice [duplicate-key]"),
    (
      "---\na:\n\tb: 1\n---\n",
      "a.md:3:1: error: the YAML is broken: found character that cannot start any token while scanning for the next "
        + "token [yaml-syntax]; indent with spaces, and put text that begins with a special character in quotes"
    ),
    ("{\"a\": }\n", "a.md:1:7: error: the JSON is broken: expected a value [json-syntax]"),
  ])
  func `broken front matter is named with its place`(text: String, message: String) {
    let (file, messages) = read(text)
    #expect(file == nil)
    #expect(messages == [message])
  }

  @Test func `a megabyte below and inside the fences is read`() {
    let long = String(repeating: "word ", count: 200_000)
    let (file, messages) = read("---\na: \(long)\n---\n\(long)")
    #expect(file?.body == long)
    #expect(file?.node["a"]?.text?.utf8.count == long.utf8.count - 1)
    #expect(messages == [])
  }
}
