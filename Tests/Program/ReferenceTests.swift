import ArgumentParser
import CellistLists
import CellistRecords
import CellistScaffolding
import CellistSites
import CellistTemplates
import CellistTestSupport
import CellistText
import Synchronization
import Testing

@testable import CellistCommands
@testable import CellistContent
@testable import CellistFormats
@testable import CellistThemes

/// The lists of the reference against the code that they describe: neither can change without the other.
@Suite struct ReferenceTests {
  @Test func `diagnostics are all that exist`() {
    let documented = OwnSite.records(of: "reference/diagnostics").map { $0.text("code") }
    #expect(Set(documented) == Set(DiagnosticCode.allCases.map(\.rawValue)))
  }

  @Test
  func `schemas of settings have every key of the reference, and no settings of our own site are strange to them`()
    throws
  {
    let schemas = try Dictionary(
      uniqueKeysWithValues: SettingsSchema.allCases.map { schema in
        var diagnostics = Diagnostics()
        let node = try #require(YAMLReader.read(schema.document.pretty, file: schema.rawValue, &diagnostics))
        return (schema, node)
      })
    let all = SettingsSchema.allCases.map(\.document.pretty).joined()
    for record in OwnSite.records(of: "reference/settings") where record.text("place") != "record" {
      #expect(all.contains("\"\(record.text("name"))\": {"), "\(record.text("place")) \(record.text("name"))")
    }
    for path in try OwnSite.settingsFiles {
      let kind = try #require(SettingsSchema(rawValue: path.fileName), "\(path)")
      let schema = try #require(schemas[kind])
      var diagnostics = Diagnostics()
      let node = try #require(SettingsFile.read(path, from: OwnSite.tree, &diagnostics))
      #expect(node.keys(strangeTo: schema, in: schema) == [], "\(path)")
    }
    let list = try #require(schemas[.list])
    var diagnostics = Diagnostics()
    let slip = try #require(
      YAMLReader.read("srot: name\nsections: [{by: name, oder: count}]\n", file: "x", &diagnostics))
    #expect(slip.keys(strangeTo: list, in: list) == ["srot", "oder"])
  }

  @Test func `examples of diagnostics are what is printed`() throws {
    let scenes = try Scenes("diagnostics.txt")
    for record in OwnSite.records(of: "reference/diagnostics") {
      let code = record.text("code")
      let example = record.text("example")
      // The faults behind these exist only on a disk, or where pages are made.
      if ["unreadable-file", "symbolic-link", "unreadable-picture", "missing-program"].contains(code) {
        #expect(example.split(separator: "\n").first?.hasSuffix("[\(code)]") == true)
        continue
      }
      var site = TestSite(["content/site.yml": "title: Books\n"])
      site.files.merge(scenes[code]) { _, own in own }
      let found = site.builder.check().diagnostics
      #expect(DiagnosticPrinter(format: .text).text(of: Array(found.prefix(1))) == example)
      #expect(found.allSatisfy { $0.code.rawValue == code })
    }
  }

  @Test func `field types are all that exist`() throws {
    let records = OwnSite.records(of: "reference/field-types")
    func ids(_ kind: String) -> Set<String> {
      Set(records.filter { $0.text("kind") == kind }.map { $0.text("id") })
    }
    #expect(
      ids("Types")
        == Set(FieldType.named.map(\.name)).union(["choice", "list", "map", "record", "records-from", "variants"]))
    let pictures = Scope<ValuePrinter.Located>.partsOfPicture.map(\.name)
    let parts = FieldPath.Part.allCases.map(\.rawValue) + pictures
    #expect(ids("Derived parts") == Set(parts.map { "part-\($0)" }))
  }

  @Test func `conditions are all that exist`() {
    let ids = Set(OwnSite.records(of: "reference/conditions").map { $0.text("id") })
    #expect(ids.isSuperset(of: Condition.Comparison.names + Condition.words))
  }

  @Test func `settings are all that are asked for`() {
    let site = TestSite([
      "content/site.yml": "title: T\nbase: https://example.org\ntheme: {name: paper}\nmenu: [{title: B, url: books}]\n",
      "content/about.md": "---\ntitle: A\nviews: {latest: {list: books}}\n---\n",
      "content/books/list.yml": """
      record: {title: {choice: [a, cell]}, day: date?, lat: number?, lon: number?}
      id: title
      feed: {date: day}
      calendar: {start: day}
      exports: [{format: geojson}]
      tools: {search: true}
      sources: [books.csv]
      sections: title
      terms: [{by: title}]
      pages: {by: section}
      cells: [{template: cell}]
      """,
      "content/books/books.csv": "title\na\n",
      "content/films/list.yml":
        "record: {title: {choice: [cell]}}\ncells: {by: title}\nsections: {cases: [{title: All}]}\n",
      "themes/paper/cells/cell.mustache": "<li id=\"{{@record.anchor}}\"></li>",
      "themes/paper/theme.yml": "extends: default\n",
    ])
    let asked = Mutex<[String: Set<String>]>([:])
    MappingReader.$observer.withValue({ name, keys in asked.withLock { $0[name, default: []].formUnion(keys) } }) {
      #expect(site.diagnostics() == "")
    }
    var expected = asked.withLock { $0 }
    let options = expected.removeValue(forKey: "field 'title'")?.subtracting([
      "choice", "map", "record", "records-from",
    ])
    let fields = OwnSite.records(of: "reference/field-types").filter { $0.text("kind") == "Options" }
    #expect(Set(fields.map { $0.text("name") }) == options)

    expected["a record"] = Set(RecordType.scheduleNames + [RecordType.bodyName])
    expected["a page"] = expected.removeValue(forKey: "the front matter")
    var documented: [String: Set<String>] = [:]
    for record in OwnSite.records(of: "reference/settings") {
      let place = record.text("place")
      let name = ["\(place)", "'\(place)'", "a \(place)"].first { expected[$0] != nil } ?? place
      documented[name, default: []].insert(record.text("name"))
    }
    #expect(documented == expected)
  }

  @Test func `commands and options are all that exist`() throws {
    let all = OwnSite.records(of: "reference/commands")
    func records(_ kind: String) -> [[String: Value]] { all.filter { $0.text("kind") == kind } }
    let commands = CellistCommand.configuration.subcommands
    #expect(
      Set(records("Commands").map { $0.text("name") }) == Set(commands.compactMap { $0.configuration.commandName }))

    var expected: [String: Set<String>] = [:]
    for command in commands {
      for line in CellistCommand.helpMessage(for: command, columns: 200).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard line.hasPrefix("  "), let name = words.first(where: { $0.hasPrefix("--") || $0.hasPrefix("<") }),
          words.firstIndex(of: name)! < 2
        else { continue }
        expected[String(name), default: []].insert(command.configuration.commandName ?? "")
      }
    }
    let documented = (records("Options") + records("Arguments")).map { ($0.text("name"), Set($0.texts("of"))) }
    #expect(Dictionary(uniqueKeysWithValues: documented) == expected)

    let statuses = [
      .success, ExitStatus.siteHasErrors, ExitStatus.usage, ExitStatus.noForm, ExitStatus.io, ExitStatus.locked,
    ]
    #expect(Set(records("Exit statuses").map { $0.text("name") }) == Set(statuses.map { "\($0.rawValue)" }))
  }
}

extension Node {
  /// The keys of a node, and of what is in it, that a schema does not have.
  ///
  /// - Parameter root: the document that the schema is a part of.
  fileprivate func keys(strangeTo schema: Node, in root: Node) -> [String] {
    if let name = schema["$ref"]?.text?.split(separator: "/").last, let inner = root["$defs"]?[String(name)] {
      return keys(strangeTo: inner, in: root)
    }
    if let items {
      return items.flatMap { item in schema["items"].map { item.keys(strangeTo: $0, in: root) } ?? [] }
    }
    guard let entries else { return [] }
    if let choices = (schema["anyOf"] ?? schema["allOf"])?.items {
      return choices.map { keys(strangeTo: $0, in: root) }.min { $0.count < $1.count } ?? []
    }
    let isOpen = schema["properties"] == nil
    return entries.flatMap { entry -> [String] in
      if let inner = schema["properties"]?[entry.key] { return entry.value.keys(strangeTo: inner, in: root) }
      if let inner = schema["additionalProperties"], inner.entries != nil {
        return entry.value.keys(strangeTo: inner, in: root)
      }
      return isOpen ? [] : [entry.key]
    }
  }
}
