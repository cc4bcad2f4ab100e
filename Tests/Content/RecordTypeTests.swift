import CellistText
import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistRecords

@Suite struct RecordTypeTests {
  private func read(_ yaml: String) throws -> (type: RecordType?, messages: [String]) {
    var diagnostics = Diagnostics()
    let node = try #require(SettingsFile.read(yaml, path: "list.yml", &diagnostics))
    let type = RecordType(node, values: try valueReader(), &diagnostics)
    return (type, lines(diagnostics))
  }

  @Test(arguments: [
    ("text", FieldType.text, false), ("markdown", .markdown, false), ("integer?", .integer, true),
    ("number", .number, false), ("boolean", .boolean, false), ("date?", .date, true), ("datetime", .datetime, false),
    ("url", .url, false), ("asset", .asset, false), ("[text]", .list(.text), false),
    ("{choice: [a, b]}", .choice(["a", "b"]), false), ("{map: number}", .map(.number), false),
    ("[{choice: [a]}]", .list(.choice(["a"])), false), ("{map: [date]}", .map(.list(.date)), false),
    ("{type: {choice: [a]}, optional: true}", .choice(["a"]), true), ("{type: text?}", .text, true),
    ("{choice: [a], label: L}", .choice(["a"]), false), ("{record: people}", .record(list: "people"), false),
    ("{record: staff/people, optional: true}", .record(list: "staff/people"), true),
    ("[{record: .}]", .list(.record(list: ".")), false),
    ("{type: [{record: people}], split: ','}", .list(.record(list: "people")), false),
    ("{records-from: v1.0/books.author, label: L}", .recordsFrom(list: "v1.0/books", field: "author"), true),
  ])
  func `a type is read`(yaml: String, type: FieldType, isOptional: Bool) throws {
    let (read, messages) = try read("x: \(yaml)")
    #expect(messages == [])
    #expect(read?.fields.first?.type == type)
    #expect(read?.fields.first?.isOptional == isOptional)
  }

  @Test func `a field may say more than its type`() throws {
    let (type, messages) = try read(
      """
      english: {type: text, label: Name, from: name.common, default: unknown}
      mass: {type: number, unit: u}
      released: {type: date, format: "MMMM d, y", default: "May 1, 2024"}
      aliases: {type: [text], split: ","}
      """)
    let fields = try #require(type?.fields)
    #expect(messages == [])
    #expect(fields.map(\.name) == ["english", "mass", "released", "aliases", "body"])
    #expect(fields.map(\.label) == ["Name", "mass", "released", "aliases", "body"])
    #expect(fields[0].source.keys == ["name.common"] && fields[0].defaultValue == .text("unknown"))
    #expect(fields[1].unit == "u" && fields[1].source.keys == ["mass"])
    #expect(fields[2].defaultValue == Day(iso: "2024-05-01").map(Value.date))
    #expect(fields[3].separator == ",")
    #expect(fields[4].type == .markdown && fields[4].isOptional)
    #expect(fields[1].location?.description == "list.yml:2:1")
    #expect(type?.defaultTitle == 0)
  }

