import CellistRecords

/// The features of a file of GeoJSON (RFC 7946), as records.
enum FeatureCollection {
  /// Records with the properties of features as their keys, and with their ids and their places. One feature may stand alone.
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
    var entries = properties?.entries ?? []
    for entry in feature.entries ?? [] {
      switch entry.key {
      case "id" where properties?["id"] == nil: entries.append(entry)
      case "geometry" where !entry.value.isNull:
        entries.append(Node.Entry(key: GeoPoint.key, keyLocation: entry.keyLocation, value: entry.value))
      default: break
      }
    }
    return RawRecord(node: Node(.mapping(entries), at: feature.location))
  }
}

extension Node {
  /// What it says of itself, or what it is.
  fileprivate var kind: String { self["type"]?.text.map { "a \($0.shortened)" } ?? summary }
}
