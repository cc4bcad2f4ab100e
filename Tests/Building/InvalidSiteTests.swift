import CellistBuilding
import CellistCommands
import CellistRecords
import CellistSettings
import CellistSites
import CellistTestSupport
import Foundation
import Testing

/// A site in which everything is wrong that can be: `Invalid`, and what neither git nor an editor would keep as it is.
@Suite struct InvalidSiteTests {
  static let folder = "\(#filePath.folder)/Invalid"

  static func copy() throws -> TemporaryFolder {
    let site = try TemporaryFolder()
    for name in ["content", "themes"] {
      try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: site.place(name))
    }
    try site.write(Array("---\ntitle: Caf".utf8) + [0xE9] + Array("\n---\n".utf8), to: "content/latin-1.md")
    try site.write(Array("symbol,name\nX,na".utf8) + [0xEF] + Array("ve\n".utf8), to: "content/elements/latin-1.csv")
    try site.write("---\ntitle: \u{1B}[31mred\u{202E}\n*\n", to: "content/\u{1B}]0;title\u{7}\n.md")
    try site.write("colour: \u{1B}[2J\u{9B}31m\u{7}\n", to: "content/contact/escape.yml")
    try site.write(
      "symbol,name,number\n\u{1B}]0;x\u{7},\u{202E}n,\u{1B}[31mred\u{9B}\n", to: "content/elements/escape.csv")
    try site.write("---\n\u{1B}[31m: 1\n---\n", to: "content/escape.md")
    try site.write("", to: "content/contact/index.html")
    try site.write("", to: "content/IMAGE.png")
    try site.write("", to: "content/image.png")
    try site.write("", to: "content/page")
    try site.write("", to: "content/page.md")
    try site.write("record: {name: text}\n", to: "content/!!!/list.yml")
    try site.write("", to: "content/\(String(repeating: "ǅ", count: 101)).md")
    try site.link("content/passwd", to: "/etc/passwd")
    try site.link("content/etc", to: "/etc")
    try site.link("content/nowhere", to: "nothing")
    try site.link("content/elements/again", to: "..")
    return site
  }

  static let options = BuildOptions(now: 1_700_000_000)

  @Test func `one run finds every mistake, each at its place`() throws {
    let site = try Self.copy()
    let outcome = SiteBuilder(.disk(site.path), Self.options).check()
    let text = DiagnosticPrinter(format: .text).text(of: outcome.diagnostics)
    let expected = "\(Self.folder)/expected.txt"
    if ProcessInfo.processInfo.environment["CELLIST_RECORD"] != nil {
      try text.write(toFile: expected, atomically: true, encoding: .utf8)
      Issue.record("recorded \(expected)")
    }
    #expect(text == (try String(contentsOfFile: expected, encoding: .utf8)))
  }

  @Test func `every kind of diagnostic is among them, but for those that stand in the way of others`() throws {
    let site = try Self.copy()
    let codes = Set(SiteBuilder(.disk(site.path), Self.options).check().diagnostics.map(\.code))
    #expect(
      DiagnosticCode.allCases.filter { !codes.contains($0) } == [
        .unreadableFile, .tooComplex, .unreadablePicture, .missingProgram, .unknownTheme, .themeCycle,
      ])
  }

  @Test func `nothing is written, and what was written before stays as it is`() throws {
    let site = try Self.copy()
    try site.write("old", to: "site/index.html")
    try site.write("", to: "site/.cellist")
    let before = site.tree("site")
    let outcome = try SiteBuilder(.disk(site.path), Self.options).build(into: Destination(output: site.place("site")))
    #expect(outcome.hasErrors)
    #expect(site.tree("site") == before)
  }

  @Test func `no message holds anything that a terminal acts on`() throws {
    let site = try Self.copy()
    let outcome = SiteBuilder(.disk(site.path), Self.options).check()
    for format in DiagnosticFormat.allCases {
      let text = DiagnosticPrinter(format: format).text(of: outcome.diagnostics)
      #expect(!text.unicodeScalars.contains { "\u{1B}\u{7}\u{9B}\r".unicodeScalars.contains($0) }, "\(format)")
    }
  }

  @Test func `an error in one place hides none in others`() throws {
    // Each of these, broken alone, must leave all other files' diagnostics as they are.
    let site = try Self.copy()
    func diagnostics() -> [String: [String]] {
      let found = SiteBuilder(.disk(site.path), Self.options).check().diagnostics
      return Dictionary(grouping: found) { $0.location?.file ?? "" }.mapValues { $0.map(\.message) }
    }
    let before = diagnostics()
    try site.write("title: [\n", to: "content/site.yml")
    let after = diagnostics()
    for (file, messages) in before where file.hasPrefix("content/") && file != "content/site.yml" {
      #expect(
        after[file]?.filter { !$0.contains("cell template") } == messages.filter { !$0.contains("cell template") })
    }
    #expect(after["content/site.yml"]?.count == 1)
  }
}

