import CellistFamilies
import CellistSettings
import CellistSites
import CellistTestSupport
import CellistTyped
import Testing

/// Hostile content cannot put a script, a `javascript:` link, a broken attribute or a file outside the output into a site.
@Suite struct HostileContentTests {
  /// A site of the default theme that prints `text` in every place that takes text.
  private static func site(printing text: String) -> TestSite {
    // JSON is YAML, and its strings can hold anything.
    let quoted =
      "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\0"..<" ", "\u{7F}"..."\u{9F}":
          "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
            + String(scalar.value, radix: 16)
        default: String(scalar)
        }
      }.joined() + "\""
    let name = text.replacing("/", with: "∕").replacing("\0", with: "")
    return TestSite([
      "content/site.yml": """
      title: \(quoted)
      author: \(quoted)
      description: \(quoted)
      base: https://example.org/base/
      theme: {name: default, settings: {menu: \(quoted), continued: \(quoted), credit: \(quoted), skip: \(quoted)}}
      menu: [{title: \(quoted), url: items}, items/big]
      """,
      "content/index.md": "---\n{\"title\": \(quoted), \"description\": \(quoted)}\n---\nPlain\n",
      "content/items/list.yml": """
      title: \(quoted)
      description: \(quoted)
      record:
        name: {type: text, label: \(quoted)}
        kind: {choice: [\(quoted), other], label: \(quoted)}
        length: {type: number, unit: \(quoted), label: \(quoted)}
        tags: [text]
        names: {map: text}
        numbers: {map: {map: number}}
        file: asset
        link: url
      id: [length, name]
      sort: [length]
      sections: {by: kind, missing: \(quoted), footer: {length: mean}}
      pages: 1
      record-pages: true
      """,
      "content/items/items.json": """
      [{"name": \(quoted), "kind": \(quoted), "length": 1.5, "tags": [\(quoted), \(quoted)],
        "names": {\(quoted): \(quoted)}, "numbers": {\(quoted): {\(quoted): 2}}, "file": "x.png", "link": "https://example.org/?a&b"},
       {"name": "other one", "kind": \(quoted), "length": 2, "tags": [], "names": {}, "file": "x.png", "link": "x.png"}]
      """,
      "content/items/x.png": "", "content/items/\(name).txt": "", "content/\(name)/\(name).svg": "",
      "content/items/big/list.yml": "title: \(quoted)\nrecord: {\"a-field\": text}\nrecord-pages: true\n",
      "content/items/big/one.md": "---\n{\"a-field\": \(quoted)}\n---\n",
    ])
  }

  @Test(arguments: [
    "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>", "</title><script>alert(1)</script>",
    "<script>alert(1)</script>", "</textarea></noscript></style><svg onload=alert(1)>", "<!--", "--><b>", "]]><b>",
    "\" onmouseover=\"alert(1)", "' onmouseover='alert(1)", "` onmouseover=`alert(1)", "{{{@site.title}}} {{> brand}}",
    "{{=<% %>=}}", "javascript:alert(1)", "&lt;script&gt; &#60;b&#62; &quot;", "\u{1}\" x=\"\u{1}a<b>\u{1}",
    "a\u{2028}b\u{FEFF}c\u{202E}d", "\u{301}<\u{301}b>", "a/../../../b", "%2e%2e/%2e%2e/b", "\\\"><b>", "<\u{0}b>x",
    "one\ntwo\r\n\tthree", "\u{10FFFF}x", "ſcript <ſcript>", "＜script＞x",
  ])
  func `text is text wherever a page prints it`(payload: String) throws {
    let nul = payload.contains("\0")
    let hostile = Self.site(printing: payload)
    if nul { return #expect(hostile.diagnostics().contains("NUL")) }
    let (files, outcome) = hostile.builder.render()
    #expect(outcome.diagnostics.map(\.message) == [])
    let harmless = Self.site(printing: "harmless").render()
    func pages(_ files: [String: String]) -> [String] {
      files.filter { $0.key.hasSuffix(".html") }.sorted { $0.key < $1.key }.map { HTMLSkeleton($0.value).description }
        .sorted()
    }
    let texts = files.mapValues { String(decoding: $0, as: UTF8.self) }
    #expect(pages(texts) == pages(harmless))
    #expect(harmless.count == texts.count)
    for (path, text) in texts where path.hasSuffix(".html") {
      for link in HTMLSkeleton(text).links {
        #expect(
          link.hasPrefix("/base/") || link.hasPrefix("https://example.org/") || link.hasPrefix("#") || link == "data:,")
      }
      let ids = HTMLSkeleton(text).ids
      #expect(Set(ids).count == ids.count)
    }
    for path in texts.keys {
      #expect(!path.hasPrefix("/") && !path.split(separator: "/").contains("..") && !path.contains("//"))
    }
  }

  // MARK: Links

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "javascript&colon;alert(1)", "&#106;avascript:alert(1)",
    "&#x6A;avascript&#x3a;alert(1)", "java&#10;script:alert(1)", "java&Tab;script:alert(1)", "&#1;javascript:alert(1)",
    "\u{1}javascript:alert(1)", "javascript:\u{301}alert(1)", "javascript\\:alert(1)", "data:text/html,x",
    "DATA:text/html;base64,x", "vbscript:msgbox(1)", "file:///etc/passwd", "blob:x", "view-source:x", "x:y",
    "javascript:/items/", "javascript:#x", "&nbsp;javascript:alert(1)", "\u{FEFF}javascript:alert(1)",
  ])
  func `Markdown links no script`(target: String) {
    for text in [
      "[x](\(target))", "[x](<\(target)>)", "![x](\(target))", "[x]\n\n[x]: \(target)\n", "[x](\(target) \"t\")",
    ] {
      let site = TestSite(["content/site.yml": "title: T\n", "content/index.md": text])
      let (files, outcome) = site.builder.render()
      let codes = outcome.diagnostics.map(\.code)
      #expect(codes == [.unsafeLink] || codes == [.brokenLink], "\(text)")
      if outcome.hasErrors { continue }
      let page = HTMLSkeleton(String(decoding: files["index.html"] ?? [], as: UTF8.self))
      #expect(page.links.allSatisfy(Self.isHarmless), "\(page.links)")
    }
  }

  /// Whether a browser that follows a link stays with the schemes that a page may use. Browsers drop control characters
  /// and white space at the ends of a link, and tabs and line breaks anywhere.
  private static func isHarmless(_ link: String) -> Bool {
    let scalars = link.unicodeScalars.drop { $0.value <= 0x20 }.filter { !"\t\n\r".unicodeScalars.contains($0) }
    let start = scalars.prefix { !":/?#".unicodeScalars.contains($0) }
    guard start.count < scalars.count, scalars[scalars.index(scalars.startIndex, offsetBy: start.count)] == ":" else {
      return true
    }
    return link == "data:,"
      || ["http", "https", "mailto", "tel"].contains(String(String.UnicodeScalarView(start)).lowercased())
  }

  @Test(arguments: [
    "<javascript:alert(1)>", "<vbscript:alert(1)>", "[![x](javascript:a)](https://example.org)",
    "[x](javascript:alert(1)",
  ])
  func `other ways to link in Markdown`(text: String) {
    let site = TestSite(["content/site.yml": "title: T\n", "content/index.md": text])
    let (files, outcome) = site.builder.render()
    if outcome.hasErrors { return #expect(outcome.diagnostics.map(\.code) == [.unsafeLink]) }
    let links = HTMLSkeleton(String(decoding: files["index.html"] ?? [], as: UTF8.self)).links
    #expect(!links.contains { $0.contains("script:") })
  }

  @Test(arguments: [
    "javascript:alert(1)", "JAVASCRIPT:alert(1)", "  javascript:alert(1)", "\\tjavascript:alert(1)",
    "java\\nscript:alert(1)",
    "java\\tscript:alert(1)", "\\u0001javascript:alert(1)", "javascript\\u0000:alert(1)", "javascript:\u{301}alert(1)",
    "data:text/html,x", "vbscript:x", "https://example.org/ javascript:x", "https:\\n//x",
    "javascript&colon;alert(1)",
    "x:y", "\u{A0}javascript:alert(1)", "\u{2003}javascript:alert(1)", "javascript：alert(1)",
  ])
  func `url fields link no script`(target: String) {
    let site = TestSite.list(
      "record: {name: text, link: url, more: {map: [url]}}\nid: name\n",
      ["a.json": "[{\"name\": \"a\", \"link\": \"\(target)\", \"more\": {\"x\": [\"\(target)\"]}}]"],
      cell: "<li><a href=\"{{link}}\">{{name}}</a></li>")
    let codes = site.builder.check().diagnostics.map(\.code)
    #expect(codes.count == 2)
    #expect(codes.allSatisfy { [.unsafeLink, .brokenLink, .invalidValue, .missingValue].contains($0) })
    #expect(site.render().isEmpty)
  }

  @Test(arguments: [
    "//example.org/x.png", "https://example.org/x.png", "data:image/png,x", "../../../etc/passwd", "/../x.png", "#x",
    "?x",
    "%2e%2e/%2e%2e/x.png", "..", ".", "/", "X.PNG", "", "./", "list.yml", "../index.md", "../items/",
  ])
  func `an asset is a file of the site`(target: String) {
    let site = TestSite.list(
      "record: {name: text, picture: asset}\nid: name\n",
      ["a.json": "[{\"name\": \"a\", \"picture\": \"\(target)\"}]", "x.png": "", "content/index.md": ""])
    let diagnostics = site.builder.check().diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics)")
  }

  @Test(arguments: [
    ("x.png", "/items/x.png"), ("./x.png", "/items/x.png"), ("../a%20b.txt", "/a%20b.txt"), ("/a b.txt", "/a%20b.txt"),
    ("x.png?v=1", "/items/x.png?v=1"), ("x%2Epng", "/items/x.png"), ("..%2Fa%20b.txt", "/a%20b.txt"),
  ])
  func `assets are found as links are`(target: String, url: String) {
    let site = TestSite.list(
      "record: {name: text, picture: asset}\nid: name\n",
      ["a.json": "[{\"name\": \"a\", \"picture\": \"\(target)\"}]", "x.png": "", "content/a b.txt": ""],
      cell: "<img src=\"{{picture}}\" alt=\"\">")
    #expect(site.diagnostics() == "")
    #expect(site.render()["items/index.html"] == "<h2>items</h2><ul><img src=\"\(url)\" alt=\"\"></ul>")
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:x", "data:x", "\u{1}javascript:x", " javascript:x", "//", "..", "../x",
  ])
  func `the menu links no script, and nothing outside`(target: String) {
    let quoted = target.replacing("\u{1}", with: "\\u0001")
    let site = TestSite(["content/site.yml": "title: T\nmenu: [\"\(quoted)\"]\n"])
    let (files, outcome) = site.builder.render()
    if !outcome.hasErrors {
      let links = HTMLSkeleton(String(decoding: files["index.html"] ?? [], as: UTF8.self)).links
      #expect(links.allSatisfy { $0.hasPrefix("/") || $0.hasPrefix("#") || $0 == "data:," }, "\(links)")
    }
  }

  // MARK: Paths

  @Test(arguments: [
    ("..", nil), (".", nil), ("/", nil), ("", nil), ("../../etc/passwd", "etc-passwd"), ("/etc/passwd", "etc-passwd"),
    ("a/b", "a-b"), ("a\\nb", "a-b"), ("%2e%2e%2f", "2e-2e-2f"), ("con", "con"), ("page", "page"), ("CON", "con"),
    (".htaccess", "htaccess"), ("..a", "a"), ("a..", "a.."), ("\\\\..\\\\x", "x"), ("a\\u0000b", nil),
    ("<b>", "b"), ("\u{301}x", "\u{301}x"), ("İ", "i̇"), ("-", nil), ("~", "~"), ("x\\ty", "x-y"),
  ])
  func `an id becomes a safe path, or is refused`(id: String, slug: String?) {
    let site = TestSite.list(
      "record: {name: text}\nid: name\nrecord-pages: true\n", ["a.json": "[{\"name\": \"\(id)\"}]"])
    let (files, outcome) = site.builder.render()
    #expect(outcome.hasErrors == (slug == nil), "\(outcome.diagnostics)")
    guard let slug else { return }
    #expect(files.keys.contains("items/\(slug)/index.html"), "\(files.keys)")
  }

  @Test func `an id may be called as a file of the list, but not take its place`() {
    let site = TestSite.list(
      "record: {name: text}\nid: name\nrecord-pages: true\npages: 1\n",
      ["a.csv": "name\nindex.html\npage\n", "content/items/page/2/index.html": "x"])
    #expect(
      site.diagnostics() == """
        content/items/a.csv:2:1: error: the page of this record would be 'items/index.html/index.html', and 'items/index.html' is a file [path-collision]
           2 | index.html
             | ^~~~~~~~~~
             = the file comes from content/items/list.yml:1:1
        content/items/list.yml:1:1: error: two pages have the path 'items/page/2/index.html' [path-collision]
           1 | record: {name: text}
             | ^~~~~~
             = the other one is content/items/page/2/index.html:1:1

        """)
  }

  @Test func `whatever is long stands in messages with its beginning alone`() {
    let long = String(repeating: "long ", count: 20_000)
    let site = TestSite.list(
      "record: {name: text, kind: {choice: [a, b]}, who: {record: items, optional: true}, day: date?}\nid: name\n",
      [
        "a.json": """
        [{"name": "\(long)", "kind": "a"}, {"name": "\(long)", "kind": "\(long)"}, {"name": "c", "kind": "a", "\(long)": 1},
         {"name": "d", "kind": "a", "who": "\(long)", "day": "\(long)"}]
        """, "b.yml": "\(long): 1\n\(long): 2\n", "c.csv": "name,kind,\(long),\(long)\nx,a,1,2\n",
      ])
    let found = site.builder.check().diagnostics
    #expect(found.count > 6)
    for diagnostic in found {
      #expect(diagnostic.message.count < 250, "\(diagnostic.message.prefix(300))")
      #expect(diagnostic.hint?.count ?? 0 < 250, "\(diagnostic.hint?.prefix(300) ?? "")")
    }
  }

  @Test func `an id of two hundred bytes is the longest`() {
    func site(_ count: Int) -> TestSite {
      TestSite.list("record: {name: text}\nid: name\n", ["a.csv": "name\n\(String(repeating: "x", count: count))\n"])
    }
    #expect(site(200).diagnostics() == "")
    #expect(
      site(201).builder.check().diagnostics.map(\.message) == ["the id makes a slug of 201 bytes; 200 is the most"])
  }

  @Test func `sections with pages of their own need titles that fit a file name`() {
    let long = String(repeating: "x", count: 201)
    let site = TestSite.list(
      "record: {name: text, kind: text}\nid: name\nsections: {by: kind}\npages: {by: section}\n",
      ["a.csv": "name,kind\na,\(long)\n"])
    #expect(
      site.diagnostics() == """
        content/items/list.yml:3:16: error: a section makes a slug of 201 bytes; 200 is the most [invalid-slug]
           3 | sections: {by: kind}
             |                ^~~~
             = sections with pages of their own need shorter titles

        """)
  }

  @Test(arguments: [
    "a\nb.txt", "\"quotes\".txt", "<b>.txt", "a'b.txt", "%2e%2e.txt", "?#.txt", " .txt", "\u{301}mark.txt", "a\\b.txt",
    "javascript:alert(1)", "\u{1B}[31m.txt", "&amp;.txt", "{{x}}.txt", "index.htm", "con",
  ])
  func `a file of any name is published under it, and linked with escapes`(name: String) throws {
    let encoded = SiteBase.root.url(of: "items/\(name)")
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && !"<>\"`{}|\\^?#".utf8.contains($0) })
    let target = encoded.below("/items").replacing(":", with: "%3A").replacing("&", with: "%26")
    let site = TestSite.list(
      "record: {name: text, file: asset, text: markdown}\nid: name\n",
      ["a.json": "[{\"name\": \"a\", \"file\": \"\(target)\", \"text\": \"[x](<\(target)>)\"}]", name: "content"],
      cell: "<a href=\"{{file}}\">x</a>{{text}}")
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["items/\(name)"] == "content")
    let links = HTMLSkeleton(try #require(files["items/index.html"])).links
    #expect(links.count == 2)
    #expect(links[0] == encoded)
    #expect(links.allSatisfy { $0.utf8.starts(with: "/items/".utf8) })
  }

  // MARK: Size and depth

  private static let deep = 10_000

  @Test(arguments: [
    String(repeating: "[", count: deep), String(repeating: "![", count: deep),
    String(repeating: "[a](", count: deep), String(repeating: "*a **b ", count: deep),
    String(repeating: "*a **b ", count: deep) + String(repeating: "** *", count: deep),
    "# " + String(repeating: "*a **b ", count: deep) + String(repeating: "b** a*", count: deep),
    "# " + String(repeating: "*a **b ", count: 50_000) + String(repeating: "b** a*", count: 50_000),
    String(repeating: "*a **b [x](bad:y)\n", count: deep) + String(repeating: "b** a*", count: deep),
    String(repeating: "`", count: deep),
    String(repeating: "<", count: deep),
    String(repeating: "<b>", count: deep), String(repeating: "&#", count: deep),
    String(repeating: "x", count: 1_000_000),
    String(repeating: "x ", count: 500_000), String(repeating: "\\", count: deep),
    String(repeating: "_a_", count: deep),
    String(repeating: "[x]: y\n", count: deep), String(repeating: "a\n", count: deep),
  ])
  func `deep and long Markdown is rendered`(text: String) {
    let site = TestSite.list(
      "record: {name: text, note: markdown, more: markdown}\nid: name\n",
      ["a.md": "---\nname: a\nnote: \"\"\nmore: \"\"\n---\n\(text)\n", "content/index.md": text],
      cell: "{{body}} {{body.text}} {{body.inline}}")
    let outcome = site.builder.check()
    #expect(outcome.diagnostics.allSatisfy { [.brokenLink, .rawHTML, .unsafeLink].contains($0.code) })
    if !outcome.hasErrors { #expect(site.render()["items/index.html"] != nil) }
  }

  @Test func `Markdown that takes too long is refused at its place, wherever it stands`() {
    let (deep, images) = (String(repeating: "> ", count: 200) + "x", String(repeating: "![[]()", count: 6_000))
    var site = TestSite.list(
      "record: {name: text, note: markdown?}\nid: name\n",
      [
        "a.md": "---\nname: a\n---\nText.\n\n\(deep)\n", "b.yml": "name: b\nnote: |\n  Text,\n  and\n  \(images)\n",
        "content/index.md": "---\ntitle: Home\n---\n\(deep)\n", "index.md": "# Items\n\n\(images)\n",
      ], cell: "{{body}}")
    site.files["content/page.md"] = Array(deep.utf8)
    #expect(
      site.builder.check().diagnostics.map { "\($0.location?.description ?? "") \($0.message) [\($0.code.rawValue)]" }
        == [
          "content/index.md:4:201 the Markdown is nested too deeply [too-complex]",
          "content/items/a.md:6:201 the Markdown is nested too deeply [too-complex]",
          "content/items/b.yml:5:1 a paragraph of the Markdown has too many images and links [too-complex]",
          "content/items/index.md:3:1 a paragraph of the Markdown has too many images and links [too-complex]",
          "content/page.md:1:201 the Markdown is nested too deeply [too-complex]",
        ])
  }

  @Test(arguments: [
    ("a.yml", String(repeating: "[", count: deep)), ("a.yml", String(repeating: "{a: ", count: deep)),
    ("a.yml", String(repeating: "- ", count: deep) + "x"), ("a.yml", String(repeating: "? ", count: deep)),
    ("a.json", String(repeating: "[", count: deep)), ("a.json", String(repeating: "{\"a\":", count: deep)),
    ("a.md", "---\nname: " + String(repeating: "[", count: deep) + "\n---\n"),
    ("a.md", "+++\nname = " + String(repeating: "[", count: deep) + "\n+++\n"),
    ("a.md", "+++\n" + String(repeating: "name.", count: deep) + "x = 1\n+++\n"),
    (
      "a.yml",
      "a: &a [x,x]\n"
        + (1..<30).map { "b\($0): &b\($0) [*\($0 == 1 ? "a" : "b\($0 - 1)"), *\($0 == 1 ? "a" : "b\($0 - 1)")]\n" }
        .joined()
    ),
  ])
  func `deep data is refused`(name: String, text: String) {
    let site = TestSite.list("record: {name: text}\nextra-keys: ignore\n", [name: text])
    let codes = site.builder.check().diagnostics.map(\.code)
    #expect(codes == [.tooComplex] || codes == [.yamlSyntax], "\(codes)")
  }

  @Test func `a cell of a megabyte is a cell, and its message is short`() {
    let long = String(repeating: "x", count: 1_000_000)
    let site = TestSite.list(
      "record: {name: text, number: integer}\nid: number\n", ["a.csv": "name,number\n\(long),1\n"])
    #expect(site.render()["items/index.html"]?.count ?? 0 > 1_000_000)
    let broken = TestSite.list(
      "record: {name: text, number: integer}\nid: number\n", ["a.csv": "name,number\n1,\(long)\n"])
    #expect(broken.diagnostics().count < 600)
  }

  @Test func `a lone surrogate is an error with its place`() {
    let site = TestSite.list("record: {name: text}\nid: name\n", ["a.json": "[{\"name\": \"a\\udc00\"}]"])
    #expect(
      site.diagnostics() == """
        content/items/a.json:1:13: error: the JSON is broken: the escape is half of a surrogate pair [json-syntax]
           1 | [{"name": "a\\udc00"}]
             |             ^~~~~~

        """)
  }
}
