import CellistText
import Foundation
import Testing

@testable import CellistRecords
@testable import CellistTyped

private enum Level: String, Choice { case beginner, advanced }

private struct Author: ListRecord, Codable {
  var id: String
}

private struct Course: ListRecord, Codable, Equatable {
  var id: String
  var title: String
  var level: Level
  var startDay: Day
  var opening: Moment?
  var seats: Int?
  var price: Double
  var fee: Decimal
  var isOpen: Bool
  var topics: [String]
  var marks: [String: Int]
  var teacher: Reference<Author>?
  var helpers: [Reference<Author>]
  var page: URL?
  var sheet: Asset?
  var body: Markdown

  static var fields: [FieldNote] { [FieldNote("price", label: "Price", unit: "€", from: "cost.net")] }
}

@Suite struct TypedRecordTests {
  private static let place = SourceLocation(file: "Courses.swift", line: 7)

  private static func type<Item: ListRecord>(_ item: Item.Type) -> (RecordType, [String]) {
    var diagnostics = Diagnostics()
    let type = Item.form.type(place, &diagnostics)
    return (type, diagnostics.all.map { "\($0.location?.description ?? "") \($0.message) | \($0.hint ?? "")" })
  }

  @Test func `choices stand in the order of their cases, and print as sources write them`() {
    #expect([Level.advanced, .beginner].sorted() == Level.allCases)
    #expect(!(Level.beginner < .beginner) && !(Level.advanced < .beginner))
    #expect("\(Level.advanced)" == Level.advanced.rawValue)
  }

