import CellistText
import Testing

@testable import CellistRecords
@testable import CellistTyped

@Suite struct RecordDecoderTests {
  @Test func `a row of a table is a record`() throws {
    let read = try ListReading(
      "record: {symbol: text, number: integer, mass: number?}\nid: symbol", "a.csv",
      "symbol,number,mass\nHe,2,4.0026\nMg,12,\n")
    #expect(read.messages == [])
    #expect(read.records.map(\.id) == ["He", "Mg"])
    #expect(read.records.map(\.slug) == ["he", "mg"])
    #expect(
      read.records.map(\.values) == [
        [.text("He"), .integer(2), .number("4.0026"), .absent], [.text("Mg"), .integer(12), .absent, .absent],
      ])
    #expect(read.records[1].locations.map(\.description) == ["a.csv:3:1", "a.csv:3:4", "a.csv:3:7", "a.csv:3:1"])
  }

  @Test func `a Markdown file is a record with a body, named as the file`() throws {
    let read = try ListReading("record: {name: text}", "x/helium.md", "---\nname: Helium\n---\n\nA *gas*.\n")
    #expect(read.messages == [])
    #expect(read.records.map(\.id) == ["helium"])
    #expect(read.records.map(\.values) == [[.text("Helium"), .text("\nA *gas*.\n")]])
    #expect(read.records[0].locations[1].description == "x/helium.md:4:1")
    #expect(
      try ListReading("record: {name: text}", "x/neon/index.md", "---\nname: Neon\n---\n").records.map(\.id) == ["neon"]
    )
    #expect(
      try ListReading("record: {name: text}", "x/a.md", "---\nname: A\n---\n \n").records.map(\.values)
        == [[.text("A"), .absent]])
  }

  @Test func `paths go through lists, by number or to all items`() throws {
    let read = try ListReading(
      """
      record:
        lat: {type: "number?", from: place.0}
        far: {type: "number?", from: place.2}
        names: {type: [text], from: coins.*.name}
        codes: {type: [text], from: rows.*.cells.*.code}
        all: {type: [text], from: kinds.*}
        second: {type: "text?", from: rows.1.cells.0.code}
        none: {type: [text], from: coins.*.sign}
      id: lat
      """, "a.json",
      #"[{"place": [47.5, 8], "coins": {"a": {"name": "A"}, "b": {"name": "B"}, "c": {}}, "kinds": {"x": "X", "y": "Y"}, "#
        + #""rows": [{"cells": [{"code": 1}, {"code": 2}]}, {"cells": [{"code": 3}]}, {}]}]"#)
    #expect(read.messages == [])
    #expect(
      read.records.map(\.values) == [
        [
          .number("47.5"), .absent, .list([.text("A"), .text("B")]), .list([.text("1"), .text("2"), .text("3")]),
          .list([.text("X"), .text("Y")]), .text("3"), .list([]), .absent,
        ]
      ])
    let wrong = try ListReading("record: {name: {type: text, from: a.*}}", "a.json", #"{"a": ["x"]}"#)
    #expect(wrong.messages == ["a.json:1:7: error: 'name' must be text, found a list [invalid-value]"])
  }

  @Test func `nested keys, other keys, defaults and separators are followed`() throws {
    let read = try ListReading(
      """
      record:
        english: {type: text, from: name.common}
        aliases: {type: [text], split: ","}
        tags: [text]
        kind: {type: text, default: element}
        released: {type: date, format: "MMMM d, y"}
      """, "a.json",
      #"{"name": {"common": "Helium"}, "aliases": "He, Hel", "released": "May 1, 2024", "kind": null}"#)
    #expect(read.messages == [])
    #expect(
      read.records.map(\.values) == [
        [
          .text("Helium"), .list([.text("He"), .text("Hel")]), .list([]), .text("element"),
          .date(try #require(Day(iso: "2024-05-01"))), .absent,
        ]
      ])
  }

  @Test(arguments: [
    (
      "a: text", "a.yml", "b: 1\na: x",
      "a.yml:1:1: error: no field is called 'b' [unknown-key]; did you mean 'a'?"
    ),
    (
      "name: text", "a.yml", "name: x\nnaem: y",
      "a.yml:2:1: error: no field is called 'naem' [unknown-key]; did you mean 'name'?"
    ),
    (
      "name: text", "a.yml", "name: x\nquantity: y",
      "a.yml:2:1: error: no field is called 'quantity' [unknown-key]; "
        + "declare it in list.yml, or pass over such keys with extra-keys: ignore"
    ),
    (
      "name: text", "a.yml", "name:",
      "a.yml:1:6: error: 'name' is missing [missing-value]; "
        + "give it a value, or make the field optional in list.yml: name: text?"
    ),
    ("n: integer", "a.yml", "n: many", "a.yml:1:4: error: 'n' must be an integer, found \"many\" [invalid-value]"),
    ("n: text?", "a.yml", "- x\n", "a.yml:1:3: error: a record must be a mapping, found \"x\" [invalid-value]"),
    (
      "n: text?", "a.yml", "word",
      "a.yml:1:1: error: expected a list of records or a mapping, found \"word\" [invalid-value]"
    ),
    (
      "n: text?", "a.yml", "draft: maybe",
      "a.yml:1:8: error: 'draft' must be true or false, found \"maybe\" [invalid-value]"
    ),
    (
      "n: text?", "a.yml", "publish: soon",
      "a.yml:1:10: error: 'publish' must be a date such as 2024-05-01, found \"soon\" [invalid-value]"
    ),
  ])
  func `a record that does not fit is named with its place`(
    fields: String, file: String, text: String, message: String
  ) throws {
    let read = try ListReading("record: {\(fields)}", file, text)
    #expect(read.messages == [message])
    #expect(read.records.isEmpty)
  }

  @Test func `everything wrong with a record is reported at once`() throws {
    let read = try ListReading(
      "record: {a: integer, b: date, c: text}\nid: c", "a.csv", "a,b,c\nx,y,\n1,2024-05-01,ok\n")
    #expect(
      read.messages.map { $0.prefix(30) } == [
        "a.csv:2:1: error: 'a' must be ", "a.csv:2:3: error: 'b' must be ", "a.csv:2:5: error: 'c' is missi",
      ])
    #expect(read.records.map(\.id) == ["ok"])
  }

  @Test func `extra keys are passed over when the settings say so`() throws {
    let read = try ListReading("record: {a: text}\nextra-keys: ignore", "a.yml", "a: x\nb: y")
    #expect(read.messages == [])
    #expect(read.records.count == 1)
  }

  @Test func `several fields make one id`() throws {
    let read = try ListReading(
      "record: {day: date, title: text}\nid: [day, title]", "a.yml", "- {day: 2024-05-01, title: A Talk}")
    #expect(read.records.map(\.id) == ["2024-05-01-A Talk"])
    #expect(read.records.map(\.slug) == ["2024-05-01-a-talk"])
  }

  @Test(arguments: [
    ("id: nmae", "list.yml:2:5: error: there is no field 'nmae' [unknown-field]; did you mean 'name'?"),
    ("id: name.slug", "list.yml:2:5: error: 'id' must name fields, and 'name.slug' is a part of one [invalid-setting]"),
    (
      "extra-keys: allow",
      "list.yml:2:13: error: 'extra-keys' must be error or ignore, found \"allow\" [invalid-setting]"
    ),
  ])
  func `settings that cannot be are named`(setting: String, message: String) throws {
    #expect(try ListReading("record: {name: text}\n\(setting)", "a.yml", "name: x").messages == [message])
  }

  @Test func `an id is at most two hundred bytes in a URL`() throws {
    let long = String(repeating: "ä", count: 101)
    #expect(
      try ListReading("record: {n: text}\nid: n", "a.yml", "n: \(long)").messages == [
        "a.yml:1:1: error: the id makes a slug of 202 bytes; 200 is the most [invalid-slug]; "
          + "'slugs' in list.yml gives it another: slugs: {\"ääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää…\": …}; "
          + "'id' can name another field"
      ])
    #expect(try ListReading("record: {n: text}\nid: n", "a.yml", "n: \(long.dropLast())").records.count == 1)
  }

  @Test func `references are ids, and the items of lists keep places of their own`() throws {
    let settings = """
      record: {by: {record: people}, to: {type: [{record: people}], split: ";"}, of: {records-from: letters.by}}
      """
    let read = try ListReading(settings, "a.yml", "by:  007\nto:\n- Ada\n-  Bea\n")
    #expect(read.messages == [])
    #expect(
      read.records.map(\.values) == [[.text("007"), .list([.text("Ada"), .text("Bea")]), .absent, .absent]])
    #expect(
      read.records[0].locations.map(\.description) == [
        "a.yml:1:6", "a.yml:3:1", "a.yml:1:1", "a.yml:1:1", "a.yml:3:3", "a.yml:4:4",
      ])
    let row = try ListReading(settings, "a.csv", "by,to\nAda,Bea ; Cy\n")
    #expect(row.messages == [])
    #expect(row.records.map { RowID($0.id) != nil } == [true])
    #expect(
      try ListReading("\(settings)\nid: by", "a.csv", "by,to\nAda,Bea ; Cy\n").records.map {
        $0.locations.map(\.description)
      } == [["a.csv:2:1", "a.csv:2:5", "a.csv:2:1", "a.csv:2:1", "a.csv:2:5", "a.csv:2:5"]])
  }

  @Test func `what is computed cannot be written`() throws {
    let settings = "record: {name: text, of: {records-from: letters.by}}"
    #expect(
      try ListReading(settings, "a.yml", "name: A\nof: [x]\n").messages
        == ["a.yml:2:1: error: 'of' is computed from other records and cannot be written [unknown-key]"])
    #expect(try ListReading("\(settings)\nextra-keys: ignore", "a.yml", "name: A\nof: [x]\n").messages == [])
  }
}
