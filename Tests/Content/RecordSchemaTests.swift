import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistFormats
@testable import CellistRecords

@Suite struct RecordSchemaTests {
  /// The schema of a record, as a located tree in one line.
  private func record(_ settings: String, isPartial: Bool = false) throws -> Node {
    var diagnostics = Diagnostics()
    let values = try valueReader()
    let node = try #require(SettingsFile.read(settings, path: "list.yml", &diagnostics))
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    let fields = try #require(node["record"])
    _ = reader.node("record")
    let type = try #require(RecordType(fields, values: values, &diagnostics))
    let decoder = RecordDecoder(type: type, values: values, &reader, &diagnostics)
    let text = RecordSchema(decoder, isPartial: isPartial).document(title: "Elements").pretty
    let document = try #require(JSONReader.read(text, file: "schema.json", &diagnostics))
    #expect(lines(diagnostics) == [])
    #expect(document["title"]?.text == "Elements")
    return try #require(document.descendant("$defs.record"))
  }

  @Test func `required fields are those without a way to be missing`() throws {
    let record = try record(
      "record: {a: text, b: integer?, c: {type: number, default: 1}, d: [text], e: {choice: [x, y]}}")
    #expect(outline(record["required"]) == "[\"a\", \"e\"]")
    #expect(outline(record.descendant("properties.e")) == "{enum: [\"x\", \"y\"]}")
    #expect(outline(record.descendant("properties.b")) == "{anyOf: [{type: \"integer\"}, {type: \"null\"}]}")
    #expect(
      record.descendant("properties")?.entries?.map(\.key) == [
        "a", "b", "c", "d", "e", "body", "id", "draft", "publish", "expires",
      ])
    #expect(outline(record["additionalProperties"]) == "false")
  }

  @Test func `extra keys are allowed when the settings say so`() throws {
    #expect(try record("record: {a: text}\nextra-keys: ignore")["additionalProperties"] == nil)
  }

  @Test func `a dotted source lies in a nested object`() throws {
    let record = try record("record: {a: {type: text, from: name.common}, b: {type: text, from: name.official}}")
    #expect(outline(record["required"]) == "[\"name\"]")
    #expect(outline(record.descendant("properties.name.required")) == "[\"common\", \"official\"]")
  }

  @Test func `of a list that a source goes through, nothing is said`() throws {
    let record = try record("record: {a: {type: number, from: place.0}, b: {type: [text], from: \"coins.*.name\"}}")
    #expect(outline(record.descendant("properties.place")) == "{}")
    #expect(outline(record.descendant("properties.coins")) == "{}")
    #expect(outline(record["required"]) == "[\"place\"]")
  }

  @Test func `each variant has its own fields`() throws {
    let record = try record("record: {by: kind, talk: {title: text}, pause: {}}")
    let variants = try #require(record["oneOf"]?.items)
    #expect(variants.map { outline($0.descendant("properties.kind")) } == ["{const: \"talk\"}", "{const: \"pause\"}"])
    #expect(variants.map { $0.descendant("properties.title") != nil } == [true, false])
  }

  @Test func `where sources are merged, a file need not say more than the id`() throws {
    let record = try record(
      "record: {by: kind, talk: {title: text, by: text}, pause: {title: text}}\nid: title", isPartial: true)
    #expect(record["oneOf"] == nil)
    #expect(record["anyOf"]?.items?.map { outline($0["required"]) } == ["[\"title\"]", "[\"title\"]"])
  }

  @Test func `a reference is a text, and what is computed is not written`() throws {
    let record = try record("record: {a: {record: people}, b: [{record: people}], c: {records-from: books.a}}")
    #expect(outline(record.descendant("properties.a")) == "{type: \"string\"}")
    #expect(
      outline(record.descendant("properties.b"))
        == "{anyOf: [{type: \"array\", items: {type: \"string\"}}, {type: \"null\"}]}")
    #expect(record.descendant("properties.c") == nil)
  }
}
