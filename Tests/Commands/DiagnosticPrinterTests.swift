import CellistRecords
import Foundation
import Testing

@testable import CellistCommands

/// Swift Testing has a type of the same name.
typealias Place = CellistRecords.SourceLocation

@Suite struct DiagnosticPrinterTests {
  private let more = Diagnostic(
    .error, .invalidValue, "'number' must be an integer, found \"twelve\"",
    at: Place(file: "content/elements/more.csv", line: 14, column: 14), hint: "write digits",
    excerpt: Excerpt("Mg,Magnesium,twelve,24.305", column: 14))
  private let nowhere = Diagnostic(.warning, .unknownTheme, "there is no theme")

  private func print(
    _ format: DiagnosticFormat, _ diagnostics: Diagnostic..., colours: Bool = false, prefix: String = ""
  ) -> String {
    DiagnosticPrinter(format: format, colours: colours, prefix: prefix).text(of: diagnostics)
  }

  // MARK: Text

  @Test func `text is the place, the message, the line with a mark, and the hint`() {
    #expect(
      print(.text, more, nowhere) == """
        content/elements/more.csv:14:14: error: 'number' must be an integer, found "twelve" [invalid-value]
          14 | Mg,Magnesium,twelve,24.305
             |              ^~~~~~
             = write digits
        warning: there is no theme [unknown-theme]

        """)
  }

  @Test func `the margin is as wide as the number of the line`() {
    var one = more
    one.hint = nil
    one.location = Place(file: "a.csv", line: 3, column: 1)
    one.excerpt = Excerpt("Mg,Magnesium,twelve,24.305", column: 1)
    #expect(
      print(.text, one) == """
        a.csv:3:1: error: 'number' must be an integer, found "twelve" [invalid-value]
           3 | Mg,Magnesium,twelve,24.305
             | ^~

        """)
    one.location = Place(file: "a.csv", line: 12345, column: 4)
    one.excerpt = Excerpt("Mg,Magnesium,twelve,24.305", column: 4)
    one.hint = "a hint"
    #expect(
      print(.text, one) == """
        a.csv:12345:4: error: 'number' must be an integer, found "twelve" [invalid-value]
          12345 | Mg,Magnesium,twelve,24.305
                |    ^~~~~~~~~
                = a hint

        """)
  }

  @Test(arguments: ["", "  ", "\t"])
  func `an empty line is not shown`(excerpt: String) {
    var one = more
    one.excerpt = Excerpt(excerpt, column: 1)
    #expect(
      print(.text, one) == """
        content/elements/more.csv:14:14: error: 'number' must be an integer, found "twelve" [invalid-value]
             = write digits

        """)
  }

  @Test func `colours stand around the place, the severity and the mark`() {
    #expect(
      print(.text, more, nowhere, colours: true) == """
        \u{1B}[1mcontent/elements/more.csv:14:14: \u{1B}[0m\u{1B}[1;31merror\u{1B}[0m: 'number' must be an integer, \
        found "twelve" [invalid-value]
          14 | Mg,Magnesium,twelve,24.305
             | \u{1B}[1;32m             ^~~~~~\u{1B}[0m
             = write digits
        \u{1B}[1;35mwarning\u{1B}[0m: there is no theme [unknown-theme]

        """)
  }

  @Test func `paths begin with the site's folder as the user named it`() {
    #expect(print(.text, more, prefix: "../my site").hasPrefix("../my site/content/elements/more.csv:14:14: error: "))
    #expect(print(.github, more, prefix: "docs").hasPrefix("::error file=docs/content/elements/more.csv,line=14,"))
    #expect(print(.json, more, prefix: "docs").contains("\"file\": \"docs/content/elements/more.csv\""))
  }

  @Test func `no part of a diagnostic can steer the terminal`() {
    let steering = "a\u{1B}[31m\u{7}\r\n\u{9B}\u{0}b"
    let one = Diagnostic(
      .error, .invalidValue, "found \(steering)", at: Place(file: "c/\(steering).md", line: 1, column: 1),
      hint: "hint \(steering)", excerpt: Excerpt("x\tline \(steering)", column: 1))
    let safe = "a\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b"
    #expect(
      print(.text, one) == """
        c/\(safe).md:1:1: error: found \(safe) [invalid-value]
           1 | x\tline \(safe)
             | ^
             = hint \(safe)

        """)
  }

  @Test func `letters, marks and symbols of all scripts stay as they are`() {
    let text = "é e\u{301} 日本 עברית 👩‍👩‍👧 ﷽\t·"
    #expect(DiagnosticPrinter.printable(text) == text)
  }

  @Test func `nothing wrong is no text`() {
    #expect(print(.text) == "")
    #expect(print(.github) == "")
    #expect(print(.json) == "{\n  \"version\": 1,\n  \"diagnostics\": []\n}\n")
  }

  @Test func `of one kind the first three are printed, and how many more there are`() {
    let all = (1...9).map { line in
      var one = more
      one.location = Place(file: line < 6 ? "a.csv" : "b.csv", line: line, column: 14)
      one.subject = "number"
      return one
    }
    let text = DiagnosticPrinter(format: .text).text(of: all)
    #expect(text.components(separatedBy: "error: ").count == 4)
    #expect(
      text.hasSuffix(
        """
        a.csv:3:14: error: 'number' must be an integer, found "twelve" [invalid-value]
           3 | Mg,Magnesium,twelve,24.305
             |              ^~~~~~
             = write digits
             = 6 more of this kind in 2 files; --all prints each

        """))
    let whole = DiagnosticPrinter(format: .text, printsAll: true).text(of: all)
    #expect(whole.components(separatedBy: "error: ").count == 10)
    #expect(!whole.contains("more of this kind"))
    #expect(DiagnosticPrinter(format: .json).text(of: all).components(separatedBy: "invalid-value").count == 10)
  }

  @Test func `there are as many annotations as GitHub shows, one of each kind first`() {
    let all = (1...30).map { line in
      var one = more
      one.location = Place(file: "a.csv", line: line, column: 1)
      one.subject = line < 20 ? "x" : "y\(line)"
      if line == 30 { one.severity = .warning }
      return one
    }
    let printer = DiagnosticPrinter(format: .github)
    let lines = printer.annotations(of: all).shown.compactMap { $0.location?.line }
    #expect(lines == [1] + (20...28) + [30])
    #expect(printer.annotations(of: all).rest.count == 19)
    #expect(printer.text(of: all).components(separatedBy: "::error ").count == 11)
    #expect(printer.text(of: Array(all.prefix(10))).components(separatedBy: "::error ").count == 11)
    #expect(
      DiagnosticPrinter(format: .github, printsAll: true).text(of: all).components(separatedBy: "::error ").count == 30)
  }

  // MARK: JSON

  @Test func `json is one document`() {
    #expect(
      print(.json, more, nowhere) == """
        {
          "version": 1,
          "diagnostics": [
            {
              "severity": "error",
              "code": "invalid-value",
              "message": "'number' must be an integer, found \\"twelve\\"",
              "file": "content/elements/more.csv",
              "line": 14,
              "column": 14,
              "hint": "write digits"
            },
            {
              "severity": "warning",
              "code": "unknown-theme",
              "message": "there is no theme"
            }
          ]
        }

        """)
  }

  @Test func `json escapes what would end a text or steer a terminal`() {
    let one = Diagnostic(.error, .invalidValue, "a\"\\\n\r\n\t\u{1B}\u{2028}é")
    #expect(print(.json, one).contains(#""message": "a\"\\\n\r\n\t\u001b\u2028é""#))
  }

  // MARK: GitHub

  @Test func `github gets one annotation each, with the hint below the message`() {
    #expect(
      print(.github, more, nowhere) == """
        ::error file=content/elements/more.csv,line=14,col=14,title=invalid-value::'number' must be an integer, \
        found "twelve"%0Awrite digits
        ::warning title=unknown-theme::there is no theme

        """)
  }

  @Test(arguments: [
    ("100%", "100%25"), ("a\nb", "a\u{FFFD}b"), ("a\rb", "a\u{FFFD}b"),
    ("a\r\n::error::b", "a\u{FFFD}\u{FFFD}::error::b"),
    ("%\u{301}0A", "%25\u{301}0A"), ("%0A", "%250A"), ("a:b,c", "a:b,c"),
  ])
  func `no message can begin an annotation of its own`(message: String, escaped: String) {
    let text = print(.github, Diagnostic(.error, .invalidValue, message))
    #expect(text.utf8.elementsEqual("::error title=invalid-value::\(escaped)\n".utf8))
  }

  @Test(arguments: [
    ("a,line=1.md", "a%2Cline=1.md"), ("a:b.md", "a%3Ab.md"), ("a\r\n.md", "a\u{FFFD}\u{FFFD}.md"),
    (",\u{301}:\u{301}.md", "%2C\u{301}%3A\u{301}.md"),
  ])
  func `no file name can add to an annotation`(file: String, escaped: String) {
    let text = print(.github, Diagnostic(.error, .invalidValue, "m", at: Place(file: file, line: 1, column: 2)))
    #expect(text.utf8.elementsEqual("::error file=\(escaped),line=1,col=2,title=invalid-value::m\n".utf8))
  }
}
