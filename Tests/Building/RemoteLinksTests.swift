import CellistBase
import CellistContent
import CellistFiles
import CellistTestSupport
import Testing

/// Links in files that were fetched lead to what is beside them at their address, since nobody here can change them.
@Suite struct RemoteLinksTests {
  private static let address = "https://ada:secret@example.org/docs/talks.csv?key=secret"

  /// A site with a list of the records in a fetched table.
  private static func site(_ text: String, field: String = "markdown", _ files: [String: String] = [:]) throws
    -> TestSite
  {
    let name = try #require(RemoteAddress(address)).fileName(ending: "csv")
    var lock = RemoteLock()
    lock.entries[name] = .init(url: "https://example.org/", sha256: Digest.sha256(Array(text.utf8)))
    var site = TestSite.list(
      "record: {name: text, notes: \(field)}\nid: name\nsources: [{url: \"\(address)\"}]\n", files,
      cell: field == "markdown" ? "{{notes}}" : "<a href=\"{{notes}}\">x</a>")
    site.files["\(SiteFolder.lock)/\(name)"] = Array(text.utf8)
    site.files[SiteFolder.lockFile] = Array(lock.text.utf8)
    return site
  }

  @Test(arguments: [
    ("other.md", "https://example.org/docs/other.md"),
    ("a/b.md?c=/../d#e", "https://example.org/docs/a/b.md?c=/../d#e"),
    ("./x", "https://example.org/docs/x"), ("../x/./y/", "https://example.org/x/y/"),
    ("../../../x", "https://example.org/x"), ("..", "https://example.org/"), (".", "https://example.org/docs/"),
    ("/about/", "https://example.org/about/"), ("/items/", "https://example.org/items/"),
    ("?page=2", "https://example.org/docs/talks.csv?page=2"), ("a%20b", "https://example.org/docs/a%20b"),
    ("https://other.org/x", "https://other.org/x"), ("mailto:a@b.org", "mailto:a@b.org"),
    ("//other.org/x", "//other.org/x"),
  ])
  func `a link resolves against the address`(link: String, target: String) throws {
    let text = try Self.site("name,notes\nA,[x](\(link))\n")
    #expect(text.diagnostics() == "")
    #expect(text.render()["items/index.html"]?.contains("<a href=\"\(target)\">x</a>") == true)
    let url = try Self.site("name,notes\nA,\(link)\n", field: "url")
    #expect(url.diagnostics() == "")
    #expect(url.render()["items/index.html"]?.contains("<a href=\"\(target)\">x</a>") == true)
  }

  @Test func `a picture does too, though the site has one of its path, and a link to a heading stays`() throws {
    let text = "name,notes\nA,\"## Part\n\n![x](/x.svg) [p](#part)\"\n"
    let site = try Self.site(text, ["content/x.svg": "<svg width=\"2\" height=\"2\"/>", "x.svg": "<svg/>"])
    #expect(site.diagnostics() == "")
    let page = try #require(site.render()["items/index.html"])
    #expect(page.contains("<img src=\"https://example.org/x.svg\" alt=\"x\""), "\(page)")
    #expect(!page.contains("width=") && page.contains("href=\"#a--notes--part\""), "\(page)")
  }

  @Test func `links of raw HTML and of feeds do too, and a file of the site is in no fetched file`() throws {
    var html = try Self.site("name,notes\nA,<a href=x.md>x</a>\n")
    html.files["content/site.yml"] = Array("title: T\ntheme: plain\nbase: https://here.org/\nhtml: allow\n".utf8)
    #expect(html.diagnostics() == "")
    #expect(html.render()["items/index.html"]?.contains("https://example.org/docs/x.md") == true)
    let asset = try Self.site("name,notes\nA,x.svg\n", field: "asset", ["x.svg": "<svg/>"])
    #expect(asset.diagnostics().contains("an asset is a file of the site, found \"x.svg\""))
  }
}
