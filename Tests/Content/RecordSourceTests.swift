import CellistText
import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistRecords

@Suite struct RecordSourceTests {
  private func sources(_ settings: String) throws -> (sources: [RecordSource], messages: [String]) {
    var diagnostics = Diagnostics()
    let files = [
      "list.yml", "a.csv", "b.tsv", "c.json", "2024/d.csv", "2024/x/e.csv", "hydrogen.md", "f.YAML", "notes.txt",
      "g.toml",
      "2024/h.toml", ".hidden.csv", ".folder/a.csv",
    ]
    let others = [
      "index.md", "ruled.yml", "data/index.md", "data/a.csv", "data/b.csv", "data/c.toml", "data/d.txt", "data/e.md",
      ".outside.yml", ".well-known/a.json", "data/in/f.csv", "other/list.yml", "other/index.md", "other/g.md",
    ]
    let tree = tree(
      Dictionary(uniqueKeysWithValues: (files.map { "list/\($0)" } + others).map { ("content/\($0)", "") }))
    let map = ContentMap(tree, &diagnostics)
    let list = try #require(map.lists.first)
    let node = try #require(SettingsFile.read(settings, path: "list.yml", &diagnostics))
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    let scope = SourceScope(list, among: map.recordFiles, try #require(Language(tag: "en")))
    let sources = RecordSource.all(in: scope, &reader, &diagnostics)
    return (sources, lines(diagnostics))
  }

  @Test(arguments: [
    ("*.csv", ["a.csv"]), (".*.csv", [".hidden.csv"]), (".hidden.csv", [".hidden.csv"]),
    ("**/*.csv", ["2024/d.csv", "2024/x/e.csv", "a.csv"]), ("../.outside.yml", ["../.outside.yml"]),
    ("../*.yml", ["../ruled.yml"]), ("../.well-known/a.json", ["../.well-known/a.json"]),
  ])
  func `files whose names begin with a dot are read where the dot is written`(pattern: String, expected: [String])
    throws
  {
    let (sources, messages) = try sources("sources: [\"\(pattern)\"]\n")
    #expect(messages == [])
    #expect(sources.map { SourcePattern.name(of: $0.path, from: "content/list") } == expected)
  }

  @Test func `folders whose names begin with a dot are not read`() throws {
    let (_, messages) = try sources("sources: [.folder/a.csv]\n")
    #expect(
      messages == [
        "list.yml:1:11: error: '.folder/a.csv' is not read, since the name of its folder begins with a dot "
          + "[missing-source]; rename the folder"
      ])
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
    #expect(sources[3].details?.items?.text == "data.rows")
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
    ("**/*.csv", ["2024/d.csv", "2024/x/e.csv", "a.csv"]), ("2024/**", ["2024/d.csv", "2024/x/e.csv"]),
    ("**/x/**/*.csv", ["2024/x/e.csv"]), ("**/**/e.csv", ["2024/x/e.csv"]),
    ("*.toml", ["g.toml"]),
    ("2024/*.toml", ["2024/h.toml"]),
    ("g.toml", ["g.toml"]), ("2024/*", ["2024/d.csv"]),
  ])
  func `a star stands for anything within one folder, and two for any folders`(pattern: String, files: [String]) throws
  {
    let (sources, messages) = try sources("sources: [\"\(pattern)\"]")
    #expect(messages == [])
    #expect(sources.map { String($0.path.dropFirst(13)) } == files)
  }

  @Test(arguments: [
    ("../data/a.csv", ["data/a.csv"]), ("../data/*.csv", ["data/a.csv", "data/b.csv"]),
    (
      "../**/*.csv",
      ["data/a.csv", "data/b.csv", "data/in/f.csv", "list/2024/d.csv", "list/2024/x/e.csv", "list/a.csv"]
    ),
    ("../data/*", ["data/a.csv", "data/b.csv", "data/e.md"]), ("../data/*.toml", ["data/c.toml"]),
    ("../other/*.md", ["other/g.md"]), ("../data/index.md", ["data/index.md"]), ("../ruled.yml", ["ruled.yml"]),
    ("../*/in/*", ["data/in/f.csv"]), ("../data/*\", \"!../data/b.csv", ["data/a.csv", "data/e.md"]),
    ("**/*.csv\", \"!2024/**\", \"../data/a.csv", ["list/a.csv", "data/a.csv"]),
  ])
  func `sources lie in any folder of the content`(pattern: String, files: [String]) throws {
    let (sources, messages) = try sources("sources: [\"\(pattern)\"]")
    #expect(messages == [])
    #expect(sources.map { $0.path.below("content") } == files)
  }

  @Test(arguments: [
    (
      "[a.cvs]",
      "list.yml:1:11: error: there is no file 'a.cvs' in content/list [missing-source]; did you mean 'a.csv'?"
    ),
    (
      "['*.xml']",
      "list.yml:1:11: error: no file in content/list fits '*.xml' [missing-source]; known here: 2024/d.csv, "
        + "2024/x/e.csv, a.csv, b.tsv, c.json, f.YAML, hydrogen.md, 2024/h.toml, g.toml"
    ),
    (
      "[h.toml]",
      "list.yml:1:11: error: there is no file 'h.toml' in content/list [missing-source]; did you mean 'g.toml'?"
    ),
    (
      "[../rules.yml]",
      "list.yml:1:11: error: there is no file '../rules.yml' in content/list [missing-source]; "
        + "did you mean '../ruled.yml'?"
    ),
    (
      "[../../rules.yml]",
      "list.yml:1:11: error: '../../rules.yml' is no path below content [missing-source]; "
        + "sources are files of the site's content, named from the folder of their list"
    ),
    (
      "['*.csv', '!2023/**']",
      "list.yml:1:20: error: '!2023/**' leaves out none of the files that are named before it [missing-source]; "
        + "known here: a.csv"
    ),
    (
      "[./a.csv]",
      "list.yml:1:11: error: './a.csv' is no path below content [missing-source]; "
        + "sources are files of the site's content, named from the folder of their list"
    ),
    (
      "['../data/*.xml']",
      "list.yml:1:11: error: no file in content/data fits '../data/*.xml' [missing-source]; "
        + "did you mean '../data/c.toml'?"
    ),
    (
      "['../data/*.txt']",
      "list.yml:1:11: error: no file that '../data/*.txt' fits in content/data can hold records [missing-source]; "
        + "sources are .md, .yml, .yaml, .json, .jsonl, .geojson, .toml, .csv, .tsv, .bib, .ics, .xlsx, .ods and .sqlite files, and pictures"
    ),
    (
      "['*.txt']",
      "list.yml:1:11: error: no file that '*.txt' fits in content/list can hold records [missing-source]; "
        + "sources are .md, .yml, .yaml, .json, .jsonl, .geojson, .toml, .csv, .tsv, .bib, .ics, .xlsx, .ods and .sqlite files, and pictures"
    ),
    (
      "[notes.txt]",
      "list.yml:1:11: error: records cannot be read from 'notes.txt' [invalid-setting]; "
        + "sources are .md, .yml, .yaml, .json, .jsonl, .geojson, .toml, .csv, .tsv, .bib, .ics, .xlsx, .ods and .sqlite files, and pictures"
    ),
    ("a.csv", "list.yml:1:10: error: 'sources' must be a list, found \"a.csv\" [invalid-setting]"),
    ("[{items: a}]", "list.yml:1:11: error: a source needs 'file', 'url' or 'tables' [missing-setting]"),
    (
      "[{url: 'http://example.org/a.csv'}]",
      "list.yml:1:17: error: 'url' must be an address that begins with https:// [invalid-setting]; "
        + "http:// is possible on this machine alone, for example http://localhost:8000/talks.json"
    ),
    (
      "[{url: 'https://example.org/a'}]",
      "list.yml:1:17: error: the address has no ending of a file with records [invalid-setting]; "
        + "'format' names its format, for example {url: …, format: json}"
    ),
    (
      "[{url: 'https://example.org/a', format: html}]",
      "list.yml:1:50: error: there is no format \"html\" [invalid-setting]; "
        + "sources are .md, .yml, .yaml, .json, .jsonl, .geojson, .toml, .csv, .tsv, .bib, .ics, .xlsx, .ods and .sqlite files, and pictures"
    ),
    (
      "[{url: 'https://example.org/a.csv', file: a.csv}]",
      "list.yml:1:52: error: a source has 'file' or 'url' [invalid-setting]"
    ),
    (
      "[{file: a.csv, format: csv}]",
      "list.yml:1:33: error: 'format' is for addresses; a file has the format of its ending [invalid-setting]"
    ),
    (
      "[{url: 'https://example.org/a.csv', sheet: A}]",
      "list.yml:1:46: error: 'sheet' is for spreadsheets, and 'https://example.org/a.csv' is none [invalid-setting]"
    ),
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

  /// The records of a file, each as `key=value` in the order of its keys, with the name that a record has besides.
  private func records(_ json: String, _ settings: String) throws -> [String] {
    var diagnostics = Diagnostics()
    let tree = tree(["content/list/list.yml": "", "content/list/a.json": json])
    let list = try #require(ContentMap(tree, &diagnostics).lists.first)
    let node = try #require(
      SettingsFile.read("sources: [{file: a.json, \(settings)}]", path: "list.yml", &diagnostics))
    var reader = try #require(MappingReader(node, name: "list.yml", &diagnostics))
    var records: [String] = []
    let scope = SourceScope(list, try #require(Language(tag: "en")))
    for source in RecordSource.all(in: scope, &reader, &diagnostics) {
      RawRecord.readAll(in: source, from: tree, &diagnostics) { record, _ in
        let values = (record.node.entries ?? []).map { "\($0.key)=\($0.value.words)" }
        records.append("\(record.name.map { "\($0): " } ?? "")\(values.joined(separator: " "))")
      }
    }
    return records + lines(diagnostics)
  }

  @Test(
    arguments: [
      (#"{"x": {"n": 1}, "y": {"n": 2}}"#, #"items: "*""#, ["x: n=1", "y: n=2"]),
      (
        #"{"x": {"n": 1}, "y": {"n": 2, "id": 7}}"#, #"items: "*", inherit: {id: $key}"#,
        ["x: n=1 id=\"x\"", "y: n=2 id=7"]
      ),
      (
        #"{"fruit": [{"n": 1}], "nuts": [{"n": 2}]}"#, #"items: "*", inherit: {kind: $key}"#,
        ["n=1 kind=\"fruit\"", "n=2 kind=\"nuts\""]
      ),
      (
        #"{"d": [{"name": "A", "rows": [{"n": 1, "in": [{"m": 1}]}]}, {"rows": []}], "name": "top"}"#,
        "items: d.*.rows.*.in, inherit: [name, n]", [#"m=1 name="A" n=1"#]
      ),
      (
        #"{"d": [{"name": "A", "rows": [{"name": "B", "in": [{"m": 1}]}]}]}"#,
        "items: d.*.rows.*.in.*, inherit: {inner: name, outer: ../name, none: ../../name}",
        [#"m=1 inner="B" outer="A""#]
      ),
      (
        #"{"x": {"y": {"n": 1}}}"#, #"items: "*.*", inherit: {id: $key, group: ../$key}"#,
        [#"y: n=1 id="y" group="x""#]
      ),
      (
        #"{"d": [{"rows": [{"n": 1}]}], "meta": {"name": "top"}}"#, "items: d.*.rows.*, inherit: {from: meta.name}",
        [#"n=1 from="top""#]
      ),
      (#"{"a.b": [{"n": 1}]}"#, "items: a.b", ["n=1"]), (#"[]"#, #"items: "*""#, []),
      (#"{"x": null, "y": [null]}"#, #"items: "*.*""#, []),
      (
        #"{"x": {"n": 1}}"#, "items: x.*.y",
        ["list.yml:1:18: error: there is nothing at 'x.*.y' in content/list/a.json [missing-source]"]
      ),
      (
        #"{"x": {"n": 1}}"#, "items: x.*",
        [
          "content/list/a.json:1:13: error: expected a list of records or a mapping, found \"1\" [invalid-value]"
        ]
      ),
      (
        #"[{"n": 1}]"#, "inherit: [n]",
        [
          "n=1",
          "list.yml:1:35: error: 'inherit' takes keys of the levels above the records, which 'items' names [invalid-setting]; "
            + "for example {file: data.json, items: groups.*.members, inherit: [group]}",
        ]
      ),
      (
        #"[{"n": 1}]"#, #"items: "*", inherit: {a: []}"#,
        [
          "n=1",
          "list.yml:1:47: error: 'inherit' must be a list of keys, or a mapping of keys to those above, found a mapping "
            + "[invalid-setting]; for example inherit: {category: name, code: $key}",
        ]
      ),
    ])
  func `items stand in several levels, and take keys of what they stand in`(
    json: String, settings: String, expected: [String]
  ) throws {
    #expect(try records(json, settings) == expected)
  }

  @Test func `items are found at a dotted path`() throws {
    var diagnostics = Diagnostics()
    let tree = tree(["a.json": #"{"data": {"rows": [{"a": 1}, {"a": 2}]}}"#])
    var names: [String] = []
    for items in ["data.rows", "data", "data.cols"] {
      let source = RecordSource(path: "a.json", format: .json, RecordSource.Details(items: ItemsPath(items)))
      RawRecord.readAll(in: source, from: tree, &diagnostics) { raw, _ in names.append(outline(raw.node)) }
    }
    #expect(names == ["{a: 1}", "{a: 2}", "{rows: [{a: 1}, {a: 2}]}"])
    #expect(lines(diagnostics) == ["a.json:1:1: error: there is nothing at 'data.cols' in a.json [missing-source]"])
  }
}
