import Testing

@testable import CellistContent
@testable import CellistRecords

@Suite struct RecordSourceTests {
  private func sources(_ settings: String) throws -> (sources: [RecordSource], messages: [String]) {
    var diagnostics = Diagnostics()
    let files = [
      "list.yml", "a.csv", "b.tsv", "c.json", "2024/d.csv", "2024/x/e.csv", "hydrogen.md", "f.YAML", "notes.txt",
    ]
    let tree = tree(Dictionary(uniqueKeysWithValues: files.map { ("content/list/\($0)", "") }))
    let list = try #require(ContentMap(tree, &diagnostics).lists.first)
    let node = try #require(SettingsFile.read(settings, path: "list.yml", &diagnostics))
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    let sources = RecordSource.all(of: list, &reader, &diagnostics)
    return (sources, lines(diagnostics))
  }

  @Test func `by default every source file is read, in byte order of path`() throws {
    let (sources, messages) = try sources("title: A")
    #expect(messages == [])
    #expect(
      sources.map { $0.path.dropFirst(13) } == [
        "2024/d.csv", "2024/x/e.csv", "a.csv", "b.tsv", "c.json", "f.YAML", "hydrogen.md",
      ])
    #expect(sources.map(\.format) == [.csv, .csv, .csv, .tsv, .json, .yaml, .markdown])
  }

  @Test func `named sources come in their order, with their settings`() throws {
    let (sources, messages) = try sources(
      """
      sources:
        - hydrogen.md
        - {file: a.csv, delimiter: ";"}
        - {file: b.tsv, delimiter: "\\t"}
        - {file: c.json, items: data.rows}
      """)
    #expect(messages == [])
    #expect(sources.map { $0.path.dropFirst(13) } == ["hydrogen.md", "a.csv", "b.tsv", "c.json"])
    #expect(sources.map(\.details?.delimiter) == [nil, UInt8(ascii: ";"), UInt8(ascii: "\t"), nil])
    #expect(sources[3].details?.items == "data.rows")
    #expect(sources[1].details?.location?.description == "list.yml:3:12")
  }

  @Test func `a source may be merged with those before it`() throws {
    let (sources, messages) = try sources(
      "sources: [a.csv, {file: b.tsv, merge: update}, {file: \"2024/*.csv\", merge: remove}]\n")
    #expect(messages == [])
    #expect(sources.map(\.details?.merge) == [nil, .update, .remove])
  }

  @Test(arguments: [
    ("*.csv", ["a.csv"]), ("2024/*.csv", ["2024/d.csv"]), ("*/*/*.csv", ["2024/x/e.csv"]),
    (
      "*",
      [
        "a.csv", "b.tsv",
        "c.json", "f.YAML", "hydrogen.md",
      ]
    ), ("h*d*n.md", ["hydrogen.md"]), ("2024/*/e.csv", ["2024/x/e.csv"]),
  ])
  func `a star stands for anything within one folder`(pattern: String, files: [String]) throws {
    let (sources, messages) = try sources("sources: [\"\(pattern)\"]")
    #expect(messages == [])
    #expect(sources.map { String($0.path.dropFirst(13)) } == files)
  }

  @Test(arguments: [
    (
      "[a.cvs]",
      "list.yml:1:11: error: there is no file 'a.cvs' in content/list [missing-source]; did you mean 'a.csv'?"
    ),
    (
      "['*.xml']",
      "list.yml:1:11: error: no file in content/list fits '*.xml' [missing-source]; known here: 2024/d.csv, "
        + "2024/x/e.csv, a.csv, b.tsv, c.json, f.YAML, hydrogen.md"
    ),
    (
      "[../rules.yml]",
      "list.yml:1:11: error: '../rules.yml' is no path below content/list [missing-source]; "
        + "sources are files in the folder of their list, or in folders in it"
    ),
    (
      "[./a.csv]",
      "list.yml:1:11: error: './a.csv' is no path below content/list [missing-source]; "
        + "sources are files in the folder of their list, or in folders in it"
    ),
    (
      "['*.txt']",
      "list.yml:1:11: error: no file that '*.txt' fits in content/list can hold records [missing-source]; "
        + "sources are .md, .yml, .yaml, .json, .csv, .tsv and .sqlite files"
    ),
    (
      "[notes.txt]",
      "list.yml:1:11: error: records cannot be read from 'notes.txt' [invalid-setting]; "
        + "sources are .md, .yml, .yaml, .json, .csv, .tsv and .sqlite files"
    ),
    ("a.csv", "list.yml:1:10: error: 'sources' must be a list, found \"a.csv\" [invalid-setting]"),
    ("[{items: a}]", "list.yml:1:11: error: a source needs 'file' [missing-setting]"),
    (
      "[{file: a.csv, delimiter: ab}]",
      "list.yml:1:36: error: 'delimiter' must be one ASCII character [invalid-setting]"
    ),
    (
      "[{file: a.csv, delimiter: '\"'}]",
      "list.yml:1:36: error: 'delimiter' must be one ASCII character [invalid-setting]"
    ),
    (
      "[{file: a.csv, delimitr: ';'}]",
      "list.yml:1:25: error: a source has no setting 'delimitr' [unknown-key]; did you mean 'delimiter'?"
    ),
  ])
  func `sources that cannot be are named`(sources: String, message: String) throws {
    #expect(try self.sources("sources: \(sources)").messages == [message])
  }

  @Test func `items are found at a dotted path`() throws {
    var diagnostics = Diagnostics()
    let tree = tree(["a.json": #"{"data": {"rows": [{"a": 1}, {"a": 2}]}}"#])
    var names: [String] = []
    for items in ["data.rows", "data", "data.cols"] {
      let source = RecordSource(path: "a.json", format: .json, RecordSource.Details(items: items))
      RawRecord.readAll(in: source, from: tree, &diagnostics) { raw, _ in names.append(outline(raw.node)) }
    }
    #expect(names == ["{a: 1}", "{a: 2}", "{rows: [{a: 1}, {a: 2}]}"])
    #expect(lines(diagnostics) == ["a.json:1:1: error: there is nothing at 'data.cols' in a.json [missing-source]"])
  }
}
