import CellistText

/// A place on the earth: its latitude and longitude in degrees (WGS 84), with the digits that were written.
package struct GeoPoint: Hashable, Sendable {
  /// Degrees north of the equator, from -90 to 90.
  package let latitude: String
  /// Degrees east of Greenwich, from -180 to 180.
  package let longitude: String

  /// The key under which a file of GeoJSON has the place of a record.
  package static let key = "$point"

  /// Nil where one of them is no number, or beyond the earth.
  package init?(latitude: String, longitude: String) {
    guard Self.lies(.number(latitude), within: 90), Self.lies(.number(longitude), within: 180) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Whether a number of degrees is between -`limit` and `limit`.
  package static func lies(_ value: Value, within limit: Int) -> Bool {
    guard let degrees = value.decimal else { return false }
    return DecimalNumber(-limit) <= degrees && degrees <= DecimalNumber(limit)
  }

  /// Both, the latitude first: "46.948 7.447".
  package var text: String { "\(latitude) \(longitude)" }
}

// MARK: - Texts

extension GeoPoint {
  /// The place that a text names: "46.948 7.447", "46.948, 7.447", "46.948° N, 7.447° E", "geo:46.948,7.447" or, with the
  /// longitude first, "POINT(7.447 46.948)". O(n).
  package init?(_ text: some StringProtocol) {
    guard let pair = Self.pair(in: text) else { return nil }
    self.init(latitude: pair.latitude, longitude: pair.longitude)
  }

  /// Whether a text names a place if its numbers are swapped.
  static func isSwapped(_ text: some StringProtocol) -> Bool {
    guard let pair = pair(in: text) else { return false }
    return GeoPoint(latitude: pair.longitude, longitude: pair.latitude) != nil
  }

  private static func pair(in text: some StringProtocol) -> (latitude: String, longitude: String)? {
    let trimmed = text.trimmed
    guard trimmed.utf8.count <= 200 else { return nil }
    let small = trimmed.lowercased()
    if small.hasPrefix("geo:") { return ordered(numbers(small.dropFirst(4).prefix { $0 != ";" && $0 != "?" })) }
    guard small.hasPrefix("point") else { return ordered(numbers(trimmed)) }
    let inner = small.dropFirst(5).trimmed
    guard inner.first == "(", inner.last == ")" else { return nil }
    return ordered(numbers(inner.dropFirst().dropLast())).map { ($0.longitude, $0.latitude) }
  }

  /// A number, and the side of the earth that a letter beside it names.
  private typealias Degrees = (digits: String, side: Character?)

  private static func ordered(_ numbers: [Degrees]?) -> (latitude: String, longitude: String)? {
    guard let numbers, numbers.count == 2 else { return nil }
    let isSwapped = numbers[0].side.map("EW".contains) ?? false || numbers[1].side.map("NS".contains) ?? false
    let (north, east) = isSwapped ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    guard north.side.map("NS".contains) ?? true, east.side.map("EW".contains) ?? true else { return nil }
    return (signed(north), signed(east))
  }

  private static func signed(_ degrees: Degrees) -> String {
    guard degrees.side == "S" || degrees.side == "W", degrees.digits != "0" else { return degrees.digits }
    return degrees.digits.hasPrefix("-") ? degrees.digits : "-\(degrees.digits)"
  }

  private static func numbers(_ text: Substring) -> [Degrees]? {
    let words = text.split { $0.isWhitespace || $0 == ";" || $0 == "°" }.flatMap { word -> [Substring] in
      // A comma stands between the numbers, or is the decimal separator of both.
      let parts = word.split(separator: ",", omittingEmptySubsequences: true)
      let isDecimal = parts.count == 2 && !word.contains(".") && text.contains(where: \.isWhitespace)
      return isDecimal ? [word.last == "," ? word.dropLast() : word] : parts
    }
    var numbers: [Degrees] = []
    for word in words {
      var word = word
      var side: Character?
      // No letter "O": it is east in German, and west in French.
      if let last = word.last, "NSEWnsew".contains(last) {
        side = Character(last.uppercased())
        word = word.dropLast()
      } else if let first = word.first, "NSEWnsew".contains(first) {
        side = Character(first.uppercased())
        word = word.dropFirst()
      }
      if word.isEmpty {
        guard let last = numbers.last, last.side == nil else { return nil }
        numbers[numbers.count - 1].side = side
        continue
      }
      let digits = word.map { $0 == "," ? "." : $0 == "\u{2212}" ? "-" : String($0) }.joined()
      guard DecimalNotation(digits) != nil else { return nil }
      numbers.append((digits.hasPrefix("+") ? String(digits.dropFirst()) : digits, side))
    }
    return numbers
  }
}

// MARK: - Nodes

extension GeoPoint {
  /// The place that a node describes: a geometry of GeoJSON (RFC 7946), its coordinates alone, or a mapping with a
  /// latitude and a longitude. For lines and areas, the middle of the box around them. O(n).
  package init?(_ node: Node) {
    if let north = Self.entry(of: node, ["latitude", "lat"]),
      let east = Self.entry(of: node, ["longitude", "long", "lng", "lon"])
    {
      self.init(latitude: north, longitude: east)
      return
    }
    let coordinates = node["coordinates"] ?? node["geometries"] ?? node
    if let items = coordinates.items, let place = Self.position(items) {
      self.init(latitude: place.north, longitude: place.east)
      return
    }
    var box = Box()
    guard coordinates.items != nil, box.include(coordinates, depth: 0), let middle = box.middle else { return nil }
    self.init(latitude: middle.north, longitude: middle.east)
  }

  private static func entry(of node: Node, _ names: [String]) -> String? {
    names.lazy.compactMap { node[$0]?.text }.first.map { String($0.trimmed) }
  }

  /// The numbers of a position, the longitude first; a height may follow.
  fileprivate static func position(_ items: [Node]) -> (east: String, north: String)? {
    guard (2...4).contains(items.count), let east = items[0].text, let north = items[1].text,
      DecimalNotation(east) != nil, DecimalNotation(north) != nil
    else { return nil }
    return (east, north)
  }
}

/// The box around some positions.
private struct Box {
  private var east: ClosedRange<Double>?
  private var north: ClosedRange<Double>?

  /// How deep positions may lie: those of a polygon in a collection.
  private static let deepest = 8

  /// Whether there are only positions in a node.
  mutating func include(_ node: Node, depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    let node = node["coordinates"] ?? node["geometries"] ?? node
    guard let items = node.items else { return false }
    if let place = GeoPoint.position(items) {
      guard let east = Double(place.east), let north = Double(place.north), east.isFinite, north.isFinite else {
        return false
      }
      self.east = Self.range(self.east, with: east)
      self.north = Self.range(self.north, with: north)
      return true
    }
    return items.allSatisfy { include($0, depth: depth + 1) }
  }

  private static func range(_ range: ClosedRange<Double>?, with number: Double) -> ClosedRange<Double> {
    range.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
  }

  var middle: (east: String, north: String)? {
    guard let east, let north else { return nil }
    return (Self.digits(east), Self.digits(north))
  }

  /// The middle of a range to a millionth of a degree, a tenth of a metre.
  private static func digits(_ range: ClosedRange<Double>) -> String {
    let millionths = ((range.lowerBound + range.upperBound) / 2 * 1_000_000).rounded()
    guard abs(millionths) < 1e15 else { return "" }
    let whole = Int(millionths.magnitude)
    var decimals = String(whole % 1_000_000 + 1_000_000).dropFirst()
    while decimals.last == "0" { decimals = decimals.dropLast() }
    return "\(millionths < 0 ? "-" : "")\(whole / 1_000_000)\(decimals.isEmpty ? "" : ".")\(decimals)"
  }
}
