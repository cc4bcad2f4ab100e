import CellistTestSupport
import CellistText
import Testing

@testable import CellistContent
@testable import CellistFiles
@testable import CellistRecords

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
