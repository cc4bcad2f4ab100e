import CellistRecords

@testable import CellistContent
@testable import CellistFormats

extension FuzzTarget {
  /// The features of GeoJSON: places of records lie on the earth, and are read again as they were printed.
  static let geoJSON = FuzzTarget(
    "geojson",
    seeds: [
      "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"id\": 1, \"properties\": {\"a\": 1}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [7.4, 46.9]}}]}",
      "{\"type\": \"Feature\", \"properties\": null, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[0, 1], [2, 1]], []]}}",
      "{\"type\": \"Feature\", \"geometry\": {\"geometries\": [{\"coordinates\": [1, 2]}, {\"coordinates\": [[3, 4]]}]}}",
    ],
    words: [
      "\"geometry\": ", "\"coordinates\": ", "\"geometries\": ", "[[", "]]", "1e9", "-180", "\"lat\": 1, \"lon\": 2",
    ]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    var diagnostics = Diagnostics()
    if let root = JSONReader.read(text, file: "a.geojson", &diagnostics) {
      for record in FeatureCollection.features(of: root, &diagnostics) {
        guard let point = record.node[GeoPoint.key].flatMap({ GeoPoint($0) }) else { continue }
        law(GeoPoint(point.text) == point, "a place is read as it was printed")
      }
    }
    if let point = GeoPoint(text) { law(GeoPoint(point.text) == point, "a place is read as it was printed") }
    lawOfPlaces(diagnostics, in: ["a.geojson": lines])
  }

  /// The JSON reader: reads what the grammar says, at the right places, and again what it has read.
  static let json = FuzzTarget(
    "json",
    seeds: [
      "[{\"name\": \"Ada\", \"born\": 1815, \"tags\": [\"x\", \"y\"], \"seen\": null}]",
      "{\"a\": {\"b\": [1.0080, -2e-3, 0, true, false]}, \"c\": \"\\u00e9\\ud83d\\ude00\\n\"}\r\n", "[]", "\"x\"",
      "-0.5E+7",
    ],
    words: [
      "null", "true", "false", "\\u", "\\ud83d\\ude00", "\\\"", "\\\\", "{\"", "\":", "[[", "]]", "1e", "é", "\r\n",
    ]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    var diagnostics = Diagnostics()
    let node = JSONReader.read(text, file: "a.json", &diagnostics)
    law((node == nil) == diagnostics.hasErrors, "a text that is not read has an error")
    lawOfPlaces(diagnostics, in: ["a.json": lines])
    // A key that stands twice, and what is nested too deeply, is refused for other reasons.
    if diagnostics.all.allSatisfy({ $0.code == .jsonSyntax }) {
      law(JSONGrammar.accepts(text) == (node != nil), "the grammar says otherwise")
    }
    guard let node else { return }
    let places = node.places
    law(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "places rise")
    law(
      places.allSatisfy { "{[\"-0123456789tfn".unicodeScalars.contains(lines.scalar(at: $0) ?? " ") },
      "places begin values")
    let writer = NodeText(format: .json)
    var none = Diagnostics()
    let again = JSONReader.read(writer.write(node), file: "b.json", &none)
    law(again.map { writer.same($0, node) } ?? false, "what was read and written is read again")
  }
}
