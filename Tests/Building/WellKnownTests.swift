import CellistTestSupport
import Testing

/// Files whose names begin with a dot: the well-known ones are published, and others are read where sources name them.
@Suite struct WellKnownTests {
  private static func site(_ more: [String: String] = [:]) -> TestSite {
    let files = [
      "content/site.yml": "title: Test\nbase: https://example.org/\n",
      "content/index.md": "---\ntitle: T\n---\n[contact](/.well-known/security.txt) [here](.well-known/a/b.md)\n",
      "content/.well-known/security.txt": "Contact: x\n", "content/.well-known/a/b.md": "# B\n",
      "content/.hidden.txt": "x", "content/items/list.yml": "record: {name: text}\nid: name\nsources: [.items.csv]\n",
      "content/items/.items.csv": "name\nEmma\n",
    ]
    return TestSite(files.merging(more) { $1 })
  }

  @Test func `well-known files are published as they are, and links lead to them`() {
    #expect(Self.site().diagnostics() == "")
    let files = Self.site().render()
    #expect(files[".well-known/security.txt"] == "Contact: x\n" && files[".well-known/a/b.md"] == "# B\n")
    #expect(
      files.keys.filter { $0.contains("/.") || $0.hasPrefix(".") }.sorted() == [
        ".well-known/a/b.md", ".well-known/security.txt",
      ])
    #expect(files["index.html"]?.contains("href=\"/.well-known/security.txt\"") == true)
    #expect(files["items/index.html"]?.contains("Emma") == true)
  }

  @Test func `a list at the root has no records among them`() {
    let site = Self.site([
      "content/list.yml": "record: {name: text}\nid: name\n", "content/a.json": "[{\"name\": \"A\"}]",
      "content/index.md": "Text\n", "content/.well-known/b.json": "{\"name\": 1}",
    ])
    #expect(site.diagnostics() == "")
    #expect(site.render()[".well-known/b.json"] == "{\"name\": 1}")
  }

  @Test func `the place of the manifest is taken`() {
    let site = Self.site(["content/.well-known/cellist/manifest.json": "{}"])
    #expect(site.diagnostics().contains("'publish' keeps the site's manifest in '.well-known/cellist'"))
  }
}
