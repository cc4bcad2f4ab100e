import CellistRecords

/// The field, or the two fields of numbers, that give a record's place on the earth in degrees.
package struct PointFields: Hashable, Sendable {
  private enum Place: Hashable {
    case point(Int)
    case degrees(latitude: Int, longitude: Int)
  }

  private let place: Place

  /// Reads `latitude` and `longitude`: without them, the first field of points, or the fields of these names or of what
  /// people shorten them to.
  init?(
    _ settings: inout MappingReader, type: RecordType, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) {
    var roles = FieldRoles(reader: settings, type: type, owner: "a point")
    if !roles.isGiven("latitude"), !roles.isGiven("longitude"),
      let field = type.fields.prefix(type.ownCount).firstIndex(where: { $0.type == .point })
    {
      place = .point(field)
      return
    }
    let latitude = roles.degrees("latitude", ["latitude", "lat"], at: location, &diagnostics)
    let longitude = roles.degrees("longitude", ["longitude", "long", "lng", "lon"], at: location, &diagnostics)
    settings = roles.reader
    guard let latitude, let longitude else { return nil }
    place = .degrees(latitude: latitude, longitude: longitude)
  }

  /// The fields with the coordinates.
  package var fields: [Int] {
    switch place {
    case .point(let field): [field]
    case .degrees(let latitude, let longitude): [latitude, longitude]
    }
  }
}

extension FieldRoles {
  /// The field of numbers that is named for a role, or has one of some names.
  fileprivate mutating func degrees(
    _ role: String, _ names: [String], at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> Int? {
    guard !isGiven(role) else {
      return path(role, "a field of numbers", isOwn: true, &diagnostics, fits: \.isNumber)?.field
    }
    let found = names.lazy.compactMap(type.index).first { type.fields[$0].type.isNumber }
    if found == nil {
      diagnostics.error(
        .missingSetting, "GeoJSON needs '\(role)', a field of numbers, and no such field is called '\(role)'",
        at: location, hint: "for example exports: {format: geojson, latitude: north, longitude: east}")
    }
    return found
  }
}

extension PointFields {
  /// The coordinates of a record, the longitude first; nil where one is missing or lies beyond the earth.
  package func coordinates(of record: Record) -> (longitude: Value, latitude: Value)? {
    switch place {
    case .point(let field):
      guard case .text(let text) = record.values[field], let point = GeoPoint(text) else { return nil }
      return (.number(point.longitude), .number(point.latitude))
    case .degrees(let latitude, let longitude):
      let (north, east) = (record.values[latitude], record.values[longitude])
      guard GeoPoint.lies(north, within: 90), GeoPoint.lies(east, within: 180) else { return nil }
      return (east, north)
    }
  }

  /// Says of a record that it lies beyond the earth.
  package func misfits(of record: Record, _ type: RecordType) -> [RecordMisfit] {
    guard case .degrees(let latitude, let longitude) = place else { return [] }
    return [(latitude, 90), (longitude, 180)].compactMap { field, limit in
      let value = record.values[field]
      guard !value.isAbsent, !GeoPoint.lies(value, within: limit) else { return nil }
      return RecordMisfit(
        field: field,
        message: "'\(type.fields[field].name)' must be -\(limit) to \(limit) degrees, found \(value.plainText)")
    }
  }
}
