import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistFormats
@testable import CellistRecords

@Suite struct RecordMergingTests {
  private func decoder(_ settings: String) throws -> RecordDecoder {
    var diagnostics = Diagnostics()
    let values = try valueReader()
    let node = try #require(SettingsFile.read(settings, path: "list.yml", &diagnostics))
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    let fields = try #require(node["record"])
    _ = reader.node("record")
    let type = try #require(RecordType(fields, values: values, &diagnostics))
    let decoder = RecordDecoder(type: type, values: values, &reader, &diagnostics)
    #expect(lines(diagnostics) == [])
    return decoder
  }

  private func raw(_ yaml: String, name: String? = nil) throws -> RawRecord {
    var diagnostics = Diagnostics()
    return RawRecord(node: try #require(YAMLReader.read(yaml, file: "a.yml", &diagnostics)), name: name)
  }

  @Test(arguments: [
    ("record: {a: text, b: integer}\nid: [b, a]", "{a: x, b: 007, c: y}", "7-x"),
    ("record: {a: {type: text, default: none}}\nid: a", "{b: 1}", "none"),
    ("record: {a: {type: text, from: n.c}}\nid: a", "{n: {c: x}}", "x"),
    ("record: {a: text}", "{a: x}", "file"),
  ])
  func `the id is that of the record, whatever else is said of it`(settings: String, yaml: String, id: String) throws {
    var diagnostics = Diagnostics()
    #expect(try decoder(settings).id(of: raw(yaml, name: "file"), &diagnostics) == id)
    #expect(lines(diagnostics) == [])
  }

  @Test func `an id that cannot be read is reported once`() throws {
    var diagnostics = Diagnostics()
    #expect(try decoder("record: {a: integer}\nid: a").id(of: raw("{a: x}"), &diagnostics) == nil)
    #expect(lines(diagnostics) == ["a.yml:1:5: error: 'a' must be an integer, found \"x\" [invalid-value]"])
  }

  @Test func `an item of a Swift type has the id that its type computes, or the one that it is given`() throws {
    var decoder = try decoder("record: {a: text}")
    decoder.identify = { record throws(RecordMisfit) in record.id.isEmpty ? record.values[0].plainText : record.id }
    var diagnostics = Diagnostics()
    #expect(try decoder.id(of: raw("{a: x}"), &diagnostics) == "x")
    #expect(try decoder.id(of: raw("{a: x, id: y}"), &diagnostics) == "y")
    #expect(try decoder.id(of: raw("{id: z}"), &diagnostics) == "z")
    #expect(try decoder.id(of: raw("{}", name: "file"), &diagnostics) == "file")
    #expect(lines(diagnostics) == [])
    #expect(try decoder.id(of: raw("{b: 1}"), &diagnostics) == nil)
    #expect(lines(diagnostics) == ["a.yml:1:1: error: the record has no id [missing-id]; give it a key 'id'"])
    #expect(try decoder.idLocation(of: raw("{a: x, id: y}")).description == "a.yml:1:12")
  }

  @Test func `values keep their places, through any number of updates`() throws {
    let decoder = try decoder("record: {a: text, b: text, c: [text], d: text?}\nid: a")
    var diagnostics = Diagnostics()
    var record = try raw("{a: x, b: one, c: [p], d: q}")
    decoder.update(&record, with: try raw("\n{a: x, b: two}"), hasNull: true, &diagnostics)
    decoder.update(&record, with: try raw("\n\n{a: x, c: [r, s], d: null}"), hasNull: true, &diagnostics)
    decoder.update(&record, with: try raw("\n\n\n{a: x, b: null}"), hasNull: false, &diagnostics)
    let decoded = try #require(decoder.decode(record, &diagnostics)?.record)
    #expect(lines(diagnostics) == [])
    #expect(
      decoded.values == [.text("x"), .text("two"), .list([.text("r"), .text("s")]), .absent, .absent])
    #expect(decoded.locations.map(\.line) == [1, 2, 3, 3, 1])
    #expect(decoded.location.line == 1)
  }
}
