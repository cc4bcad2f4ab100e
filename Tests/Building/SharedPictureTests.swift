import CellistTestSupport
import Testing

/// The pictures that stand for a site and its pages elsewhere.
@Suite struct SharedPictureTests {
  private static func site(_ settings: String) -> TestSite {
    TestSite([
      "content/site.yml": "title: T\n\(settings)", "content/icon.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
      "content/cover.jpg": "x",
      "content/people/list.yml":
        "record: {name: text, photo: {type: 'asset?', alt: name}}\nid: name\nrecord-pages: true\n",
      "content/people/ada.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"3\"/>",
      "content/people/people.csv": "name,photo\nAda,ada.svg\nBo,\n",
    ])
  }

  /// What a page's head says of pictures.
  private static func pictures(_ page: String?) -> [String] {
    (page ?? "").split(separator: "\n").filter { $0.contains("rel=\"icon\"") || $0.contains("og:image") }.map(
      String.init)
  }

  @Test func `a record's page has the record's picture, and others that of the site`() {
    let site = Self.site("base: https://example.org/b/\nicon: icon.svg\nimage: cover.jpg\n")
    #expect(site.diagnostics() == "")
    let pages = site.render()
    let icon = "<link rel=\"icon\" href=\"/b/icon.svg\">"
    let cover = "<meta property=\"og:image\" content=\"https://example.org/b/cover.jpg\">"
    #expect(Self.pictures(pages["index.html"]) == [cover, icon])
    #expect(Self.pictures(pages["people/index.html"]) == [cover, icon])
    #expect(
      Self.pictures(pages["people/ada/index.html"])
        == ["<meta property=\"og:image\" content=\"https://example.org/b/people/ada.svg\">", icon])
    #expect(Self.pictures(pages["people/bo/index.html"]) == [cover, icon])
  }

  @Test func `without a host no picture has an address, and without an icon browsers ask for none`() {
    let pages = Self.site("").render()
    #expect(Self.pictures(pages["people/ada/index.html"]) == ["<link rel=\"icon\" href=\"data:,\">"])
  }

  @Test func `both are files that exist`() {
    let text = Self.site("icon: icon.png\nimage: [cover.jpg]\n").diagnostics()
    #expect(
      text == """
        content/site.yml:2:7: error: the target of 'icon' does not exist: icon.png [broken-link]
           2 | icon: icon.png
             |       ^~~~~~~~
             = it is the path of a list, a page or a file below content, such as elements, about.md or icon.svg
        content/site.yml:3:8: error: 'image' must be text, found a list [invalid-setting]
           3 | image: [cover.jpg]
             |        ^~~~~~~~~~

        """, "\(text)")
  }
}
