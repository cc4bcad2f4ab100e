/// A format in which a list's records are offered to programs.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// All fields, as JSON.
  case json
  /// All fields, as a table of text.
  case csv
  /// Places, for maps.
  case geojson

  /// Its name for people.
  package var name: String {
    switch self {
    case .json: "JSON"
    case .csv: "CSV"
    case .geojson: "GeoJSON"
    }
  }

  /// Its media type.
  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .csv: "text/csv"
    case .geojson: "application/geo+json"
    }
  }
}
