import CellistSettings
import Testing

@testable import CellistPages

@Suite struct LinkMapTests {
  private static let map: LinkMap = {
    var map = LinkMap(base: SiteBase("https://example.org/base/") ?? .root)
    map.add(source: "content", url: "/base/")
    map.add(source: "content/about.md", url: "/base/about/")
    map.add(source: "content/books", url: "/base/books/")
    map.add(source: "content/books/a b.md", url: "/base/books/#a-b")
    map.add(source: "content/books/é.jpg", url: "/base/books/é.jpg")
    for path in [
      "index.html", "about/index.html", "books/index.html", "books/page/2/index.html", "404.html", "books/a b.pdf",
    ] {
      map.add(output: path)
    }
    map.add(unpublished: "content/books/draft.md")
    return map
  }()

  private func target(_ link: String, in file: String = "content/books/x.md") -> LinkMap.Target {
    Self.map.target(of: link, in: file)
  }

  @Test(arguments: [
    // From the file's own folder, as a name, with dots, and encoded.
    ("a b.md", "/base/books/#a-b"), ("./a b.md", "/base/books/#a-b"), ("a%20b.md", "/base/books/#a-b"),
    (".//./a%20b.md", "/base/books/#a-b"), ("../books/a b.md", "/base/books/#a-b"), ("é.jpg", "/base/books/é.jpg"),
    ("%C3%A9.jpg", "/base/books/é.jpg"), ("e\u{301}.jpg", "/base/books/é.jpg"), ("%2E%2E/about.md", "/base/about/"),
    // To the folder itself, and above.
    (".", "/base/books/"), ("./", "/base/books/"), ("..", "/base/"), ("../", "/base/"),
    ("../about.md", "/base/about/"), ("../about", "/base/about/"), ("../about/", "/base/about/"),
    // Below the root.
    ("/", "/base/"), ("/about.md", "/base/about/"), ("/about/", "/base/about/"), ("/books", "/base/books/"),
    ("/books/page/2/", "/base/books/page/2/"), ("/books/page/2/index.html", "/base/books/page/2/index.html"),
    ("/404.html", "/base/404.html"), ("/books/a%20b.pdf", "/base/books/a%20b.pdf"), ("//", nil),
    // The text behind the path is kept.
    ("../about.md#top", "/base/about/#top"), ("/about/?q=1#top", "/base/about/?q=1#top"),
    ("/#top", "/base/#top"), ("a b.md?x=/../", "/base/books/#a-b?x=/../"),
  ])
  func `a link leads from the folder of its file, or from the root`(link: String, url: String?) {
    #expect(target(link) == (url.map { .url($0) } ?? .unchanged))
    #expect(Self.map.resolved(link, in: "content/books/x.md") == url ?? link)
  }

  @Test(arguments: [
    "https://example.org/", "mailto:a@example.org", "tel:+41", "//example.org/x", "#top", "?q=1", "",
  ])
  func `a link that leaves the site, or stays on its page, is as it was written`(link: String) {
    #expect(target(link) == .unchanged)
  }

  @Test(arguments: [
    "b.md", "/nowhere/", "../../site.yml", "../../../x", "/../x", "../../contentabout/", "/books/page/", "a%2.md",
    "%", "%zz", "a%+20b.md", "/About/", "/base/about/",
  ])
  func `a link that leads nowhere is broken, and stays as it is`(link: String) {
    #expect(target(link) == .broken)
    #expect(Self.map.resolved(link, in: "content/books/x.md") == link)
  }

  @Test func `a link to what is not published is known as such`() {
    #expect(target("draft.md") == .unpublished)
    #expect(target("/books/draft.md#x") == .unpublished)
  }

  @Test func `a link is read from where it is written`() {
    #expect(target("about.md", in: "content/index.md") == .url("/base/about/"))
    #expect(target("about.md", in: "content/books/index.md") == .broken)
    #expect(target("books", in: "content/site.yml") == .url("/base/books/"))
  }
}
