import CellistTestSupport
import Testing

/// A spreadsheet as a source of a list, from the file to the page.
@Suite struct SpreadsheetSourceTests {
  private static func cell(_ place: String, _ text: String) -> String {
    "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
  }

  private static func book(_ price: String) -> [UInt8] {
    TestArchive.xlsx([
      (
        "Prices",
        "<row r=\"1\">\(cell("A1", "title"))\(cell("B1", "price"))\(cell("C1", "since"))</row>"
          + "<row r=\"2\">\(cell("A2", "Saw"))\(price)<c r=\"C2\" s=\"1\"><v>45413</v></c></row>"
          + "<row r=\"3\">\(cell("A3", "Axe"))<c r=\"B3\"><v>3</v></c></row>"
      )
    ])
  }

  private static func site(_ price: String, _ source: String = "prices.xlsx") -> TestSite {
    var site = TestSite.list(
      "record: {title: text, price: number, since: date?}\nid: title\nsort: title\nsources: [\(source)]\n",
      cell: "{{title}} {{price}} {{since}};")
    site.files["content/items/prices.xlsx"] = book(price)
    return site
  }

  @Test func `rows of a sheet are records`() {
    let site = Self.site("<c r=\"B2\"><v>12.5</v></c>")
    #expect(
      site.render()["items/index.html"]?.replacing(/<[^>]*>/, with: "") ?? site.diagnostics()
        == "itemsAxe 3 ;Saw 12.5 2024-05-01;")
    #expect(site.render()["items/prices.xlsx"] == nil)
    let other = Self.site("<c r=\"B2\"><v>12.5</v></c>", "{file: prices.xlsx, sheet: Prices, where: {title: Axe}}")
    #expect(other.render()["items/index.html"]?.contains("Saw") == false)
  }

  @Test func `what does not fit is reported at its cell`() {
    #expect(
      Self.site(Self.cell("B2", "dear")).diagnostics() == """
        content/items/prices.xlsx:Prices!B2: error: 'price' must be a number, found "dear" [invalid-value]

        """)
  }
}