@Suite struct MistakesThatStandInTheWayTests {
  @Test func `an unknown theme`() {
    let site = TestSite([
      "content/site.yml": "title: T\ntheme: crokked\n", "content/index.md": "[x](y.md)\n",
      "themes/crooked/theme.yml": "",
    ])
    #expect(
      site.diagnostics() == """
        content/index.md:1:1: error: the link target does not exist: y.md [broken-link]
           1 | [x](y.md)
             | ^~
             = links are relative to their own file, or begin with / at the site's root
        content/site.yml:2:8: error: there is no theme 'crokked' [unknown-theme]
           2 | theme: crokked
             |        ^~~~~~~
             = did you mean 'crooked'?

        """)
  }

  @Test func `a theme that extends an unknown one, or itself`() {
    var site = TestSite(["content/site.yml": "title: T\ntheme: a\n", "themes/a/theme.yml": "extends: b\n"])
    #expect(
      site.diagnostics() == """
        themes/a/theme.yml:1:10: error: there is no theme 'b' [unknown-theme]
           1 | extends: b
             |          ^
             = did you mean 'a'?

        """)
    site.files["themes/b/theme.yml"] = Array("extends: a\n".utf8)
    #expect(
      site.diagnostics() == """
        themes/b/theme.yml:1:10: error: the theme 'a' extends itself [theme-cycle]
           1 | extends: a
             |          ^

        """)
  }

  @Test func `no settings at all`() {
    #expect(
      TestSite(["content/index.md": "[x](y.md)\n"]).diagnostics() == """
        error: there is no content/site.yml [missing-setting]
             = 'cellist new site' makes one; it needs no more than a title
        content/index.md:1:1: error: the link target does not exist: y.md [broken-link]
           1 | [x](y.md)
             | ^~
             = links are relative to their own file, or begin with / at the site's root

        """)
  }

  @Test func `settings without a title`() {
    #expect(
      TestSite(["content/site.yml": "language: en\n"]).diagnostics() == """
        content/site.yml:1:1: error: site.yml needs 'title' [missing-setting]
           1 | language: en
             | ^~~~~~~~

        """)
  }

  @Test func `a flag and a field that cannot be read are reported once, and not wherever they are used`() {
    let site = TestSite.list(
      """
      record: {name: text, size: nmuber}
      flags: {big: {size: {above: 1}}, odd: [name]}
      where: {odd: true}
      sort: [size]
      sections: {by: size, footer: {size: mean}}
      pages: {by: section}
      """, ["a.md": "---\nname: A\nsize: many\n---\n"],
      cell: "<li>{{size.formatted}}{{#size}}{{.}}{{/size}}{{#odd}}!{{/odd}}{{#big}}!{{/big}}</li>")
    #expect(
      site.diagnostics() == """
        content/items/list.yml:1:28: error: there is no type 'nmuber' [unknown-type]
           1 | record: {name: text, size: nmuber}
             |                            ^~~~~~
             = did you mean 'number'?
        content/items/list.yml:2:39: error: a condition must be a mapping of fields to values, found a list [invalid-setting]
           2 | flags: {big: {size: {above: 1}}, odd: [name]}
             |                                       ^~~~~
             = for example {year: {above: 1900}}

        """)
  }

  @Test func `links to what could not be read are not reported as well`() {
    let site = TestSite.list(
      "record: {year: integer}\nrecord-pages: true\n",
      [
        "a.md": "---\nyear: one\n---\n[x](gone.md)\n", "b/index.md": "---\nyear: [\n---\n", "b/c.txt": "",
        "content/index.md":
          "[a](items/a.md) [a](/items/a/) [b](items/b/) [b](items/b/index.md) [c](items/b/c.txt) [d](d.md)\n",
        "content/d.md": "---\n: :\n---\n",
      ])
    #expect(
      site.builder.check().diagnostics.map { "\($0.location!) \($0.message)" } == [
        "content/d.md:2:1 the YAML is broken: did not find expected key while parsing a block mapping",
        "content/items/a.md:2:7 'year' must be an integer, found \"one\"",
        "content/items/a.md:4:1 the link target does not exist: gone.md",
        "content/items/b/index.md:3:1 the YAML is broken: did not find expected node content while parsing a flow node",
      ])
  }
}
