import CellistText
import Testing

@testable import CellistRecords

@Suite struct RecordJoinTests {
  private static let people = RecordType(fields: [
    Field("name", .text), Field("born", .date), Field("tags", .list(.text)), Field("names", .map(.text)),
    Field("friend", .record(list: "people")), Field("talks", .recordsFrom(list: "talks", field: "speaker")),
  ])
  private static let talks = RecordType(fields: [
    Field("title", .text), Field("speaker", .record(list: "people"), isOptional: true),
    Field("guests", .list(.record(list: "people"))),
  ])
  private static let targets = ["people": ReferenceTarget(type: people, titleField: 0)]

  private func person(_ id: String, _ born: String, _ tags: [String] = []) -> Record {
    let values: [Value] = [
      .text(id.uppercased()), Day(iso: born[...]).map(Value.date) ?? .absent, .list(tags.map(Value.text)), .map([]),
      .absent, .absent,
    ]
    return Record(id: id, values: values, locations: values.map { _ in place }, location: place)
  }

  private func talk(_ speaker: String?, _ guests: [String], places: Bool = false) -> Record {
    let values: [Value] = [.text("T"), speaker.map(Value.text) ?? .absent, .list(guests.map(Value.text))]
    let items = places ? guests.indices.map { Place(file: "talks.yml", line: $0 + 1) } : []
    return Record(id: "t", values: values, locations: values.map { _ in place } + items, location: place)
  }

  private func join(others: [String] = [], isComplete: Bool = true) throws -> RecordJoin {
    let people = [person("ada", "1815-12-10", ["a", "b"]), person("bea", "1900-01-01", ["b"])]
    let list = RecordJoin.List(
      name: "people", target: ReferenceTarget(type: Self.people, titleField: 0),
      ids: people.map(\.id), others: others, isComplete: isComplete
    ) { people[$0] }
    return RecordJoin([list], to: ["people"])
  }

