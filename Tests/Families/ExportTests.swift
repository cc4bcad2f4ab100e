import CellistTestSupport
import Testing

/// The records of a list as data for programs.
@Suite struct ExportTests {
  private static let record = """
    record:
      name: text
      size: number?
      count: integer?
      open: boolean?
      day: date?
      tags: {type: [text], split: ";", default: []}
      parts: {map: integer, optional: true}
      link: url?
      text: markdown?
    id: name
    sort: -name
    extra-keys: ignore

    """

  private static func site(_ settings: String, _ file: (String, String)) -> TestSite {
    var site = TestSite.list(
      "\(record)\(settings)", [file.0: file.1, "content/about.md": "---\ntitle: A\n---\n"], cell: "{{name}}")
    site.files["content/site.yml"] = Array("title: Test\ntheme: plain\nbase: https://example.org/\n".utf8)
    site.files["themes/plain/pages/plain.mustache"] = Array("x".utf8)
    return site
  }

  private static let records = """
    - {name: "a, \\"b\\"", size: 1.50, count: 7, open: false, day: 2024-05-01, tags: [x, y], parts: {k: 1}, link: /about.md, text: "*hi*"}
    - {name: Zoë}

    """

  @Test func `JSON and CSV hold what records say`() {
    let site = Self.site("exports: [json, csv]\n", ("r.yml", Self.records))
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      files["items/index.json"] == """
        [
        {"id": "Zoë", "url": "https://example.org/items/#zoë", "name": "Zoë", "tags": [], "parts": {}},
        {"id": "a, \\"b\\"", "url": "https://example.org/items/#a-b", "name": "a, \\"b\\"", "size": 1.50, "count": 7, \
        "open": false, "day": "2024-05-01", "tags": ["x", "y"], "parts": {"k": 1}, "link": "https://example.org/about/", \
        "text": "*hi*"}
        ]

        """)
    #expect(
      files["items/index.csv"]
        == "id,url,name,size,count,open,day,tags,parts,link,text\r\n"
        + "Zoë,https://example.org/items/#zoë,Zoë,,,,,,,,\r\n"
        + "\"a, \"\"b\"\"\",https://example.org/items/#a-b,\"a, \"\"b\"\"\",1.50,7,false,2024-05-01,x;y,\"{\"\"k\"\": 1}\",https://example.org/about/,*hi*\r\n"
    )
  }

  @Test func `an export is a source of the same records`() {
    let first = Self.site("exports: [json]\n", ("r.yml", Self.records)).render()["items/index.json"] ?? ""
    let second = Self.site("exports: [json]\n", ("r.json", first)).render()["items/index.json"]
    #expect(second == first)
    let flat = "- {name: a, size: 2, count: 3, open: true, day: 2024-05-01, tags: [x, z]}\n- {name: \" b \"}\n"
    let table = Self.site("exports: csv\n", ("r.yml", flat)).render()["items/index.csv"] ?? ""
    #expect(Self.site("exports: csv\n", ("r.csv", table)).render()["items/index.csv"] == table)
  }

  @Test func `records that are not published leave no trace`() {
    let site = Self.site(
      "exports: [json, csv]\nwhere: {size: {below: 5}}\n",
      ("r.yml", "- {name: shown, size: 1}\n- {name: hidden, size: 9}\n- {name: draft, size: 1, draft: true}\n"))
    for (path, text) in site.render() where path.hasPrefix("items/") {
      #expect(!text.contains("hidden") && !text.contains("\"draft\""), "\(path)")
    }
  }

  private static func places(_ exports: String, _ records: String, fields: String = "lat: number?, lng: number?")
    -> TestSite
  {
    var site = TestSite.list(
      "record: {name: text, \(fields)}\nid: name\nexports: \(exports)\n", ["r.yml": records], cell: "{{name}}")
    site.files["content/site.yml"] = Array("title: Test\ntheme: plain\nbase: https://example.org/\n".utf8)
    return site
  }

  @Test func `GeoJSON holds the same, and a point where there are coordinates`() {
    let site = Self.places(
      "[geojson]",
      "- {name: Bern, lat: 46.9480, lng: 7}\n- {name: Far, lat: -90, lng: -180.0}\n- {name: Gone, lat: 3}\n")
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/index.geojson"] == """
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "Bern", "geometry": {"type": "Point", "coordinates": [7, 46.9480]}, \
        "properties": {"id": "Bern", "url": "https://example.org/items/#bern", "name": "Bern", "lat": 46.9480, "lng": 7}},
        {"type": "Feature", "id": "Far", "geometry": {"type": "Point", "coordinates": [-180.0, -90]}, \
        "properties": {"id": "Far", "url": "https://example.org/items/#far", "name": "Far", "lat": -90, "lng": -180.0}},
        {"type": "Feature", "id": "Gone", "geometry": null, \
        "properties": {"id": "Gone", "url": "https://example.org/items/#gone", "name": "Gone", "lat": 3}}
        ]}

        """)
    #expect(
      Self.places("geojson", "").render()["items/index.geojson"]
        == "{\"type\": \"FeatureCollection\", \"features\": []}\n")
  }

  @Test func `coordinates are fields that settings name, and lie on the earth`() {
    let named = Self.places(
      "[json, {format: geojson, latitude: y, longitude: x}]", "- {name: a, x: 1, y: 2}\n",
      fields: "x: integer, y: number")
    #expect(named.render()["items/index.geojson"]?.contains("\"coordinates\": [1, 2]") == true)
    let text = Self.places("geojson", "- {name: a, lat: 90.01, lng: 1e3}\n").diagnostics()
    #expect(text.contains("r.yml:1:18: error: 'lat' must be -90 to 90 degrees, found 90.01 [invalid-value]"), "\(text)")
    #expect(text.contains("r.yml:1:30: error: 'lng' must be -180 to 180 degrees, found 1e3 [invalid-value]"), "\(text)")
  }

  @Test(arguments: [
    (
      "geojson", "lat: number", "GeoJSON needs 'longitude', a field of numbers, and no such field is called 'longitude'"
    ),
    (
      "{format: geojson, latitude: name, longitude: lat}", "lat: number",
      "the 'latitude' of a point is a field of numbers, and 'name' is text"
    ),
    ("{format: json, latitude: lat}", "lat: number", "'exports' has no setting 'latitude'"),
    ("{latitude: lat}", "lat: number", "an export needs a 'format'"),
  ])
  func `coordinates are checked`(exports: String, fields: String, message: String) {
    let text = Self.places(exports, "- {name: a, lat: 1}\n", fields: fields).diagnostics()
    #expect(text.contains(message), "\(text)")
  }

  @Test func `formats are checked`() {
    let text = Self.site("exports: [jsn]\n", ("r.yml", Self.records)).diagnostics()
    #expect(text.contains("there is no export \"jsn\"") && text.contains("did you mean 'json'?"), "\(text)")
  }

  @Test func `changes of exports are published where there are some in JSON`() {
    for (settings, isWrong) in [("exports: csv\n", true), ("exports: [csv, json]\n", false)] {
      var site = Self.site(settings, ("r.yml", Self.records))
      site.files["content/site.yml"]? += "changes: true\n".utf8
      let text = site.diagnostics()
      #expect(
        text.contains("4:10: warning: 'changes' tells how exports in JSON change, and no list has one") == isWrong,
        "\(text)")
      #expect(text.isEmpty != isWrong)
    }
  }
}
