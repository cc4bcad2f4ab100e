import CellistText
import Testing

@testable import CellistContent
@testable import CellistRecords

/// Swift Testing has a type of the same name.
typealias Place = CellistRecords.SourceLocation

/// Diagnostics as one line each: place, severity, message, code, hint.
func lines(_ diagnostics: Diagnostics) -> [String] {
  diagnostics.all.map { one in
    "\(one.location.map { "\($0): " } ?? "")\(one.severity.rawValue): \(one.message) [\(one.code.rawValue)]"
      + (one.hint.map { "; \($0)" } ?? "")
  }
}

func valueReader() throws -> ValueReader {
  ValueReader(language: try #require(Language(tag: "en")), zone: try #require(TimeZoneRules("Europe/Zurich")))
}

/// A node as one line: scalars in quotes when they were quoted, null as `null`.
func outline(_ node: Node?) -> String {
  switch node?.content {
  case nil: "nil"
  case .null: "null"
  case .scalar(let text, let quoted): quoted ? "\"\(text)\"" : text
  case .sequence(let items): "[" + items.map { outline($0) }.joined(separator: ", ") + "]"
  case .mapping(let entries): "{" + entries.map { "\($0.key): \(outline($0.value))" }.joined(separator: ", ") + "}"
  }
}

func tree(_ files: [String: String]) -> SourceTree { .memory(files.mapValues { Array($0.utf8) }) }

/// Reads the records of one file under the settings of a `list.yml`.
struct ListReading {
  var records: [Record] = []
  var schedules: [Schedule] = []
  var messages: [String] = []

  init(_ settings: String, _ file: String, _ text: String) throws {
    var diagnostics = Diagnostics()
    let values = try valueReader()
    let node = try #require(SettingsFile.read(settings, path: "list.yml", &diagnostics))
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    guard let record = reader.node("record"), let type = RecordType(record, values: values, &diagnostics) else {
      messages = lines(diagnostics)
      return
    }
    let decoder = RecordDecoder(type: type, values: values, &reader, &diagnostics)
    let source = RecordSource(path: file, format: try #require(SourceFormat(path: file)))
    RawRecord.readAll(in: source, from: tree([file: text]), &diagnostics) { raw, diagnostics in
      guard let decoded = decoder.decode(raw, &diagnostics) else { return }
      records.append(decoded.record)
      schedules.append(decoded.schedule)
    }
    messages = lines(diagnostics)
  }
}
