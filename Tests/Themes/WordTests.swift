import CellistBase
import CellistContent
import CellistRecords
import CellistTestSupport
import CellistText
import Testing

@testable import CellistThemes

/// The words of the default theme in other languages.
@Suite struct WordTests {
  /// The settings of the default theme that are words.
  private static func words() throws -> Set<String> {
    var diagnostics = Diagnostics()
    let file = try #require(DefaultTheme.files.first { $0.path == "theme.yml" })
    let node = SettingsFile.read(String(decoding: file.bytes, as: UTF8.self), path: file.path, &diagnostics)
    return Set(node?["settings"]?.entries?.map(\.key) ?? []).subtracting([
      "accent", "credit", "density", "fonts", "radius", "scheme", "switch", "width",
    ])
  }

  @Test func `every language has every word`() throws {
    let words = try Self.words()
    let files = DefaultTheme.files.filter { $0.path.hasPrefix("words/") }
    #expect(files.count == 10)
    for file in files {
      var diagnostics = Diagnostics()
      let node = SettingsFile.read(String(decoding: file.bytes, as: UTF8.self), path: file.path, &diagnostics)
      #expect(Set(node?.entries?.map(\.key) ?? []) == words, "\(file.path)")
      #expect(diagnostics.all.isEmpty)
      #expect(Language(tag: file.path.fileStem) != nil)
    }
  }

  @Test(arguments: ["ar", "de", "es", "fr", "it", "ja", "nl", "pl", "pt", "sv"])
  func `every language has a form for each plural category that it has`(tag: String) throws {
    var diagnostics = Diagnostics()
    let file = try #require(DefaultTheme.files.first { $0.path == "words/\(tag).yml" })
    let node = SettingsFile.read(String(decoding: file.bytes, as: UTF8.self), path: file.path, &diagnostics)
    let language = try #require(Language(tag: tag))
    let categories = Set(([1_000_000] + Array(0..<200)).map(language.pluralCategory)).union(["other"])
    #expect(Set(node?["records"]?.entries?.map(\.key) ?? []) == categories)
  }

  private static func site(_ language: String, _ files: [String: String] = [:]) -> [String: String] {
    TestSite(
      [
        "content/site.yml": "title: T\nlanguage: \(language)\n",
        "content/books/list.yml":
          "record: {title: text, size: {type: integer, label: Umfang}}\nid: title\npages: 1\nsections: {by: title, footer: {size: sum}}\n",
        "content/books/b.csv": "title,size\nA,1\nB,2\n",
      ].merging(files) { _, new in new }
    ).render()
  }

  @Test(arguments: ["de", "de-CH", "DE-at"])
  func `pages speak the site's language`(language: String) {
    let files = Self.site(language)
    let page = files["books/index.html"] ?? ""
    #expect(page.contains(">Weiter</a>") && page.contains("Summe Umfang") && page.contains("Zum Inhalt springen"))
    #expect(files["404.html"]?.contains("<h1>Seite nicht gefunden</h1>") == true)
    #expect(page.contains("dir=\"ltr\""))
  }

  @Test func `a language without words is shown in English, and direction follows the language`() {
    #expect(Self.site("fi")["books/index.html"]?.contains(">Next</a>") == true)
    #expect(Self.site("he")["books/index.html"]?.contains("<html lang=\"he\" dir=\"rtl\"") == true)
    #expect(Self.site("ar-EG")["books/index.html"]?.contains("dir=\"rtl\"") == true)
  }

  @Test func `a theme has words of its own, of which the nearest language decides, and the site's settings win`() {
    let theme = [
      "content/site.yml": "title: T\nlanguage: de-CH\ntheme: {name: own, settings: {previous: Vorher}}\n",
      "themes/own/theme.yml": "settings: {hello: Hello}\n", "themes/own/words/de.yml": "hello: Hallo\nnext: Los\n",
      "themes/own/words/de-CH.yml": "hello: Grüezi\n", "themes/own/words/fr.yml": "helo: Bonjour\n",
      "themes/own/parts/brand.mustache": "{{@theme.hello}} {{@theme.next}} {{@theme.previous}}",
    ]
    #expect(Self.site("de-CH", theme)["books/index.html"]?.contains("Grüezi Los Vorher") == true)
    let wrong = TestSite(
      theme.merging(["themes/own/words/de.yml": "helo: Hallo\n"]) { _, new in new }.merging(
        ["content/books/list.yml": "record: {title: text}\n"]) { _, new in new })
    #expect(wrong.diagnostics().contains("themes/own/words/de.yml:1:1: error: the theme has no setting 'helo'"))
  }
}
