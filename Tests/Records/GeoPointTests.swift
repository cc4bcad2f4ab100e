import Testing

@testable import CellistRecords

@Suite struct GeoPointTests {
  @Test(arguments: [
    ("46.948 7.447", "46.948 7.447"), (" 46.948,7.447", "46.948 7.447"), ("46.948, 7.447", "46.948 7.447"),
    ("-33.9; 151", "-33.9 151"), ("\u{2212}33.9 +151", "-33.9 151"), ("46.948° N, 7.447° E", "46.948 7.447"),
    ("33.9S 70.6W", "-33.9 -70.6"), ("7.447 E 46.948 N", "46.948 7.447"), ("46,948 7,447", "46.948 7.447"),
    ("46,948, 7,447", "46.948 7.447"), ("46,7", "46 7"), ("POINT(7.447 46.948)", "46.948 7.447"),
    ("Point (7.447 46.948)", "46.948 7.447"), ("geo:46.948,7.447;u=35", "46.948 7.447"), ("0 0", "0 0"),
    ("90 -180", "90 -180"), ("1e1 1.50", "1e1 1.50"), ("S0 E0", "0 0"),
  ])
  func `a place is read as people write it, with its digits`(text: String, point: String) {
    #expect(GeoPoint(text)?.text == point)
    // What is printed is read again.
    #expect(GeoPoint(point)?.text == point)
  }

  @Test(arguments: [
    "", "46.948", "46.948 7.447 3", "91 0", "0 181", "Bern", "46.948 N 7.447 N", "46.948 E 7.447 E", "N S",
    "46°56′ 7°26′", "POINT 7.4 46.9", "1,2,3,4", "46.9 N S 7.4", "46.9 N 7.4 O", "NaN 1", "inf 0", "1e999 0",
  ])
  func `all else is no place`(text: String) {
    #expect(GeoPoint(text) == nil)
  }

  private func node(_ coordinates: Node, type: String = "Point") -> Node {
    Node(
      .mapping([
        Node.Entry(key: "type", keyLocation: place, value: scalar(type)),
        Node.Entry(key: "coordinates", keyLocation: place, value: coordinates),
      ]), at: place)
  }
  private let place = SourceLocation(file: "a")
  private func scalar(_ text: String) -> Node { Node(.scalar(text, quoted: false), at: place) }
  private func list(_ items: [Node]) -> Node { Node(.sequence(items), at: place) }
  private func position(_ numbers: String...) -> Node { list(numbers.map(scalar)) }

  @Test func `a geometry is its point, or the middle of the box around it`() {
    #expect(GeoPoint(node(position("7.4470", "46.948", "540")))?.text == "46.948 7.4470")
    #expect(GeoPoint(position("7", "46"))?.text == "46 7")
    let line = list([position("-1", "2"), position("2", "-4.000001"), position("0", "0")])
    #expect(GeoPoint(node(line, type: "LineString"))?.text == "-1.000001 0.5")
    #expect(GeoPoint(node(list([line])))?.text == "-1.000001 0.5")
    #expect(GeoPoint(node(list([list([])])))?.text == nil)
    #expect(GeoPoint(node(position("7")))?.text == nil)
    #expect(GeoPoint(node(position("x", "y")))?.text == nil)
    var deep = position("1", "2")
    for _ in 0..<20 { deep = list([deep]) }
    #expect(GeoPoint(node(deep)) == nil)
    let members = Node(
      .mapping([
        Node.Entry(
          key: "geometries", keyLocation: place, value: list([node(position("0", "0")), node(line)]))
      ]), at: place)
    #expect(GeoPoint(members)?.text == "-1.000001 0.5")
  }

  @Test func `a mapping has a latitude and a longitude`() {
    func mapping(_ north: String, _ east: String) -> Node {
      Node(
        .mapping([
          Node.Entry(key: north, keyLocation: place, value: scalar("46.9")),
          Node.Entry(key: east, keyLocation: place, value: scalar(" 7.4 ")),
        ]), at: place)
    }
    for (north, east) in [("lat", "lon"), ("lat", "lng"), ("latitude", "longitude"), ("lat", "long")] {
      #expect(GeoPoint(mapping(north, east))?.text == "46.9 7.4")
    }
    #expect(GeoPoint(mapping("x", "y")) == nil)
  }
}
