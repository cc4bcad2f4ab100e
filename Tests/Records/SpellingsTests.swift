import Testing

@testable import CellistRecords

/// Spellings of one value.
@Suite struct SpellingsTests {
  private static func spellings(_ node: Node, _ type: FieldType = .text) throws -> (Spellings, [String]) {
    var diagnostics = Diagnostics()
    var reader = try #require(MappingReader(mapping(["spellings": node]), name: "a field", &diagnostics))
    return (Spellings(&reader, of: Field("x", type), &diagnostics), lines(diagnostics))
  }

  @Test func `a spelling means its value, in any capitals unless they count`() throws {
    let (spellings, found) = try Self.spellings(
      mapping(["JavaScript": sequence(scalar("js"), scalar("ECMAScript")), "TypeScript": scalar("ts")]))
    #expect(found == [])
    for text in ["js", "JS", " Js ", "ecmascript", "javascript", "JavaScript"] {
      #expect(spellings.value(of: text, isFolded: true) == "JavaScript")
    }
    #expect(spellings.value(of: "TS", isFolded: true) == "TypeScript")
    #expect(spellings.value(of: "TS", isFolded: false) == "TS")
    #expect(spellings.value(of: "js", isFolded: false) == "JavaScript")
    #expect(spellings.value(of: "Swift", isFolded: true) == "Swift")
  }

  @Test func `what cannot be a spelling is told`() throws {
    #expect(
      try Self.spellings(scalar("x")).1 == [
        "list.yml:3:5: error: 'spellings' must be a mapping of values to other spellings of them, found \"x\" "
          + "[invalid-setting]; for example spellings: {JavaScript: [javascript, JS]}"
      ])
    #expect(
      try Self.spellings(mapping(["A": sequence(scalar("a")), "B": scalar("a")])).1 == [
        "list.yml:3:5: error: \"a\" is a spelling of two values [invalid-setting]"
      ])
    #expect(
      try Self.spellings(mapping(["A": scalar("B"), "B": scalar("b")])).1 == [
        "list.yml:3:5: error: \"B\" is a value by itself here [invalid-setting]"
      ])
    #expect(
      try Self.spellings(mapping(["A": mapping([:])])).1 == [
        "list.yml:3:5: error: a spelling is a text, found a mapping [invalid-setting]; "
          + "for example spellings: {JavaScript: [javascript, JS]}"
      ])
    #expect(
      try Self.spellings(mapping(["A": scalar("a")]), .record(list: "people")).1 == [
        "list.yml:3:5: error: 'spellings' are of texts and choices, and 'x' is record [invalid-setting]; "
          + "'also' names fields of 'people' that hold other names of its records"
      ])
  }

  @Test(arguments: [
    ("Swift ", "swift", true), ("É", "e\u{301}", true), ("ÉTÉ", "été", true), ("a b", "a  b", false), ("é", "e", false),
    ("C", "C#", false),
  ])
  func `texts fold to one where people mean one`(one: String, other: String, isSame: Bool) {
    #expect((one.folded == other.folded) == isSame)
    #expect(one.folded.folded == one.folded)
  }

  @Test func `capitals come first among spellings`() {
    let spellings = ["web", "WEB", "Web", "wEB", "weB"]
    #expect(spellings.sorted { $0.isSpelt(before: $1) } == ["WEB", "Web", "wEB", "weB", "web"])
  }
}
