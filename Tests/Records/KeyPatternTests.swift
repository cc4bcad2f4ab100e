import Testing

@testable import CellistRecords

/// One text of the keys of a mapping.
@Suite struct KeyPatternTests {
  private static let person = mapping([
    "given": scalar("Ludwig"), "particle": scalar("van"), "family": scalar("Beethoven"), "suffix": scalar("Sr."),
    "none": nothing, "more": sequence(scalar("a")), "inner": mapping(["deep": scalar("x")]),
  ])

  @Test(arguments: [
    ("{given} {family}", "Ludwig Beethoven"), ("{given} {particle} {family}, {suffix}", "Ludwig van Beethoven, Sr."),
    ("{given} {none} {family}", "Ludwig Beethoven"), ("{none} {family}", "Beethoven"),
    ("{family}, {none}", "Beethoven"), ("{family}, {none} {suffix}", "Beethoven Sr."),
    ("{none}, {none}: {family}", "Beethoven"), ("{family} ({none})", "Beethoven"),
    ("{family} ({none}) {suffix}", "Beethoven Sr."), ("{family} ({given}) {none}", "Beethoven (Ludwig)"),
    ("{inner.deep}–{none}", "x–"), ("No. {family}", "No. Beethoven"), ("No. {none}", ""), ("{ given }", "Ludwig"),
  ])
  func `a key that is absent is left out with what joins it to others`(pattern: String, text: String) throws {
    #expect(try #require(KeyPattern(pattern)).applied(to: Self.person).text == text)
  }

  @Test(arguments: ["", "given", "{given", "given}", "{}", "{ }", "{a{b}}"])
  func `a pattern without keys, or with half of a brace, is none`(pattern: String) {
    #expect(KeyPattern(pattern) == nil)
  }

  @Test func `the items of a list are made texts, and texts stay`() throws {
    let pattern = try #require(KeyPattern("{given} {family}"))
    let list = sequence(Self.person, scalar("Ada"), nothing)
    #expect(pattern.applied(to: list).items?.map(\.text) == ["Ludwig Beethoven", "Ada", nil])
  }

  @Test func `a key that leads to more than a text leaves the mapping as it is`() throws {
    #expect(try #require(KeyPattern("{given} {more}")).applied(to: Self.person).entries != nil)
    #expect(try #require(KeyPattern("{inner}")).applied(to: Self.person).entries != nil)
  }
}
