import CellistRecords
import CellistText
import Testing

@testable import CellistContent
@testable import CellistFormats

@Suite struct SiteLanguagesTests {
  private static func spoken(_ yaml: String, _ order: [String] = ["de", "en"]) throws -> String {
    var diagnostics = Diagnostics()
    let node = try #require(YAMLReader.read(yaml, file: "a.yml", &diagnostics))
    #expect(diagnostics.all.isEmpty)
    return node.spoken(order).words
  }

  @Test(arguments: [
    ("title: {en: A, de: B}", "{\"title\": B}"),
    ("title: {en: A}", "{\"title\": A}"),
    ("words: {en: [on, off], de: [an, aus]}", "{\"words\": [an, aus]}"),
    ("from: {de: titel, en: title}", "{\"from\": {\"de\": titel, \"en\": title}}"),
    ("menu: [{title: {en: A, de: B}, url: x}]", "{\"menu\": [{\"title\": B, \"url\": x}]}"),
    // Names are no languages.
    ("record: {en: text, de: text}", "{\"record\": {\"en\": text, \"de\": text}}"),
    ("choice: {en: English, de: German}", "{\"choice\": {\"en\": English, \"de\": German}}"),
    ("choice: {a: {en: English, de: Deutsch}}", "{\"choice\": {\"a\": Deutsch}}"),
    ("where: {en: x}", "{\"where\": {\"en\": x}}"),
    // Other keys make it something else.
    ("title: {en: A, fr: B}", "{\"title\": {\"en\": A, \"fr\": B}}"),
    ("x: {en: {de: A}}", "{\"x\": {\"en\": A}}"),
  ])
  func `texts by language become the nearest`(yaml: String, expected: String) throws {
    #expect(try Self.spoken(yaml) == expected)
  }

  @Test func `a site with one language leaves settings as they are`() throws {
    #expect(try Self.spoken("title: {en: A, de: B}", []) == "{\"title\": {\"en\": A, \"de\": B}}")
  }

  @Test func `the tag before the ending makes a file a translation`() throws {
    let tags = try ["en", "de-CH"].map { try #require(Language(tag: $0)) }
    let languages = SiteLanguages(tags)
    #expect(languages.trees == ["", "de-CH"])
    #expect(languages.order(from: "de-CH") == ["de-CH", "en"] && languages.order(from: "") == ["en", "de-CH"])
    let known = languages.translation("content/a/x.de-CH.md")
    #expect(known?.original == "content/a/x.md" && known?.tag == "de-CH")
    for path in ["content/x.md", "content/x.fr.md", "content/de-CH.md", "content/.de-CH.md", "content/x.DE-CH.md"] {
      #expect(languages.translation(path) == nil, "\(path)")
    }
  }
}
