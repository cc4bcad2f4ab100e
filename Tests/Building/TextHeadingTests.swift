import CellistTestSupport
import CellistWriting
import Testing

@testable import CellistBuilding

/// `from: $heading`: the heading with which a text begins is a value, and no part of the text.
@Suite struct TextHeadingTests {
  private static let settings = "record: {title: {type: text, from: [title, $heading]}}\n"

  private static func page(_ site: TestSite) -> String { site.render()["items/index.html"] ?? site.diagnostics() }

  @Test(arguments: [
    ("# Emma\n\nText\n", "Emma:<p>Text</p>"), ("# Emma\n", "Emma:"),
    ("---\ntitle: Emma\n---\n# Emma\nText\n", "Emma:<p>Text</p>"),
    ("---\ntitle: Emma\n---\n# Other\n", "Emma:<h4>Other</h4>"),
  ])
  func `it is taken off where it is the value`(file: String, cell: String) {
    let site = TestSite.list(Self.settings, ["a.md": file], cell: "{{title}}:{{{body}}}")
    let page = Self.page(site).replacing(#/ id="[^"]*"/#, with: "")
    #expect(page.contains(cell), "\(page)")
  }

  @Test func `what is wrong below it has its place`() {
    let site = TestSite.list(Self.settings, ["a.md": "---\nx: y\n---\n\n# Emma\n\n[x](missing.md)\n"])
    #expect(site.diagnostics().contains("content/items/a.md:7:"), "\(site.diagnostics())")
  }

  @Test func `each language has its own`() {
    let site = TestSite([
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/items/list.yml": "record: {title: {type: text, from: $heading, localized: true}}\nrecord-pages: true\n",
      "content/items/a.md": "# Weather\n\nFine.\n", "content/items/a.de.md": "# Wetter\n\nSchön.\n",
    ])
    #expect(site.diagnostics() == "")
    let pages = site.render()
    for (path, title, text) in [("", "Weather", "Fine."), ("de/", "Wetter", "Schön.")] {
      let page = pages["\(path)items/a/index.html"] ?? ""
      #expect(page.contains(">\(title)</h1>") && page.contains("<p>\(text)</p>"), "\(page)")
      #expect(page.ranges(of: "</h1>").count == 1, "\(page)")
    }
  }

  @Test func `edits go on to say so`() throws {
    var site = TestSite.list(
      "record: {title: {type: text, from: $heading}}\n", ["a.md": "# Emma\n\nText\n", "b.md": "Bare\n"])
    func edit(_ field: String, _ value: String, of id: String) throws -> String? {
      for file in try site.builder.setting([FieldEdit(field, .set, value)], of: id, in: "items").files {
        site.files[file.path] = file.new
      }
      return site.files["content/items/\(id).md"].map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try edit("title", "Persuasion", of: "a") == "# Persuasion\n\nText\n")
    #expect(try edit("body", "More\n", of: "a") == "# Persuasion\nMore\n")
    #expect(throws: EditRefusal.self) { try edit("title", "a\nb", of: "a") }
  }
}
