import Testing

@testable import CellistRecords

@Suite struct LinkTests {
  @Test(arguments: [
    "https://example.org", "HTTP://EXAMPLE.ORG", "mailto:a@example.org", "tel:+41", "/a", "a/b", "../a", "#part",
    "?q=a:b",
    "a/b:c", "#a:b", "//example.org/x", "é/漢", "./a:b",
  ])
  func `relative links and known schemes are allowed`(link: String) {
    #expect(Link.check(link) == .allowed)
  }

  @Test(arguments: [
    ("javascript:alert(1)", "javascript"), ("JaVaScRiPt:x", "JaVaScRiPt"), ("data:text/html,x", "data"),
    ("vbscript:x", "vbscript"), ("file:///etc", "file"), (":x", ""), ("a.b:c", "a.b"),
    ("javascript\\:x", "javascript\\"),
    ("jav\u{AD}ascript:x", "jav\u{AD}ascript"),
  ])
  func `any other scheme is forbidden`(link: String, scheme: String) {
    #expect(Link.check(link) == .forbidden(scheme: scheme))
  }

  @Test(arguments: ["javascript:\u{FF9E}=alert(1)", "javascript:\u{301}x", "javascript:\u{200D}x", "data:\u{FE0F}x"])
  func `a mark behind the colon does not hide the scheme`(link: String) {
    #expect(Link.check(link) != .allowed)
  }

  @Test(arguments: [
    "", " ", "java\nscript:x", "java\tscript:x", " javascript:x", "\u{1}javascript:x", "\u{0}", "/a b", "a\u{7F}",
    "/a\r\n/b",
  ])
  func `white space and control characters make a link malformed`(link: String) {
    #expect(Link.check(link) == .malformed)
  }

  @Test(arguments: ["https://", "https:///x", "http:example.org", "HTTP://?a", "https://.", "mailto:", "tel:", "a b"])
  func `a value of a field that leads nowhere is malformed`(link: String) {
    #expect(Link.check(value: link) == .malformed)
  }

  @Test(arguments: [
    "https://e.org", "http://localhost:80/x", "http://[::1]/", "//e.org", "/a", "mailto:a@b.c", "漢.html",
  ])
  func `a value of a field may be any address, and relative`(link: String) {
    #expect(Link.check(value: link) == .allowed)
  }

  @Test(arguments: ["example.com", "www.example.md", "shop.example.co.uk/a?b#c", "bücher.de", "example.org/"])
  func `an address without its scheme is seen`(link: String) {
    #expect(Link.missingSchemeHint(for: link) == "'https://' may be missing, as in https://\(link)")
  }

  @Test(arguments: [
    "notes.md", "photo.jpg", "../example.com", "/example.com", "a/example.com", "https://example.com", "mailto:a@b.com",
    "example", "1.5", ".com", "a b.com", "x..com", "archive.tar.gz", "",
  ])
  func `a path is not`(link: String) {
    #expect(Link.missingSchemeHint(for: link) == nil)
  }
}
