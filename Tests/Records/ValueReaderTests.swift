import CellistText
import Testing

@testable import CellistRecords

@Suite struct ValueReaderTests {
  private func read(_ node: Node, _ type: FieldType, _ change: (inout Field) -> Void = { _ in }) throws -> (
    value: Value?, messages: [String]
  ) {
    var field = Field("x", type)
    change(&field)
    var diagnostics = Diagnostics()
    let value = try valueReader().read(node, as: field, &diagnostics)
    return (value, lines(diagnostics))
  }

  @Test(arguments: ["no", "on", "007", "1e3", "12:30", "~", "2024-05-01", " spaces ", "", "true"])
  func `text stays as it was written`(text: String) throws {
    #expect(try read(scalar(text), .text).value == .text(text))
    #expect(try read(scalar(text), .markdown).value == .text(text))
  }

  @Test(arguments: [
    (FieldType.integer, "42", Value.integer(42)), (.integer, " -7 ", .integer(-7)), (.integer, "+3", .integer(3)),
    (.integer, "007", .integer(7)), (.integer, "9223372036854775807", .integer(.max)),
    (.number, "1.50", .number("1.50")), (.number, "+2", .number("2")), (.number, "-1e-3", .number("-1e-3")),
    (.number, "007", .number("007")), (.boolean, "true", .boolean(true)), (.boolean, "No", .boolean(false)),
    (.boolean, "YES", .boolean(true)), (.boolean, " false ", .boolean(false)),
    (.url, " https://example.org/a ", .text("https://example.org/a")), (.url, "../b?c#d", .text("../b?c#d")),
    (.asset, " lamp.jpg ", .text("lamp.jpg")), (.email, " mailto:a@example.org", .text("a@example.org")),
    (.point, "46.948, 7.447", .text("46.948 7.447")), (.telephone, " +44 20 7946 ", .text("+44 20 7946")),
    (.version, " v1.0-rc.1 ", .text("v1.0-rc.1")),
    (.choice(["a b", "c"]), "a b", .text("a b")),
    (.choice(["a b", "c"]), " c ", .text("c")),
  ])
  func `the declared type reads the text`(type: FieldType, text: String, value: Value) throws {
    let (read, messages) = try read(scalar(text), type)
    #expect(read == value)
    #expect(messages == [])
  }

