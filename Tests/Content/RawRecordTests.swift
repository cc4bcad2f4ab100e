import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistFiles
@testable import CellistRecords

@Suite struct RawRecordTests {
  private func read(_ path: String, _ text: String) throws -> (records: [RawRecord], messages: [String]) {
    var diagnostics = Diagnostics()
    var records: [RawRecord] = []
    let source = RecordSource(path: path, format: try #require(SourceFormat(path: path)))
    RawRecord.readAll(in: source, from: tree([path: text]), &diagnostics) { raw, _ in records.append(raw) }
    return (records, lines(diagnostics))
  }

  @Test(arguments: [
    ("a.csv", "x,y\n1,2\n"), ("a.tsv", "x\ty\n1\t2\n"), ("a.CSV", "x,y\n1,2\n"), ("a.yml", "x: 1\ny: 2"),
    ("a.yaml", "- x: 1\n  y: 2"), ("a.json", "[{\"x\": 1, \"y\": 2}]"), ("a.md", "---\nx: 1\ny: 2\n---\n"),
    ("a.csv", "\u{FEFF}x,y\r\n1,2"), ("a.md", "\u{FEFF}---\r\nx: 1\r\ny: 2\r\n---\r\n"),
    ("a.json", "\u{FEFF}{\"x\": 1, \"y\": 2}"),
    ("a.md", "{\"x\": 1, \"y\": 2}\n"), ("a.toml", "x = 1\ny = 2"), ("a.TOML", "\u{FEFF}x=1\r\ny=2\r\n"),
    ("a.md", "+++\nx = 1\ny = 2\n+++\n"),
  ])
  func `every format gives the same record`(path: String, text: String) throws {
    let (records, messages) = try read(path, text)
    #expect(records.map { outline($0.node) } == ["{x: 1, y: 2}"])
    #expect(messages == [])
  }

  @Test(arguments: [
    ("a.yml", "x: 1", "a"), ("b/a.json", "{}", "a"), ("b/a.md", "text", "a"), ("b/index.md", "", "b"),
    ("b/index.yml", "x: 1", "index"), ("b/a.toml", "x = 1", "a"),
  ])
  func `a file that is one record gives it a name`(path: String, text: String, name: String) throws {
    #expect(try read(path, text).records.map(\.name) == [name])
  }

  @Test(arguments: [("a.csv", "x\n1\n"), ("a.yml", "- x: 1"), ("a.json", "[{}]")])
  func `rows and items have no name`(path: String, text: String) throws {
    #expect(try read(path, text).records.map(\.name) == [nil])
  }

  @Test(arguments: ["a.yml", "a.csv", "a.tsv", "a.toml"])
  func `an empty file has no records`(path: String) throws {
    let (records, messages) = try read(path, "")
    #expect(records.isEmpty && messages.isEmpty)
  }

  @Test(arguments: ["a.txt", "a", "md", ".md", "a.md.bak", "a.toml~"])
  func `another ending is no source`(path: String) {
    #expect(SourceFormat(path: path) == nil)
  }
}
