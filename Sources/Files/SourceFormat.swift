import CellistBase
import CellistRecords

/// The formats that records are read from.
package enum SourceFormat: Sendable {
  case markdown, yaml, json, jsonLines, geoJSON, toml, csv, tsv, bibtex, iCalendar, spreadsheet, sqlite, picture

  /// The format that a file's extension names, or nil for an asset.
  package init?(path: String) {
    // By far the commonest, told without taking the path apart.
    let last = path.utf8.suffix(4)
    if last.count == 4, last.first != UInt8(ascii: "/"), last.dropFirst().elementsEqual(".md".utf8) {
      self = .markdown
      return
    }
    let ending = path.fileExtension
    switch ending.utf8.contains(where: { $0 < 0x61 }) ? ending.lowercased() : ending {
    case "md", "markdown": self = .markdown
    case "yml", "yaml": self = .yaml
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonLines
    case "geojson": self = .geoJSON
    case "toml": self = .toml
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "bib": self = .bibtex
    case "ics": self = .iCalendar
    case "xlsx", "xlsm", "ods": self = .spreadsheet
    case "sqlite", "sqlite3", "db": self = .sqlite
    default:
      guard PictureSize.isOf(path: path) else { return nil }
      self = .picture
    }
  }

  /// Whether a format tells a value that is nothing from one that is not given. An empty cell may be either.
  package var hasNull: Bool { !isTable }

  /// Whether only files that settings name hold records; all others of the format are published as they are.
  package var isByNameOnly: Bool {
    switch self {
    case .markdown, .yaml, .json, .csv, .tsv, .sqlite: false
    case .jsonLines, .geoJSON, .toml, .bibtex, .iCalendar, .spreadsheet, .picture: true
    }
  }

  /// Whether the file of a record may name it. Rows are named by what they say.
  package var namesRecords: Bool {
    switch self {
    case .markdown, .yaml, .json, .toml, .picture: true
    case .jsonLines, .geoJSON, .csv, .tsv, .bibtex, .iCalendar, .spreadsheet, .sqlite: false
    }
  }

  /// Whether a file of the format is a table whose first row names the columns.
  package var isTable: Bool { self == .csv || self == .tsv || self == .spreadsheet }

  /// Whether a file of the format is text, in some encoding.
  package var isText: Bool { self != .sqlite && self != .picture && self != .spreadsheet }

  /// Whether the records of a file of the format may stand at a path in it.
  package var isNested: Bool {
    switch self {
    case .markdown, .yaml, .json, .jsonLines, .toml: true
    case .geoJSON, .csv, .tsv, .bibtex, .iCalendar, .spreadsheet, .sqlite, .picture: false
    }
  }

  /// Whether files of the format are published although they hold records.
  package var isPublished: Bool { self == .picture }
}
