import CellistTestSupport
import Foundation
import Testing

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
      found.contains("'alt' names a field of text that says what the picture shows, and 'size' is none [unknown-field]")
    )
    #expect(found.contains("'alt' is for a picture, and 'other' is text [invalid-setting]"))
  }
}
