import Testing

@testable import CellistText

@Suite struct SlugTests {
  @Test(arguments: [
    ("Noble Gas", "noble-gas"), ("  a  --  b  ", "a-b"), ("a--b", "a--b"), ("A--B-", "a--b"),
    ("C++ & Rust", "c++-rust"), ("v1.2_rc~3+4", "v1.2_rc~3+4"),
    ("alkali", "alkali"), ("Straße", "straße"), ("İstanbul", "i\u{307}stanbul"), ("ÅNGSTRÖM", "ångström"),
    ("漢字 かな", "漢字-かな"), ("Привет, мир!", "привет-мир"), ("a/b\\c", "a-b-c"), ("७ दिन", "७-दिन"), ("x²", "x"),
  ])
  func `lower case, letters and digits of any script, hyphens between`(text: String, slug: String) {
    #expect(Array(Slug.make(text).unicodeScalars) == Array(slug.unicodeScalars))
  }

  @Test func `the form is NFC`() {
    #expect(Array(Slug.make("Cafe\u{301}").utf8) == Array("café".utf8))
    #expect(Array(Slug.make("\u{212B}").utf8) == Array("å".utf8))
  }

  @Test(arguments: [
    (".htaccess", "htaccess"), ("...", ""), ("..a", "a"), ("-.a", "a"), ("../../etc", "etc"), ("a.", "a."),
  ])
  func `no slug begins with a dot`(text: String, slug: String) {
    #expect(Slug.make(text) == slug)
  }

  @Test(arguments: ["", " ", "🎉", "—", "/", "#?&", "\u{0}\n"])
  func `what has nothing to stand in a slug gives an empty one`(text: String) {
    #expect(Slug.make(text) == "")
  }

  @Test func `a slug is its own slug and holds nothing that a URL path gives meaning`() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array(" ./-_~+aZé\u{301}ßİǅ漢🎉#?%\\\u{0}\u{338}=9٣".unicodeScalars)
    for _ in 0..<3_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) { text.append(alphabet.randomElement(using: &random) ?? " ") }
      let slug = Slug.make(String(text))
      #expect(Slug.make(slug) == slug, "of \(String(text).debugDescription)")
      #expect(!slug.unicodeScalars.contains { " /#?%\\🎉\u{0}=".unicodeScalars.contains($0) })
      #expect(!slug.hasPrefix(".") && !slug.hasPrefix("-") && !slug.hasSuffix("-"))
    }
  }
}
