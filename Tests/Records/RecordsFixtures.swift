import CellistText
import Testing

@testable import CellistRecords

/// Swift Testing has a type of the same name.
typealias Place = CellistRecords.SourceLocation

/// A place that tests give to what has no file.
let place = Place(file: "list.yml", line: 3, column: 5)

/// A node for a scalar without quotes.
func scalar(_ text: String, quoted: Bool = false) -> Node { Node(.scalar(text, quoted: quoted), at: place) }

func sequence(_ items: Node...) -> Node { Node(.sequence(items), at: place) }

func mapping(_ entries: KeyValuePairs<String, Node>) -> Node {
  Node(.mapping(entries.map { Node.Entry(key: $0.key, keyLocation: place, value: $0.value) }), at: place)
}

let nothing = Node(.null, at: place)

func language(_ tag: String = "en") throws -> Language { try #require(Language(tag: tag)) }

func valueReader() throws -> ValueReader {
  ValueReader(language: try language(), zone: try #require(TimeZoneRules("Europe/Zurich")))
}

/// Diagnostics as one line each: place, severity, message, code, hint.
func lines(_ diagnostics: Diagnostics) -> [String] {
  diagnostics.all.map { one in
    "\(one.location.map { "\($0): " } ?? "")\(one.severity.rawValue): \(one.message) [\(one.code.rawValue)]"
      + (one.hint.map { "; \($0)" } ?? "")
  }
}
