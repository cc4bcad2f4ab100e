import CellistTestSupport
import Testing

/// Sources outside the folder of their list.
@Suite struct SharedSourceTests {
  private static let files = [
    "content/site.yml": "title: T\n",
    "content/data/prices.csv": "title,price\nA,1\nB,2\n",
    "content/data/more.json": "[{\"title\": \"C\", \"price\": 3}]",
    "content/data/notes.md": "---\ntitle: Note\nprice: 4\n---\n[about](about.md) ![a](a.svg)\n",
    "content/data/about.md": "---\ntitle: About\n---\n[the note](notes.md)\n", "content/data/a.svg": "<svg/>",
    "content/shop/list.yml":
      "record: {title: text, price: integer}\nid: title\nrecord-pages: true\nsources: [../data/*.csv, ../data/more.json, ../data/notes.md]\n",
  ]

  @Test func `a file that a source names is not published, and the rest of its folder is`() {
    let site = TestSite(Self.files)
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(["a", "b", "c", "note"].allSatisfy { pages["shop/\($0)/index.html"] != nil })
    #expect(pages["data/prices.csv"] == nil && pages["data/notes/index.html"] == nil)
    #expect(pages["data/a.svg"] != nil && pages["data/about/index.html"]?.contains("href=\"/shop/note/\"") == true)
    let note = pages["shop/note/index.html"] ?? ""
    #expect(note.contains("href=\"/data/about/\"") && note.contains("src=\"/data/a.svg\""))
  }

  @Test func `several lists may read a file, each as it says, and links to it lead to the list that it lies in`() {
    let site = TestSite(
      Self.files.merging([
        "content/cheap/list.yml":
          "record: {name: {type: text, from: title}, cost: {type: number, from: price}}\nid: name\nrecord-pages: true\nextra-keys: ignore\nsources: [../data/prices.csv, ../posts/*.md]\nwhere: {cost: {below: 2}}\n",
        "content/posts/list.yml": "record: {title: text, price: integer}\nid: title\nrecord-pages: true\n",
        "content/posts/index.md": "[first](first.md)\n", "content/posts/first.md": "---\ntitle: First\nprice: 1\n---\n",
      ]) { $1 })
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(pages["cheap/a/index.html"] != nil && pages["cheap/first/index.html"] != nil)
    #expect(pages["shop/a/index.html"] != nil && pages["posts/first/index.html"] != nil)
    #expect(pages["posts/index.html"]?.contains("href=\"/posts/first/\"") == true)
  }

  @Test func `values that do not fit are reported in the file, once for each list that reads them`() {
    let site = TestSite(Self.files.merging(["content/data/prices.csv": "title,price\nA,x\n"]) { $1 })
    #expect(
      site.diagnostics() == """
        content/data/prices.csv:2:3: error: 'price' must be an integer, found "x" [invalid-value]
           2 | A,x
             |   ^

        """)
  }

  @Test func `pictures of other folders may be records, and stay files of the site`() {
    let site = TestSite([
      "content/site.yml": "title: T\n", "content/photos/one/a.svg": "<svg/>", "content/photos/b.svg": "<svg/>",
      "content/gallery/list.yml":
        "record: {picture: {type: asset, from: file}, name: text, folder: text?}\nsources: [\"../photos/**/*.svg\"]\nexports: json\n",
    ])
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(pages["photos/one/a.svg"] != nil && pages["photos/b.svg"] != nil)
    #expect(pages["gallery/index.json"]?.contains("\"folder\": \"one\"") == true)
    #expect(pages["gallery/index.html"]?.contains("src=\"/photos/one/a.svg\"") == true)
  }
}
