import CellistRecords
import CellistText

/// The two fields of numbers that say where a record lies on the earth, in degrees.
package struct PointFields: Hashable, Sendable {
  package let latitude: Int
  package let longitude: Int

  /// Reads `latitude` and `longitude`: without them, the fields of these names or of what people shorten them to.
  init?(
    _ settings: inout MappingReader, type: RecordType, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) {
    let latitude = Self.field("latitude", ["latitude", "lat"], &settings, type, at: location, &diagnostics)
    let longitude = Self.field(
      "longitude", ["longitude", "long", "lng", "lon"], &settings, type, at: location, &diagnostics)
    guard let latitude, let longitude else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  private static func field(
    _ role: String, _ names: [String], _ settings: inout MappingReader, _ type: RecordType,
    at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> Int? {
    guard let node = settings.node(role) else {
      let found = names.lazy.compactMap { type.index(of: $0) }.first { isNumber(type.fields[$0].type) }
      if found == nil {
        diagnostics.error(
          .missingSetting, "GeoJSON needs '\(role)', a field of numbers, and no such field is called '\(role)'",
          at: location, hint: "for example exports: {format: geojson, latitude: north, longitude: east}")
      }
      return found
    }
    guard let path = type.path(node.text ?? "", at: node.location, &diagnostics) else { return nil }
    guard path.part == nil, path.field < type.ownCount, isNumber(path.type) else {
      diagnostics.error(
        .invalidSetting, "'\(role)' names a field of numbers, and '\(node.text ?? "")' is \(path.type.name)",
        at: node.location)
      return nil
    }
    return path.field
  }

  private static func isNumber(_ type: FieldType) -> Bool { type == .number || type == .integer }
}

extension PointFields {
  /// The coordinates of a record, the longitude first; nil where one is missing or lies beyond the earth.
  package func coordinates(of record: Record) -> (longitude: Value, latitude: Value)? {
    let (north, east) = (record.values[latitude], record.values[longitude])
    guard Self.lies(north, within: 90), Self.lies(east, within: 180) else { return nil }
    return (east, north)
  }

  /// Says of a record that it lies beyond the earth.
  package func misfits(of record: Record, _ type: RecordType) -> [RecordMisfit] {
    [(latitude, 90), (longitude, 180)].compactMap { field, limit in
      let value = record.values[field]
      guard !value.isAbsent, !Self.lies(value, within: limit) else { return nil }
      return RecordMisfit(
        field: field,
        message: "'\(type.fields[field].name)' must be -\(limit) to \(limit) degrees, found \(value.plainText)")
    }
  }

  private static func lies(_ value: Value, within limit: Int) -> Bool {
    guard let degrees = value.decimal else { return false }
    return DecimalNumber(-limit) <= degrees && degrees <= DecimalNumber(limit)
  }
}
