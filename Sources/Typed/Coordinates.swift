import CellistRecords

/// A place on the earth, in degrees (WGS 84).
public struct Coordinates: Hashable, Sendable, Codable {
  /// Degrees north of the equator, from -90 to 90.
  public var latitude: Double
  /// Degrees east of Greenwich, from -180 to 180.
  public var longitude: Double

  /// A place, which is checked when a record holds it.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Coordinates: FieldValue {
  public static var fieldType: FieldType { .point }
  public static var sample: Self { Coordinates(latitude: 46.948, longitude: 7.447) }

  public init?(fieldValue: Value) {
    guard let point = GeoPoint(fieldValue.plainText), let north = Double(point.latitude),
      let east = Double(point.longitude)
    else { return nil }
    self.init(latitude: north, longitude: east)
  }

  public var fieldValue: Value { .text("\(latitude) \(longitude)") }
}
