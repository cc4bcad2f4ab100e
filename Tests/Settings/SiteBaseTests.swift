import CellistSettings
import Testing

@Suite struct SiteBaseTests {
  @Test(arguments: [
    ("https://example.org/path/", "https://example.org", "/path/"),
    ("https://example.org/path", "https://example.org", "/path/"),
    ("https://example.org", "https://example.org", "/"), ("https://example.org/", "https://example.org", "/"),
    ("HTTP://localhost:8080/a//b/", "HTTP://localhost:8080", "/a/b/"),
    ("https://[::1]:80/a/", "https://[::1]:80", "/a/"),
    ("https://münchen.example/é/", "https://münchen.example", "/é/"),
    ("/", "", "/"), ("/path", "", "/path/"), ("/a/b/", "", "/a/b/"),
    ("/\u{FFFD}\u{600}", "", "/\u{FFFD}\u{600}/"),
  ])
  func `an address or a path is read as its origin and its path`(text: String, origin: String, path: String) throws {
    let base = try #require(SiteBase(text))
    #expect(base.origin == origin)
    #expect(base.path == path)
    #expect(base.text == origin + path)
    #expect(SiteBase(base.text) == base)
  }

  @Test(arguments: [
    "/a?\u{301}", "/a\u{600}/../b", "/#\u{301}", "", "example.org", "path/", "//example.org/", "https:", "https://",
    "https:///path/", "https:example.org",
    "ftp://example.org/", "javascript:alert(1)", "mailto:a@example.org", "https://example.org/?a", "/#a",
    "https://example.org/a b/", "/a\n/", "/a/../b/", "https://example.org/./", "https://example.org/..",
  ])
  func `anything else is no base`(text: String) {
    #expect(SiteBase(text) == nil)
  }

  @Test func `a url begins at the root of the host and has the base's path`() throws {
    let base = try #require(SiteBase("https://example.org/path"))
    #expect(base.url(of: "") == "/path/")
    #expect(base.url(of: "a/b.html") == "/path/a/b.html")
    #expect(SiteBase.root.url(of: "a/") == "/a/")
  }

  @Test(arguments: [
    ("a b/", "a%20b/"), ("100%", "100%25"), ("a?b#c", "a%3Fb%23c"), ("\"<x>\\^`{|}", "%22%3Cx%3E%5C%5E%60%7B%7C%7D"),
    ("日本/é.jpg", "日本/é.jpg"), ("日 é", "日%20é"), ("-._~!$&'()*+,;=:@", "-._~!$&'()*+,;=:@"),
    ("a\u{7F}\u{1}", "a%7F%01"),
  ])
  func `what would end or break a url is encoded, and letters of all scripts are not`(path: String, encoded: String) {
    #expect(SiteBase.root.url(of: path) == "/" + encoded)
  }

  @Test func `a canonical url is absolute where the host is known`() throws {
    let base = try #require(SiteBase("https://example.org/path/"))
    #expect(base.canonical(base.url(of: "a/")) == "https://example.org/path/a/")
    #expect(SiteBase.root.canonical("/a/") == "/a/")
  }
}