  @Test func `a type has a column for each name that leads through a reference`() throws {
    let names = [
      "title", "speaker.name", "guests.born.year", "guests.tags", "speaker", "speaker.name", "speaker.friend",
      "speaker.talks", "speaker.nmae", "guests.names", "speaker.names", "guests.count", "other.name", "",
    ]
    let type = Self.talks.joining(names, from: Self.targets)
    #expect(type.ownCount == 3)
    #expect(
      type.fields.dropFirst(3).map(\.name) == [
        "speaker.name", "guests.born.year", "guests.tags", "speaker", "speaker.names",
      ])
    #expect(
      type.fields.dropFirst(3).map(\.type) == [.text, .list(.integer), .list(.text), .text, .map(.text)])
    #expect(type.fieldIndices(ofVariant: nil) == [0, 1, 2])
    var diagnostics = Diagnostics()
    #expect(type.path("speaker", at: place, &diagnostics)?.field == 1)
    #expect(type.path("speaker", at: place, byTitle: true, &diagnostics)?.field == 6)
    #expect(type.path("guests", at: place, byTitle: true, &diagnostics)?.field == 2)
    #expect(type.path("guests.count", at: place, &diagnostics)?.part == .count)
    #expect(lines(diagnostics) == [])
  }

  @Test(arguments: [
    (
      "speaker.nmae",
      "'speaker' leads to records of 'people': there is no field 'nmae' [unknown-field]; did you mean 'name'?"
    ),
    (
      "speaker.born.yaer",
      "'speaker' leads to records of 'people': 'born' is date and has no part 'yaer' [unknown-part]; did you mean 'year'?"
    ),
    (
      "speaker.friend.name",
      "'speaker.friend.name' follows two references, 'speaker' and 'friend' [invalid-setting]; "
        + "settings follow one, templates any number"
    ),
    (
      "speaker.talks",
      "'speaker' leads to records of 'people': 'talks' is computed once all lists are in order, so only settings that show it can use it "
        + "[invalid-setting]; templates can; settings can follow references in their own direction"
    ),
    ("guests.names", "'names' is map, which is not available through a list of references [invalid-setting]"),
  ])
  func `a name that leads nowhere through a reference is reported`(name: String, message: String) {
    var diagnostics = Diagnostics()
    let type = Self.talks.joining([name, "speaker"], from: Self.targets)
    #expect(type.path(name, at: place, &diagnostics) == nil)
    #expect(lines(diagnostics) == ["list.yml:3:5: error: " + message])
  }

  @Test func `records carry the values of their columns, and no references to what is not published`() throws {
    let type = Self.talks.joining(
      ["speaker", "speaker.born.year", "guests", "guests.tags", "speaker.tags"], from: Self.targets)
    let join = try join(others: ["draft"])
    let joined = join.joined([talk("ada", ["bea", "draft", "ada"]), talk("draft", [])], type, try language()).map(
      \.values)
    #expect(
      joined[0] == [
        .text("T"), .text("ada"), .list([.text("bea"), .text("ada")]), .text("ADA"), .integer(1815),
        .list([.text("BEA"), .text("ADA")]), .list([.text("b"), .text("a"), .text("b")]),
        .list([.text("a"), .text("b")]),
      ])
    #expect(joined[1] == [.text("T"), .absent, .list([]), .absent, .absent, .list([]), .list([]), .absent])
  }

  @Test func `an id that no record has is reported at its own place`() throws {
    var diagnostics = Diagnostics()
    let join = try join(others: ["draft"])
    join.check(
      [talk("adda", ["bea", "draft", "zoe"], places: true), talk("draft", ["be"])], of: Self.talks, &diagnostics)
    #expect(
      lines(diagnostics) == [
        "list.yml:3:5: error: 'speaker' refers to \"adda\", which no record of 'people' has for its id [unknown-record]; "
          + "did you mean 'ada'?",
        "talks.yml:3:1: error: 'guests' refers to \"zoe\", which no record of 'people' has for its id [unknown-record]; "
          + "known here: ada, bea, draft",
        "list.yml:3:5: error: 'guests' refers to \"be\", which no record of 'people' has for its id [unknown-record]; "
          + "did you mean 'bea'?",
      ])
  }

  @Test func `a default is reported once, where it is declared`() throws {
    var fields = Self.talks.fields
    fields[1].defaultValue = .text("adda")
    fields[1].location = Place(file: "talks/list.yml")
    var diagnostics = Diagnostics()
    let join = try join()
    join.check([talk("adda", []), talk("adda", [])], of: RecordType(fields: fields), &diagnostics)
    #expect(diagnostics.all.map(\.location) == [Place(file: "talks/list.yml")])
  }

  @Test func `nothing is reported where records could not be read`() throws {
    var diagnostics = Diagnostics()
    let join = try join(isComplete: false)
    join.check([talk("adda", ["zoe"])], of: Self.talks, &diagnostics)
    #expect(lines(diagnostics) == [])
  }

  @Test func `suggestions for many slips among many ids end`() throws {
    let records = (0..<60).map { person("person \($0)", "") }
    let list = RecordJoin.List(
      name: "people", target: ReferenceTarget(type: Self.people, titleField: 0), ids: records.map(\.id), others: [],
      isComplete: true
    ) { records[$0] }
    let join = RecordJoin([list], to: ["people"])
    var diagnostics = Diagnostics()
    diagnostics.comparisons = 100
    join.check(records.map { talk("\($0.id)x", []) }, of: Self.talks, &diagnostics)
    #expect(diagnostics.all.count == 60)
    #expect(diagnostics.all.prefix(3).map(\.hint) == ["did you mean 'person 0'?", "did you mean 'person 1'?", nil])
  }

  @Test func `references that lead nowhere are reported and no longer judged`() {
    func checked(_ type: FieldType, in types: [String: RecordType?]) -> (isKnown: Bool, messages: [String]) {
      var field = Field("x", type)
      field.targetLocation = place
      var diagnostics = Diagnostics()
      let type = RecordType(fields: [field]).checkingReferences(of: "people", in: types, &diagnostics)
      return (type.fields[0].isKnown, lines(diagnostics))
    }
    let types: [String: RecordType?] = ["people": Self.people, "talks": Self.talks, "broken": nil]
    #expect(checked(.record(list: "talks"), in: types) == (true, []))
    #expect(checked(.recordsFrom(list: "talks", field: "guests"), in: types) == (true, []))
    #expect(checked(.list(.record(list: "broken")), in: types) == (false, []))
    #expect(checked(.recordsFrom(list: "broken", field: "x"), in: types) == (false, []))
    let error = "list.yml:3:5: error: "
    #expect(
      checked(.list(.record(list: "peple")), in: types)
        == (false, ["\(error)there is no list 'peple' [unknown-list]; did you mean 'people'?"]))
    #expect(
      checked(.recordsFrom(list: "talks", field: "guest"), in: types)
        == (false, ["\(error)there is no field 'guest' in the list 'talks' [unknown-field]; did you mean 'guests'?"]))
    for field in ["title"] {
      #expect(
        checked(.recordsFrom(list: "talks", field: field), in: types)
          == (
            false,
            [
              "\(error)'\(field)' in the list 'talks' does not refer to the records of this list [invalid-setting]; "
                + "it would be declared as \(field): {record: people} or [{record: people}]"
            ]
          ))
    }
  }
}
