import CellistRecords

/// The features of a file of GeoJSON (RFC 7946), as records.
enum FeatureCollection {
  /// Records whose keys are the properties of features. A file may be one feature.
  static func features(of root: Node, _ diagnostics: inout Diagnostics) -> [RawRecord] {
    switch root["type"]?.text {
    case "FeatureCollection":
      guard let items = root["features"]?.items else {
        diagnostics.error(.invalidValue, "the collection has no list of 'features'", at: root.location)
        return []
      }
      return items.compactMap { record(of: $0, &diagnostics) }
    case "Feature": return [record(of: root, &diagnostics)].compactMap(\.self)
    default:
      diagnostics.error(
        .invalidValue, "GeoJSON with records is a FeatureCollection or a Feature, found \(root.kind)",
        at: root["type"]?.location ?? root.location)
      return []
    }
  }

  private static func record(of feature: Node, _ diagnostics: inout Diagnostics) -> RawRecord? {
    guard feature["type"]?.text == "Feature" else {
      diagnostics.error(
        .invalidValue, "a member of 'features' must be a Feature, found \(feature.kind)",
        at: feature["type"]?.location ?? feature.location)
      return nil
    }
    let properties = feature["properties"]
    guard properties?.isNull ?? true || properties?.entries != nil else {
      diagnostics.error(
        .invalidValue, "'properties' must be a mapping, found \(properties?.summary ?? "nothing")",
        at: properties?.location ?? feature.location)
      return nil
    }
    let geometry = (feature.entries ?? []).filter { $0.key == "geometry" && !$0.value.isNull }
      .map { Node.Entry(key: GeoPoint.key, keyLocation: $0.keyLocation, value: $0.value) }
    return RawRecord(
      node: Node(.mapping((properties?.entries ?? []) + geometry), at: feature.location), name: feature["id"]?.text)
  }
}

extension Node {
  /// The node in messages: by its type if it has one.
  fileprivate var kind: String { self["type"]?.text.map { "a \($0.shortened)" } ?? summary }
}
