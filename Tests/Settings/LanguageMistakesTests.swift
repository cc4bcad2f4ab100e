import CellistTestSupport
import Testing

/// What is wrong with a site in several languages.
@Suite struct LanguageMistakesTests {
  @Test(arguments: [
    (
      "content/site.yml", "title: T\nlanguages: [en, no tag]\n",
      "content/site.yml:2:17: error: 'languages' are BCP 47 tags, found \"no tag\""
    ),
    (
      "content/site.yml", "title: T\nlanguages: [en, de, en]\n",
      "content/site.yml:2:21: error: the language 'en' is named twice"
    ),
    (
      "content/site.yml", "title: T\nlanguages: [en, de]\nlanguage: de\n",
      "content/site.yml:3:11: error: 'language' is not the first of the site's languages"
    ),
    (
      "content/birds/a.fr.md", "---\nname: X\n---\n",
      "content/birds/a.fr.md:1:1: error: this is a translation into 'fr', which is none of the site's languages"
    ),
    (
      "content/birds/list.yml", "record: {name: {type: text, localized: true}, mass: number}\nid: name\n",
      "content/birds/list.yml:2:5: error: an id is the same in all languages, and 'name' is localized"
    ),
    (
      "content/birds/list.yml",
      "record: {name: text, mass: number, a: {record: birds, localized: true, optional: true}}\n",
      "content/birds/list.yml:1:36: error: a reference is the same in all languages, and 'a' is localized"
    ),
    (
      "content/birds/list.yml", "record: {name: {type: text, localized: true}, mass: number}\nlanguage: de\n",
      "content/birds/list.yml:1:10: error: 'name' is localized, and the list is in one language"
    ),
    (
      "content/birds/list.yml", "title: {en: Birds, fr: Oiseaux}\nrecord: {name: text, mass: number}\n",
      "content/birds/list.yml:1:8: error: 'title' must be text, found a mapping"
    ),
    (
      "content/de/x.md", "Text\n",
      "content/de/x.md:1:1: error: the folder 'de' has the name of a language, and its pages are at '/de/'"
    ),
    (
      "content/de.md", "Text\n",
      "content/de.md:1:1: error: the page would be at '/de/', where the pages of a language are"
    ),
    (
      "content/pick/list.yml", "language: de\nrecords-of: birds\n",
      "content/pick/list.yml:2:13: error: 'name' is localized in 'birds', and this list is in one language"
    ),
    ("content/x.de.md", "Text\n", "content/x.de.md:1:1: error: this is a translation of 'x.md', which does not exist"),
    (
      "content/birds/x.de.md", "---\nname: X\n---\n",
      "content/birds/x.de.md:1:1: error: this is a translation of 'x.md', which does not exist"
    ),
    (
      "content/birds/a.de.md", "---\nmass: 2\n---\n",
      "content/birds/a.de.md:2:1: error: 'mass' is the same in all languages"
    ),
    (
      "content/birds/list.yml", "record: {name: {type: text, localized: true}, mass: number}\nuntranslated: no\n",
      "content/birds/list.yml:2:15: error: 'untranslated' must be show or hide, found \"no\""
    ),
  ])
  func `mistakes are told with their places`(file: String, text: String, message: String) {
    var files = [
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/birds/list.yml": "record: {name: {type: text, localized: true}, mass: number}\n",
      "content/birds/a.md": "---\nname: A\nmass: 1\n---\n",
    ]
    files[file] = text
    let messages = TestSite(files).diagnostics()
    #expect(messages.contains(message), "\(messages)")
  }

  @Test func `a reference that leads nowhere is told once, and not in each language`() {
    let messages = TestSite([
      "content/site.yml": "title: T\nlanguages: [en, de, ar]\n",
      "content/birds/list.yml": "record: {name: text, of: {record: birds}}\n",
      "content/birds/a.md": "---\nname: A\nof: nobody\n---\n",
    ]).diagnostics()
    #expect(messages.components(separatedBy: "which no record of 'birds' has").count == 2, "\(messages)")
    #expect(!messages.contains("de:birds"), "\(messages)")
  }
}
