import CellistText
import Testing

@testable import CellistRecords

@Suite struct FieldPathTests {
  private let type = RecordType(fields: [
    Field("name", .text), Field("discovered", .date), Field("begins", .datetime), Field("aliases", .list(.text)),
    Field("mass", .number), Field("notes", .markdown), Field("home", .url), Field("kind", .choice(["noble gas"])),
  ])

  private func part(_ name: String, of value: Value) throws -> Value {
    var diagnostics = Diagnostics()
    let path = try #require(type.path(name, at: place, &diagnostics))
    var values = [Value](repeating: .absent, count: type.fields.count)
    values[path.field] = value
    let record = Record(id: "a", values: values, locations: [], location: place)
    return path.value(in: record, language: try language())
  }

  @Test func `dates have year, month, ISO and long parts`() throws {
    let day = Value.date(try #require(Day(iso: "2024-05-17")))
    #expect(try part("discovered", of: day) == day)
    #expect(try part("discovered.year", of: day) == .integer(2024))
    #expect(try part("discovered.month", of: day) == .date(try #require(Day(iso: "2024-05-01"))))
    #expect(try part("discovered.iso", of: day) == .text("2024-05-17"))
    #expect(try part("discovered.long", of: day) == .text("May 17, 2024"))
  }

  @Test func `moments have a date and a time besides`() throws {
    let zone = try #require(TimeZoneRules("Europe/Zurich"))
    let moment = Value.datetime(try #require(Moment(iso: "2024-05-17T00:30", zone: zone)))
    #expect(try part("begins.date", of: moment) == .date(try #require(Day(iso: "2024-05-17"))))
    #expect(try part("begins.time", of: moment) == .text("00:30"))
    #expect(try part("begins.year", of: moment) == .integer(2024))
    #expect(try part("begins.iso", of: moment) == .text("2024-05-17T00:30:00+02:00"))
    #expect(try part("begins.long", of: moment) == .text("May 17, 2024, 00:30"))
  }

  @Test(arguments: [
    ("name.initial", "écriture", "E"), ("name.slug", "Noble Gas!", "noble-gas"),
    ("kind.slug", "noble gas", "noble-gas"),
    ("kind.initial", "noble gas", "N"), ("notes.text", "**a** [b](/c)", "a b"), ("notes.inline", "**a**", "**a**"),
    ("home.host", "https://user:secret@example.org:8080/a?b", "example.org"),
    ("home.host", "http://[::1]:80/", "[::1]"),
    ("home.host", "https://example.org", "example.org"),
  ])
  func `texts have parts of their types`(name: String, text: String, expected: String) throws {
    #expect(try part(name, of: .text(text)) == .text(expected))
  }

  @Test(arguments: [
    "/relative", "mailto:a@b/c", "tel:+41", "https:", "https:example.org/a", "//example.org/a", "https:///a",
  ])
  func `a link without a host has none`(link: String) throws {
    #expect(try part("home.host", of: .text(link)) == .absent)
  }

  @Test func `numbers are formatted, lists are counted, absent values have no parts`() throws {
    #expect(try part("mass.formatted", of: .number("1234.50")) == .text("1,234.50"))
    #expect(try part("aliases.count", of: .list([.text("a"), .text("b")])) == .integer(2))
    #expect(try part("aliases.count", of: .list([])) == .integer(0))
    #expect(try part("discovered.year", of: .absent) == .absent)
    #expect(try part("name.initial", of: .text(" ")) == .absent)
  }

  @Test(arguments: [
    ("nmae", "there is no field 'nmae' [unknown-field]; did you mean 'name'?"),
    (
      "zzzzzz",
      "there is no field 'zzzzzz' [unknown-field]; known here: name, discovered, begins, aliases, mass, notes, home, "
        + "kind, heavy"
    ),
    ("heavi", "there is no field 'heavi' [unknown-field]; did you mean 'heavy'?"),
    ("discovered.yera", "'discovered' is date and has no part 'yera' [unknown-part]; did you mean 'year'?"),
    ("aliases.x", "'aliases' is list and has no part 'x' [unknown-part]; known here: count"),
    (
      "discovered.month.year",
      "'discovered' is date and has no part 'month.year' [unknown-part]; "
        + "known here: year, month, iso, long"
    ),
    ("name.", "'name' is text and has no part '' [unknown-part]; known here: initial, slug"),
  ])
  func `a name that leads nowhere is reported`(name: String, message: String) {
    var diagnostics = Diagnostics()
    #expect(type.path(name, at: place, others: ["heavy"], &diagnostics) == nil)
    #expect(lines(diagnostics) == ["list.yml:3:5: error: " + message])
  }
}