  @Test(arguments: [
    FieldType.integer, .number, .boolean, .date, .datetime, .url, .email, .telephone, .version, .point, .asset,
    .choice(["a", "b"]), .record(list: "x"),
    .list(.text), .map(.text), .list(.integer),
  ])
  func `an empty text is no value of any type but text`(type: FieldType) throws {
    for quoted in [true, false] {
      let (value, messages) = try read(Node(.scalar("", quoted: quoted), at: place), type)
      #expect(value == .absent)
      #expect(messages == [])
    }
    #expect(try read(scalar(""), .choice(["", "b"])).value == .text(""))
    #expect(
      try read(Node(.sequence([scalar("")]), at: place), .list(.integer)).messages == [
        "list.yml:3:5: error: 'x' has an empty item [invalid-value]"
      ])
  }

  @Test(arguments: [
    (FieldType.integer, "twelve", "'x' must be an integer, found \"twelve\" [invalid-value]"),
    (.integer, "1.5", "'x' must be an integer, found \"1.5\" [invalid-value]"),
    (.integer, "9223372036854775808", "'x' must be an integer, found \"9223372036854775808\" [invalid-value]"),
    (
      .number, "1,234.5",
      "'x' must be a number, found \"1,234.5\" [invalid-value]; "
        + "write the decimal point as '.', without thousands separators"
    ),
    (.number, ".5", "'x' must be a number, found \".5\" [invalid-value]"),
    (.number, "1.", "'x' must be a number, found \"1.\" [invalid-value]"),
    (
      .number, "1e-9223372036854775808",
      "'x' has an exponent beyond what numbers have, found \"1e-9223372036854775808\" [invalid-value]; "
        + "exponents are -6144 to 6144"
    ),
    (
      .number, "0E6145",
      "'x' has an exponent beyond what numbers have, found \"0E6145\" [invalid-value]; exponents are -6144 to 6144"
    ),
    (.number, "0x10", "'x' must be a number, found \"0x10\" [invalid-value]"),
    (.number, "nan", "'x' must be a number, found \"nan\" [invalid-value]"),
    (.boolean, "on", "'x' must be true or false, found \"on\" [invalid-value]"),
    (
      .date, "1.5.2024",
      "'x' must be a date such as 2024-05-01, found \"1.5.2024\" [invalid-value]; "
        + "'format' tells how the source writes dates, for example format: \"d.M.y\""
    ),
    (
      .datetime, "noon",
      "'x' must be a date and time such as 2024-05-01T09:30, found \"noon\" [invalid-value]; "
        + "'format' tells how the source writes them, for example format: \"d.M.y HH:mm\""
    ),
    (.url, "a b", "'x' must be a URL, found \"a b\" [invalid-value]"),
    (
      .url, "javascript:alert(1)",
      "'x' has a link with the scheme 'javascript' [unsafe-link]; "
        + "links may be relative or begin with http, https, mailto, tel"
    ),
    (.email, "ada", "'x' must be an address of mail such as ada@example.org, found \"ada\" [invalid-value]"),
    (
      .telephone, "call",
      "'x' must be the number of a telephone such as +44 20 7946 0958, found \"call\" [invalid-value]"
    ), (.version, "latest", "'x' must be a version such as 2.0.0-beta.2, found \"latest\" [invalid-value]"),
    (.asset, " ", "'x' must be the path of a file, found \" \" [invalid-value]"),
    (
      .choice(["gas", "metal"]), "metall",
      "'x' must be one of the declared choices, found \"metall\" [unknown-choice]; did you mean 'metal'?"
    ),
    (
      .choice(["gas", "metal"]), "wood",
      "'x' must be one of the declared choices, found \"wood\" [unknown-choice]; known here: gas, metal"
    ),
    (
      .list(.text), "a; b",
      "'x' must be a list, found \"a; b\" [invalid-value]; write a list, or name the separator of the items with 'split', "
        + "for example {type: [text], split: \";\"}"
    ),
    (.map(.text), "a", "'x' must be a mapping, found \"a\" [invalid-value]"),
    (.text, "a\u{0}b", "'x' contains a NUL character [invalid-value]"),
  ])
  func `a text that does not fit is named with what was expected`(
    type: FieldType, text: String, message: String
  ) throws {
    let (value, messages) = try read(scalar(text), type)
    #expect(value == nil)
    #expect(messages == ["list.yml:3:5: error: " + message])
  }

  @Test func `dates are read as ISO 8601, or as their format says`() throws {
    let day = try #require(Day(iso: "2024-05-01"))
    #expect(try read(scalar("2024-05-01"), .date).value == .date(day))
    #expect(try read(scalar("May 1, 2024"), .date) { $0.formats = [DatePattern("MMMM d, y")] }.value == .date(day))
    #expect(
      try read(scalar("2024-05-01"), .date) { $0.formats = [DatePattern("d.M.y")] }.messages == [
        "list.yml:3:5: error: 'x' must be a date written as \"d.M.y\", found \"2024-05-01\" [invalid-value]"
      ])
    guard case .datetime(let moment) = try read(scalar("2024-05-01T09:30"), .datetime).value else {
      Issue.record("not a moment")
      return
    }
    #expect(moment.iso == "2024-05-01T09:30:00+02:00")
  }

  @Test(arguments: [FieldType.text, .integer, .date, .list(.text), .map(.text), .choice(["a"])])
  func `null clears a value of any type`(type: FieldType) throws {
    #expect(try read(nothing, type).value == .absent)
  }

  @Test func `a bare tilde is null where it cannot be text`() throws {
    #expect(try read(scalar("~"), .integer).value == .absent)
    #expect(try read(scalar("~", quoted: true), .integer).value == nil)
  }

  @Test func `lists and maps are read item by item`() throws {
    #expect(try read(sequence(scalar("1"), scalar("2")), .list(.integer)).value == .list([.integer(1), .integer(2)]))
    #expect(
      try read(mapping(["a": scalar("1"), "b": nothing]), .map(.integer)).value
        == .map([.init(key: "a", value: .integer(1))]))
    #expect(
      try read(sequence(scalar("a"), nothing), .list(.text)).messages == [
        "list.yml:3:5: error: 'x' has an empty item [invalid-value]"
      ])
    #expect(
      try read(sequence(scalar("a")), .text).messages == [
        "list.yml:3:5: error: 'x' must be text, found a list [invalid-value]"
      ])
    #expect(
      try read(mapping([:]), .list(.text)).messages == [
        "list.yml:3:5: error: 'x' must be a list, found a mapping [invalid-value]"
      ])
  }

  @Test(arguments: [("a, b ,,c", ["a", "b", "c"]), ("one", ["one"]), (" , ", []), ("", [])])
  func `a separator cuts one text into items, without empty ones`(text: String, items: [String]) throws {
    #expect(try read(scalar(text), .list(.text)) { $0.separator = "," }.value == .list(items.map(Value.text)))
  }

  @Test func `a separator may be longer than a character, and a list needs none`() throws {
    #expect(
      try read(scalar("1 :: 2"), .list(.integer)) { $0.separator = "::" }.value == .list([.integer(1), .integer(2)]))
    #expect(try read(sequence(scalar("a,b")), .list(.text)) { $0.separator = "," }.value == .list([.text("a,b")]))
  }
}
