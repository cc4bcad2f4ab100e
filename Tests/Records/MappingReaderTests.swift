import Testing

@testable import CellistRecords

@Suite struct MappingReaderTests {
  @Test func `settings are read by type`() throws {
    var diagnostics = Diagnostics()
    let node = mapping([
      "title": scalar("A"), "limit": scalar("5"), "feed": scalar("true"), "sort": scalar("name"),
      "exports": sequence(scalar("json"), scalar("csv")), "empty": nothing, "tilde": scalar("~"),
    ])
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    #expect(reader.text("title", &diagnostics) == "A")
    #expect(reader.integer("limit", &diagnostics) == 5)
    #expect(reader.boolean("feed", &diagnostics) == true)
    #expect(reader.texts("sort", &diagnostics)?.map(\.text) == ["name"])
    #expect(reader.texts("exports", &diagnostics)?.map(\.text) == ["json", "csv"])
    #expect(reader.text("empty", &diagnostics) == nil)
    #expect(reader.text("tilde", &diagnostics) == nil)
    #expect(reader.text("absent", &diagnostics) == nil)
    reader.finish(&diagnostics)
    #expect(lines(diagnostics) == [])
  }

  @Test func `a setting of the wrong kind is named`() throws {
    var diagnostics = Diagnostics()
    let node = mapping([
      "title": sequence(), "limit": scalar("-1"), "feed": scalar("yes"), "sort": sequence(mapping([:])),
    ])
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    _ = reader.text("title", &diagnostics)
    _ = reader.integer("limit", atLeast: 1, &diagnostics)
    _ = reader.boolean("feed", &diagnostics)
    _ = reader.texts("sort", &diagnostics)
    #expect(
      lines(diagnostics) == [
        "list.yml:3:5: error: 'title' must be text, found a list [invalid-setting]",
        "list.yml:3:5: error: 'limit' must be a whole number of at least 1, found \"-1\" [invalid-setting]",
        "list.yml:3:5: error: 'feed' must be true or false, found \"yes\" [invalid-setting]; did you mean true?",
        "list.yml:3:5: error: 'sort' must be text or a list of texts, found a list [invalid-setting]",
      ])
  }

  @Test func `a key that nobody asked for is reported, with the one that was meant`() throws {
    var diagnostics = Diagnostics()
    let node = mapping(["titel": scalar("A"), "zzz": nothing])
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    _ = (reader.text("title", &diagnostics), reader.node("limit"))
    reader.finish(&diagnostics)
    #expect(
      lines(diagnostics) == [
        "list.yml:3:5: error: list.yml has no setting 'titel' [unknown-key]; did you mean 'title'?",
        "list.yml:3:5: error: list.yml has no setting 'zzz' [unknown-key]; known here: title, limit",
      ])
  }

  @Test func `a key that other programs have leads to the one that is meant`() throws {
    var diagnostics = Diagnostics()
    let node = mapping(["Page_Size": scalar("20"), "pags": nothing])
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    _ = (reader.node("pages"), reader.node("limit"))
    reader.finish(&diagnostics, calledElsewhere: ["page-size": "pages"])
    #expect(
      lines(diagnostics) == [
        "list.yml:3:5: error: list.yml has no setting 'Page_Size' [unknown-key]; did you mean 'pages'?",
        "list.yml:3:5: error: list.yml has no setting 'pags' [unknown-key]; did you mean 'pages'?",
      ])
  }

  @Test func `what is no mapping is refused, and nothing is an empty one`() throws {
    var diagnostics = Diagnostics()
    #expect(MappingReader(nothing, name: "'pages'", &diagnostics) != nil)
    #expect(MappingReader(scalar("5"), name: "'pages'", &diagnostics) == nil)
    #expect(lines(diagnostics) == ["list.yml:3:5: error: 'pages' must be a mapping, found \"5\" [invalid-setting]"])
  }
}
