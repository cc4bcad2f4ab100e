import CellistTestSupport
import Testing

/// Plain pages in a language of their own.
@Suite struct PageLanguageTests {
  @Test func `a page has its language, its direction and the words of the theme in it`() throws {
    let site = TestSite([
      "content/site.yml": "title: T\nlanguage: en\n", "content/en.md": "---\ntitle: A\n---\nText\n",
      "content/ar.md": "---\ntitle: عنوان\nlanguage: ar\n---\nنص\n",
      "content/de.md": "---\ntitle: B\nlanguage: de-CH\n---\nText\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    for (page, tag, direction, words) in [
      ("en", "en", "ltr", "Skip to content"), ("ar", "ar", "rtl", "انتقل إلى المحتوى"),
      ("de", "de-CH", "ltr", "Zum Inhalt"),
    ] {
      let html = try #require(files["\(page)/index.html"])
      #expect(html.contains("<html lang=\"\(tag)\" dir=\"\(direction)\""))
      #expect(html.contains(">\(words)"), "\(html.prefix(2_000))")
    }
    #expect(files["index.html"]?.contains("<html lang=\"en\"") == true)
  }

  @Test func `a tag that is none is told with its place`() {
    let site = TestSite(["content/site.yml": "title: T\n", "content/a.md": "---\ntitle: A\nlanguage: no tag\n---\n"])
    #expect(site.diagnostics().hasPrefix("content/a.md:3:11: error: 'language' must be a BCP 47 tag, found \"no tag\""))
  }
}