  @Test func `properties are fields`() {
    let (type, problems) = Self.type(Course.self)
    #expect(problems.isEmpty)
    let author = String(reflecting: Author.self)
    #expect(
      type.fields.map(\.name) == [
        "title", "level", "startDay", "opening", "seats", "price", "fee", "isOpen", "topics", "marks", "teacher",
        "helpers", "page", "sheet", "body",
      ])
    #expect(
      type.fields.map(\.type) == [
        .text, .choice(["beginner", "advanced"]), .date, .datetime, .integer, .number, .number, .boolean, .list(.text),
        .map(.integer), .record(list: author), .list(.record(list: author)), .url, .asset, .markdown,
      ])
    #expect(type.fields.filter(\.isOptional).map(\.name) == ["opening", "seats", "teacher", "page", "sheet"])
    #expect(type.fields[2].label == "start day")
    #expect(type.fields[5].label == "Price")
    #expect(type.fields[5].unit == "€")
    #expect(type.fields[5].source.keys == ["cost.net"])
  }

  @Test func `decoding what was encoded gives the same item`() throws {
    let (type, _) = Self.type(Course.self)
    var random = SystemRandomNumberGenerator()
    func text() -> String {
      String((0..<Int.random(in: 0...5, using: &random)).map { _ in "aß-\n\"ü漢".randomElement()! })
    }
    func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
    for number in 0..<500 {
      let course = Course(
        id: "c\(number)", title: text(), level: Level.allCases.randomElement(using: &random)!,
        startDay: Day(number: .random(in: 0...20_000, using: &random)),
        opening: maybe(Moment(instant: .random(in: 0...1_000_000_000, using: &random))), seats: maybe(number),
        price: Double.random(in: -5...5, using: &random), fee: Decimal(number) / 100,
        isOpen: Bool.random(using: &random), topics: (0..<Int.random(in: 0...3, using: &random)).map { _ in text() },
        marks: [text(): number, "b": -1], teacher: maybe(Reference(text())), helpers: [Reference("x")],
        page: maybe(URL(string: "https://example.org/\(number)")!), sheet: maybe(Asset("a/\(number).pdf")),
        body: Markdown(text()))
      let record = try Course.form.record(of: course, type, at: Self.place)
      #expect(record.values.count == type.fields.count)
      #expect(try Course.form.item(of: record, type) == course)
    }
  }

  @Test func `JSON is read and written as elsewhere`() throws {
    struct Times: Codable, Equatable {
      var day: Day
      var moment: Moment
      var note: Markdown
      var file: Asset
      var author: Reference<Author>
    }
    let json = #"{"day":"2024-05-01","moment":"2024-05-01T09:30:00Z","note":"*n*","file":"a.png","author":"ada"}"#
    let times = try JSONDecoder().decode(Times.self, from: Data(json.utf8))
    #expect(times.day.iso == "2024-05-01")
    #expect(times.author.id == "ada")
    #expect(times.author.record == nil)
    #expect(try JSONDecoder().decode(Times.self, from: JSONEncoder().encode(times)) == times)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Times.self, from: Data(json.replacing("05-01", with: "13-01").utf8))
    }
  }

  // MARK: What no field can be

  private struct Odd: ListRecord, Codable {
    struct Place: Codable { var name: String }
    var id: String
    var place: Place?
    var draft: Bool
    var title: String

    static var fields: [FieldNote] { [FieldNote("titel", label: "Title", file: "Odd.swift", line: 3)] }
  }

  @Test func `a property that no field holds is reported where the list is declared`() {
    let (_, problems) = Self.type(Odd.self)
    #expect(
      problems == [
        "Courses.swift:7:1 'place' of Odd is of the type Place, which no field holds | a choice conforms to Choice, "
          + "and any other type that a field may hold to FieldValue",
        "Odd.swift:3:1 there is no field 'titel' | ",
      ])
  }

  private struct Late: ListRecord, Codable {
    var id: String
    var expires: Day
    var titel: String

    static var fields: [FieldNote] { [FieldNote("title", label: "Title", file: "Late.swift", line: 3)] }
  }

  @Test func `names that are kept, and notes of fields that are not there`() {
    let (_, problems) = Self.type(Late.self)
    #expect(
      problems == [
        "Courses.swift:7:1 'expires' of Late is kept for publishing and cannot be a field | ",
        "Late.swift:3:1 there is no field 'title' | did you mean 'titel'?",
      ])
  }

  // MARK: Variants

  private struct Talk: ListRecord, Codable, Equatable {
    var title: String
    var room: String
    var id: String { title }
  }

  private struct Pause: ListRecord, Codable, Equatable {
    var title: String
    var minutes: Int
    var id: String { title }
  }

  private enum Slot: ListRecord, Equatable {
    case talk(Talk), pause(Pause)

    static var form: RecordForm<Self> {
      .variants(by: "kind", .variant("talk", Self.talk), .variant("pause", Self.pause))
    }

    var id: String {
      switch self {
      case .talk(let talk): talk.id
      case .pause(let pause): pause.id
      }
    }
  }

  @Test func `cases are variants`() throws {
    let (type, problems) = Self.type(Slot.self)
    #expect(problems.isEmpty)
    #expect(type.fields.map(\.name) == ["kind", "title", "room", "minutes", "body"])
    #expect(type.variants.map(\.name) == ["talk", "pause"])
    #expect(type.variants.map(\.fields) == [[0, 1, 2, 4], [0, 1, 3, 4]])
    for slot in [Slot.talk(Talk(title: "T", room: "R")), .pause(Pause(title: "P", minutes: 5))] {
      let record = try Slot.form.record(of: slot, type, at: Self.place)
      #expect(record.values[0] == .text(record.variant == 0 ? "talk" : "pause"))
      #expect(try Slot.form.item(of: record, type) == slot)
    }
  }

  // MARK: What does not fit

  private struct Even: FieldValue, Equatable {
    var number: Int
    static var fieldType: FieldType { .integer }
    static var sample: Even { Even(number: 0) }
    init(number: Int) { self.number = number }
    init?(fieldValue: Value) {
      guard case .integer(let number) = fieldValue, number.isMultiple(of: 2) else { return nil }
      self.number = number
    }
    var fieldValue: Value { .integer(number) }
  }

  private struct Pair: ListRecord, Codable {
    var id: String
    var name: String
    var count: Even
  }

  @Test func `a value that a type refuses is named with its field`() {
    let (type, _) = Self.type(Pair.self)
    let record = Record(
      id: "a", values: [.text("n"), .integer(3), .absent], locations: Array(repeating: Self.place, count: 3),
      location: Self.place)
    let misfit = #expect(throws: RecordMisfit.self) { try Pair.form.item(of: record, type) }
    #expect(misfit?.field == 1)
    #expect(misfit?.message == #"'count': "3" is no Even"#)
  }
}
