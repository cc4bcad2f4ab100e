import Testing

@testable import CellistMarkup

@Suite struct CodeMarksTests {
  private func html(_ source: String, marks: Bool = true) -> String {
    var renderer = MarkdownRenderer()
    renderer.marksCode = marks
    return renderer.html(source) { $0 }
  }

  /// Code with its marks as letters before braces.
  private func marked(_ code: String, _ language: String) -> String? {
    CodeMarks.html(code, language: language)?
      .replacing(/<span class="code-(..)[a-z]*">/, with: { "\($0.1){" }).replacing("</span>", with: "}")
      .replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
  }

  @Test(arguments: [
    ("yaml", "title: It's 5 # five", "na{title}: It's nu{5} co{# five}"),
    ("yaml", "- {at: 'x: y', url: https://a.b/#c}", "- {na{at}: st{'x: y'}, na{url}: https://a.b/#c}"),
    ("YML", "rate: -1.5\nok: true", "na{rate}: -nu{1.5}\nna{ok}: ke{true}"),
    ("json", #"{"a": [1, "b\"c"], "d": null}"#, #"{na{"a"}: [nu{1}, st{"b\"c"}], na{"d"}: ke{null}}"#),
    ("toml", "[a]\nb-c = \"c\" # d", "[a]\nna{b-c} = st{\"c\"} co{# d}"),
    ("sh", "export A=$1 # it's\necho 'a # b'", "ke{export} A=$nu{1} co{# it's}\necho st{'a # b'}"),
    ("swift", "let a1 = 0x2F /* b\n*/ + \"\\\"\" // d", "ke{let} a1 = nu{0x2F} co{/* b\n*/} + st{\"\\\"\"} co{// d}"),
    ("python", "\"\"\"a\n'b'\"\"\"\ndef c(): pass", "st{\"\"\"a\n'b'\"\"\"}\nke{def} c(): ke{pass}"),
    ("sql", "SELECT 'a' -- b", "ke{SELECT} st{'a'} co{-- b}"),
    ("html", "<!-- a --><p class=\"b\">\"c\" 1</p>", "co{<!-- a -->}na{<p} class=st{\"b\"}>\"c\" 1na{</p}>"),
    ("mustache", "{{! a }}<b>{{#c}}</b>", "co{{{! a }}}na{<b}>na{{{#c}}}na{</b}>"),
    ("js", "`a\nb` + 'c\nd'", "st{`a\nb`} + 'c\nd'"),
  ])
  func `comments, strings, numbers, keywords and names have marks`(language: String, code: String, expected: String) {
    #expect(marked(code, language) == expected)
  }

  @Test func `code of no language, of another and in lines of its own is as it was`() {
    for source in ["```\na: 1\n```", "```text\na: 1\n```", "    a: 1", "`a: 1`", "~~~ csv\n1\n~~~"] {
      #expect(html(source) == html(source, marks: false))
    }
    #expect(
      html("> ```yaml\n> a: 1\n> ```\n\nb")
        == "<blockquote>\n<pre><code class=\"language-yaml\"><span class=\"code-name\">a</span>: "
        + "<span class=\"code-number\">1</span>\n</code></pre>\n</blockquote>\n<p>b</p>\n")
  }

  @Test(arguments: ["yaml", "json", "swift", "sql", "html"])
  func `marks change nothing of the text`(language: String) {
    let parts = [
      "\"", "'", "`", "\\", "#", " ", "\n", "//", "/*", "*/", "--", "<", "</", "<!--", "-->", "{{", "}}", ":", "a", "0",
      ".5",
      "é", "&", "\"\"\"",
    ]
    for one in parts {
      for two in parts {
        let code = parts.map { "\(one)\(two)\($0)" }.joined(separator: "\n")
        let plain = html("~~~~~~ \(language)\n\(code)\n~~~~~~\n").replacing(
          /<span class="code-[a-z]+">|<\/span>/, with: "")
        #expect(plain == html("~~~~~~ \(language)\n\(code)\n~~~~~~\n", marks: false))
      }
    }
  }

  // These would take hours if it were.
  @Test(.timeLimit(.minutes(1)), arguments: ["'\\'", "\"\\\"", " '", "<!-", "{", "a'"])
  func `no quote is looked for twice on a line`(text: String) throws {
    let code = String(repeating: text, count: 30_000)
    for language in ["swift", "yaml", "html"] {
      let html = try #require(CodeMarks.html(code, language: language))
      // What is escaped or marked is longer than the code, and nothing is left out.
      #expect(html.utf8.count >= code.utf8.count)
    }
  }
}
