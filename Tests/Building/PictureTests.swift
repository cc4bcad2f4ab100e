import CellistTestSupport
import Testing

@testable import CellistBuilding

/// Pictures take their place on pages before they are loaded, and say what they show.
@Suite struct PictureTests {
  private static let record = """
    record: {name: text, photo: {type: "asset?", alt: caption}, caption: text?, other: asset?}
    id: name
    view: cards
    record-pages: true

    """

  static func drawing(_ width: Int, _ height: Int) -> [UInt8] {
    Array("<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'/>".utf8)
  }

  private static func site(_ rows: String) -> TestSite {
    var site = TestSite([
      "content/site.yml": "title: T\n", "content/items/list.yml": record, "content/items/r.csv": rows,
    ])
    site.files["content/items/a.svg"] = drawing(40, 30)
    site.files["content/b.svg"] = drawing(8, 6)
    return site
  }

  @Test func `a card and a fact have the picture's size and words`() throws {
    let site = Self.site("name,photo,caption,other\nAda,a.svg,\"At \"\"work\"\"\",/b.svg\nBo,/b.svg,,\n")
    #expect(site.diagnostics() == "")
    let files = site.render()
    let list = try #require(files["items/index.html"])
    #expect(
      list.contains(
        #"<img class="picture" src="/items/a.svg" width="40" height="30" alt="At &quot;work&quot;" loading="lazy">"#))
    #expect(list.contains(#"<img class="picture" src="/b.svg" width="8" height="6" alt="" loading="lazy">"#))
    let page = try #require(files["items/ada/index.html"])
    #expect(page.contains(#"<img src="/items/a.svg" width="40" height="30" alt="At &quot;work&quot;" loading="lazy">"#))
    #expect(page.contains(#"<img src="/b.svg" width="8" height="6" alt="Ada" loading="lazy">"#))
  }

  // MARK: Pictures as records

  private static func gallery(_ sources: String, _ more: [String: String] = [:]) -> TestSite {
    var site = TestSite(
      [
        "content/site.yml": "title: T\n",
        "content/places/list.yml": """
        record: {name: text, picture: {type: asset, from: file, alt: caption}, folder: text?, caption: text?}
        id: name
        sources: \(sources)
        sections: {by: folder, missing: Here}
        record-pages: true

        """,
      ].merging(more) { $1 })
    site.files["content/places/old-mill_2.svg"] = drawing(40, 30)
    site.files["content/places/2024/01/lake.SVG"] = drawing(20, 10)
    return site
  }

  @Test func `each picture that a source names is a record`() throws {
    let site = Self.gallery(
      #"["**/*.svg", "**/*.SVG", {file: more.csv, merge: update}]"#,
      ["content/places/more.csv": "name,caption\nold mill 2,The mill\n"])
    #expect(site.diagnostics() == "")
    let files = site.render()
    // Where no field tells records apart, they are called as their files.
    var named = Self.gallery(
      #"["*.svg", {file: more.csv, merge: update}]"#, ["content/places/more.csv": "id,caption\nold-mill_2,The mill\n"])
    named.files["content/places/list.yml"] = try named.files["content/places/list.yml"].map { text in
      Array(try String(decoding: text, as: UTF8.self).replacing(present: "id: name\n", with: "").utf8)
    }
    #expect(named.diagnostics() == "")
    #expect(named.render()["places/index.html"]?.contains("alt=\"The mill\"") == true)
    let list = try #require(files["places/index.html"])
    #expect(list.contains(#"src="/places/old-mill_2.svg" width="40" height="30" alt="The mill""#))
    #expect(list.contains(#"src="/places/2024/01/lake.SVG" width="20" height="10""#))
    #expect(list.contains("old mill 2") && list.contains("2024/01") && list.contains("Here"))
    #expect(files["places/old-mill-2/index.html"] != nil && files["places/lake/index.html"] != nil)
    #expect(files["places/old-mill_2.svg"] != nil && files["places/2024/01/lake.SVG"] != nil)
  }

  @Test func `what is wrong with pictures as records is told at its place`() {
    #expect(
      Self.gallery("[\"*.png\"]").diagnostics() == """
        content/places/list.yml:3:11: error: no file in content/places fits '*.png' [missing-source]
           3 | sources: ["*.png"]
             |           ^~~~~~~

        """)
    var site = Self.gallery("[\"**/*.svg\", a.csv]", ["content/places/a.csv": "file,name\nold-mill_2.svg,lake\n"])
    site.files["content/places/2024/lake.svg"] = Self.drawing(1, 1)
    #expect(
      site.diagnostics() == """
        content/places/a.csv:2:1: error: the id "lake" is used a second time [duplicate-id]
           2 | old-mill_2.svg,lake
             | ^~~~~~~~~~~~~~
             = it is first used at content/places/2024/lake.svg:1:1

        """)
    // A picture has no caption, and says so at its path.
    site = Self.gallery("[\"*.svg\"]")
    site.files["content/places/list.yml"] = Array(
      "record: {name: text, file: asset, caption: text}\nsources: [\"*.svg\"]\n".utf8)
    #expect(
      site.diagnostics().hasPrefix("content/places/old-mill_2.svg:1:1: error: 'caption' is missing [missing-value]\n"))
  }

  @Test func `templates have the parts of a picture`() {
    var site = TestSite.list(
      "record: {name: text, photo: asset?, all: [asset]}\nid: name\n",
      ["r.yml": "- {name: A, photo: a.svg, all: [a.svg, b.txt]}\n- {name: B, all: []}\n"],
      cell: "{{photo}} {{photo.width}}x{{photo.height}} {{photo.alt}};{{#all}}{{.}} {{width}};{{/all}}")
    site.files["content/items/a.svg"] = Self.drawing(40, 30)
    site.files["content/items/b.txt"] = Array("b".utf8)
    #expect(site.diagnostics() == "")
    let page = site.render()["items/index.html"] ?? ""
    #expect(page.contains("/items/a.svg 40x30 ;/items/a.svg 40;/items/b.txt ;"))
    #expect(page.contains(" x ;"))
  }

  @Test func `an alt that names no text is reported at its place`() {
    let site = TestSite.list(
      "record: {name: text, size: number?, photo: {type: \"asset?\", alt: size}, other: {type: \"text?\", alt: name}}\n",
      ["r.csv": "name\nA\n"], cell: "{{name}}")
    let found = site.diagnostics()
    #expect(
      found.contains("'alt' must name a text field that describes the picture, and 'size' is none [unknown-field]")
    )
    #expect(found.contains("'alt' is for a picture, and 'other' is text [invalid-setting]"))
  }

  @Test func `a card has the first of several pictures, and the record's page all of them`() throws {
    let site = TestSite([
      "content/site.yml": "title: T\nbase: https://example.org/\n",
      "content/items/list.yml": """
      record:
        name: text
        photos: {type: [asset], alt: captions, optional: true}
        captions: {type: [text], optional: true}
      view: cards
      record-pages: true

      """,
      "content/items/a.yml": "name: A\nphotos: [a.svg, b.svg, c.svg]\ncaptions: [Front, Back]\n",
      "content/items/b.yml": "name: B\nphotos: [c.svg]\n", "content/items/c.yml": "name: C\n",
      "content/items/a.svg": "<svg/>", "content/items/b.svg": "<svg/>", "content/items/c.svg": "<svg/>",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    func pictures(_ path: String) throws -> [String] {
      try #require(files[path]).matches(of: /<img[^>]* src="([^"]*)"[^>]* alt="([^"]*)"/).map { "\($0.1) \($0.2)" }
    }
    #expect(try pictures("items/index.html") == ["/items/a.svg Front", "/items/c.svg "])
    #expect(
      try pictures("items/a/index.html") == ["/items/a.svg Front", "/items/b.svg Back", "/items/c.svg A (3)"])
    #expect(
      try #require(files["items/a/index.html"]).contains("og:image\" content=\"https://example.org/items/a.svg\""))
    #expect(try pictures("items/c/index.html") == [])
  }
}
