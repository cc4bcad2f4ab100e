import CellistTestSupport
import Testing

/// Texts of settings that pages show in another language than their own, since they have not been translated.
@Suite struct ForeignTextTests {
  private static let files = [
    "content/site.yml": """
    title: {en: Lists, de: Listen}
    base: https://example.org/
    languages: [en, de, ar]
    menu: [birds]

    """,
    "content/birds/list.yml": """
    title: {en: Birds, de: Vögel}
    description: {en: All that sing & fly}
    record:
      name: text
      state: {choice: {rare: {en: Rare, de: Selten, ar: نادر}, common: {en: "Common <1>"}}}
      seen: {type: boolean, optional: true, words: {en: [yes, no], de: [ja, nein]}, label: {de: Gesehen}}
    show: {badge: state, meta: [state, seen]}
    sections: {by: state}
    record-pages: true
    terms: state
    tools: {filter: [state]}

    """,
    "content/about.md": "---\ntitle: {en: About, ar: من}\n---\nUs\n",
    "content/birds/robin.md": "---\nname: Robin\nstate: rare\nseen: true\n---\n",
    "content/birds/wren.md": "---\nname: Wren\nstate: common\nseen: false\n---\n",
  ]

  @Test func `what is not translated says its language where an element may stand`() throws {
    let files = TestSite(Self.files).render()
    let german = try #require(files["de/birds/index.html"])
    #expect(!german.contains("<span lang=\"en\" dir=\"ltr\">Birds"))
    #expect(!german.contains("lang=\"en\" dir=\"ltr\">Rare"))
    // A section's heading, and a value.
    #expect(
      german.matches(of: /<h2[^>]*>[^\n]*<span lang="en" dir="ltr">Common &lt;1&gt;<\/span>/).count == 1, "\(german)")
    let arabic = try #require(files["ar/birds/index.html"])
    #expect(arabic.contains("<title>Birds – Lists</title>"))
    #expect(arabic.contains("<h1><span lang=\"en\" dir=\"ltr\">Birds</span>"))
    #expect(arabic.contains("<span lang=\"en\" dir=\"ltr\">Common &lt;1&gt;</span>"))
    #expect(arabic.contains("<meta name=\"description\" content=\"All that sing &amp; fly\">"))
    #expect(!arabic.contains("<span lang=\"en\" dir=\"ltr\">Rare"))
    // A term's page, and links to it.
    #expect(
      try #require(files["de/birds/state/common/index.html"]).contains("<h1><span lang=\"en\" dir=\"ltr\">Common"))
    #expect(
      try #require(files["de/birds/wren/index.html"]).contains(
        "<a href=\"/de/birds/state/common/\"><span lang=\"en\" dir=\"ltr\">Common &lt;1&gt;</span></a>"))
    // A page whose file is not translated.
    #expect(try #require(files["de/about/index.html"]).contains("<h1><span lang=\"en\" dir=\"ltr\">About"))
    #expect(try #require(files["ar/about/index.html"]).contains("<h1>من"))
    let record = try #require(files["ar/birds/robin/index.html"])
    #expect(record.contains("<span lang=\"en\" dir=\"ltr\">yes</span>"))
    #expect(record.contains("<span lang=\"de\" dir=\"ltr\">Gesehen</span>"))
    // In the language that they are in, nothing is marked.
    let english = files.filter { !$0.key.hasPrefix("de/") && !$0.key.hasPrefix("ar/") && $0.key.hasSuffix(".html") }
    for (path, html) in english {
      #expect(html.matches(of: /<span lang="en"/).isEmpty, "\(path)")
    }
  }

  @Test func `a text that is translated, or no longer, changes the pages that show it`() throws {
    var files = Self.files
    let site = try BuiltSite(files)
    #expect(try site.problems().found == [])
    for (path, old, new) in [
      ("content/birds/list.yml", "common: {en: ", "common: {de: Häufig, en: "),
      ("content/birds/list.yml", "label: {de: Gesehen}", "label: {ar: Gesehen}"),
      (
        "content/birds/list.yml", "show: {badge: state,",
        "flags: {late: {name: Wren}}\nshow: {badge: {late: {de: Late}},"
      ),
      ("content/birds/list.yml", "{late: {de: Late}}", "{late: {en: Late}}"),
      ("content/birds/list.yml", "title: {en: Birds, de: Vögel}", "title: {en: Vögel}"),
      ("content/birds/list.yml", "title: {en: Vögel}", "title: {de: Vögel}"),
      ("content/site.yml", "title: {en: Lists, de: Listen}", "title: {ar: Lists}"),
      ("content/birds/list.yml", "words: {en: [yes, no], de: [ja, nein]}", "words: {de: [yes, no]}"),
    ] {
      let text = try #require(files[path])
      try #require(text.contains(old))
      files[path] = text.replacing(old, with: new)
      try site.write(text.replacing(old, with: new), to: path)
      #expect(try site.problems().found == [], "\(new)")
    }
    #expect(site.text("birds/index.html")?.contains("<span lang=\"ar\" dir=\"rtl\">Lists</span>") == true)
    #expect(site.text("ar/birds/index.html")?.contains("<span lang=\"en\" dir=\"ltr\">Late</span>") == true)
    #expect(site.text("birds/wren/index.html")?.contains("<span lang=\"de\" dir=\"ltr\">no</span>") == true)
  }
}