  @Test(arguments: [
    (
      "x: string", "1:4: error: there is no type 'string' [unknown-type]; did you mean 'text'?"
    ),
    ("x: int?", "1:4: error: there is no type 'int' [unknown-type]; did you mean 'integer'?"),
    ("x: markdwon", "1:4: error: there is no type 'markdwon' [unknown-type]; did you mean 'markdown'?"),
    (
      "x: colour",
      "1:4: error: there is no type 'colour' [unknown-type]; types are text, markdown, integer, number, boolean, date, "
        + "datetime, url, email, telephone, version, point, asset, {choice: […]}, {record: list}, [T] and {map: T}"
    ),
    (
      "x: [text, date]",
      "1:4: error: a list is not a type [unknown-type]; types are text, markdown, integer, number, boolean, date, "
        + "datetime, url, email, telephone, version, point, asset, {choice: […]}, {record: list}, [T] and {map: T}"
    ),
    (
      "x: {record: [people]}",
      "1:13: error: 'record' must name a list, found a list [invalid-setting]; "
        + "for example {record: people}, where content/people has a list.yml"
    ),
    (
      "x: {map: {record: people}}",
      "1:10: error: a map cannot hold references [invalid-setting]; "
        + "a reference stands alone, {record: people}, or in a list, [{record: people}]"
    ),
    (
      "x: [[{record: people}]]",
      "1:4: error: a list cannot hold lists of references [invalid-setting]; "
        + "a reference stands alone, {record: people}, or in a list, [{record: people}]"
    ),
    ("x: [{records-from: books.by}]", "1:4: error: 'records-from' is a list by itself [invalid-setting]"),
    (
      "x: {records-from: books}",
      "1:19: error: 'records-from' must name a list and a field of it, found \"books\" [invalid-setting]; "
        + "for example {records-from: books.author}"
    ),
    (
      "x: {records-from: books.by, optional: false}",
      "1:29: error: 'optional' is for what sources hold, and 'x' is computed [invalid-setting]"
    ),
    (
      "x: {type: {record: people}, split: ','}",
      "1:29: error: 'split' is for lists, and 'x' is record [invalid-setting]; declare the type as [{record: people}]"
    ),
    (
      "x: {choice: [a, a]}",
      "1:17: error: 'choice' lists \"a\" twice [invalid-setting]"
    ),
    (
      "x: {choice: a}",
      "1:13: error: 'choice' must be a list of texts, or a mapping of texts to words, found \"a\" [invalid-setting]"
    ),
    (
      "x: {type: text, lable: L}",
      "1:17: error: field 'x' has no setting 'lable' [unknown-key]; did you mean 'label'?"
    ),
    (
      "x: {type: text, split: ','}",
      "1:17: error: 'split' is for lists, and 'x' is text [invalid-setting]; declare the type as [text]"
    ),
    (
      "x: [{record: p, optional: true}]",
      "1:17: error: the items of a list cannot be optional [invalid-setting]; "
        + "leave it out: a list may have no items, and each that it has is a value"
    ),
    (
      "x: [text?]",
      "1:5: error: the items of a list cannot be optional [invalid-setting]; "
        + "leave it out: a list may have no items, and each that it has is a value"
    ),
    (
      "x: {map: number?}",
      "1:10: error: the items of a map cannot be optional [invalid-setting]; "
        + "leave it out: a map may have no items, and each that it has is a value"
    ),
    (
      "x: [{record: p, label: L}]",
      "1:17: error: 'label' is a setting of a field, not of the items of a list [invalid-setting]; "
        + "put it beside 'type', as in {type: [{record: people}], label: …}"
    ),
    (
      "x: {choice: [a], map: text}",
      "1:18: error: a type has either 'choice' or 'map', and this one has both [invalid-setting]"
    ),
    ("x: {type: [text], split: ''}", "1:19: error: 'split' must not be empty [invalid-setting]"),
    (
      "x: {type: text, format: d.M.y}",
      "1:17: error: 'format' is for dates and datetimes, and 'x' is text [invalid-setting]"
    ),
    (
      "x: {type: integer, default: many}",
      "1:29: error: 'x' must be an integer, found \"many\" [invalid-value]"
    ),
    ("draft: boolean", "1:1: error: 'draft' is kept for publishing and cannot be a field [reserved-name]"),
    (
      "a.b: text",
      "1:1: error: 'a.b' cannot be a field's name [reserved-name]; "
        + "use letters, digits, '-' and '_'; 'from' names another key in the source"
    ),
    (
      "[text]",
      "1:1: error: 'record' must be a mapping of field names to types, found a list [invalid-setting]; "
        + "for example: record: {name: text, year: integer?}"
    ),
    (
      "{}",
      "1:1: error: 'record' must be a mapping of field names to types, found an empty mapping [invalid-setting]; "
        + "for example: record: {name: text, year: integer?}"
    ),
  ])
  func `a type that cannot be is named with its place`(yaml: String, message: String) throws {
    #expect(try read(yaml).messages == ["list.yml:" + message])
  }

  @Test func `variants share one row of fields`() throws {
    let (type, messages) = try read(
      """
      by: kind
      talk: {title: text, speaker: text}
      pause: {title: text}
      end:
      """)
    #expect(messages == [])
    #expect(type?.fields.map(\.name) == ["kind", "title", "speaker", "body"])
    #expect(type?.fields.first?.type == .choice(["talk", "pause", "end"]))
    #expect(type?.discriminator == 0)
    #expect(type?.variants.map(\.name) == ["talk", "pause", "end"])
    #expect(type?.variants.map(\.fields) == [[0, 1, 2, 3], [0, 1, 3], [0, 3]])
    #expect(type?.fieldIndices(ofVariant: 1) == [0, 1, 3])
    #expect(type?.fieldIndices(ofVariant: nil) == [0, 1, 2, 3])
  }

  @Test(arguments: [
    ("by: kind", "1:5: error: 'record' by 'kind' declares no variants [invalid-setting]"),
    (
      "by: kind\na: {x: text}\nb: {x: date}",
      "3:5: error: field 'x' is date in 'b' but text elsewhere [invalid-setting]; "
        + "a field that several variants share has one type"
    ),
    ("by: kind\na: text", "2:4: error: variant 'a' must be a mapping of fields, found \"text\" [invalid-setting]"),
  ])
  func `variants that cannot be are named with their place`(yaml: String, message: String) throws {
    #expect(try read(yaml).messages == ["list.yml:" + message])
  }

  @Test func `the variants beside a broken one keep their fields`() throws {
    let type = try read("by: kind\na: text\nb: {x: text}").type
    #expect(type?.variants.map(\.fields) == [[0, 2], [0, 1, 2]])
  }

  @Test func `a field may be called by`() throws {
    #expect(try read("by: text\nyear: integer").type?.fields.map(\.name) == ["by", "year", "body"])
  }
}
