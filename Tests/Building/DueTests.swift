import CellistSites
import CellistTestSupport
import Testing

@testable import CellistBuilding

@Suite struct DueTests {
  private static let files = [
    "content/site.yml": "title: T\ntime-zone: Europe/Zurich\n",
    "content/items/list.yml": "record: {name: text}\nid: name\n",
    "content/items/items.csv": "name,publish,expires\nA,2024-03-05,\nB,,2024-02-01T10:30\nC,2024-01-01,\n",
    "content/later.md": "---\ntitle: Later\npublish: 2024-02-01\n---\n",
  ]

  private func builder(_ files: [String: String] = files, at date: String) -> SiteBuilder {
    var site = TestSite(files)
    site.options.date = date
    return site.builder
  }

  @Test(arguments: [
    ("2023-12-31", "2024-01-01 00:00 (items: 'C')"), ("2024-01-01", "2024-02-01 00:00 (content/later.md)"),
    ("2024-02-01", "2024-02-01 10:30 (items: 'B')"), ("2024-02-01T10:30", "2024-03-05 00:00 (items: 'A')"),
    ("2024-03-05", nil),
  ])
  func `the next change is that of the first record or page`(date: String, next: String?) {
    #expect(builder(at: date).check().next?.text == next)
  }

  @Test func `a record that nothing names is called by its title`() {
    var files = Self.files
    files["content/items/list.yml"] = "record: {name: text, day: date}\nwhere: {day: {below: today}}\n"
    files["content/items/items.csv"] = "name,day\nBees,2024-01-20\n"
    #expect(builder(files, at: "2024-01-15").check().next?.text == "2024-01-21 00:00 (items: 'Bees')")
  }

  @Test func `the state of the last build tells whether something has come due`() throws {
    let folder = try TemporaryFolder()
    let destination = Destination(
      output: folder.place("site"), state: folder.place("state/state.sqlite"), program: "p")
    #expect(builder(at: "2024-01-15").due(into: destination) == .unknown)
    let outcome = try builder(at: "2024-01-15").build(into: destination)
    #expect(outcome.next?.text == "2024-02-01 00:00 (content/later.md)")
    #expect(builder(at: "2024-01-31").due(into: destination) == .nothing(until: outcome.next))
    #expect(builder(at: "2024-02-01").due(into: destination) == .something)
    var other = destination
    other.program = "q"
    #expect(builder(at: "2024-01-31").due(into: other) == .unknown)
    _ = try builder(at: "2024-03-05").build(into: destination)
    #expect(builder(at: "2024-03-06").due(into: destination) == .nothing(until: nil))
    var drafts = builder(at: "2024-03-06").options
    drafts.drafts = true
    #expect(SiteBuilder(builder(at: "2024-03-06").tree, drafts).due(into: destination) == .unknown)
  }

  @Test func `a build with nothing to do knows what comes next as well`() throws {
    let folder = try TemporaryFolder()
    for (path, text) in Self.files { try folder.write(text, to: path) }
    let destination = Destination(
      output: folder.place("site"), of: folder.path, state: folder.place(".cellist/s.sqlite"), program: "p")
    var options = TestSite(Self.files).builder.options
    options.now = 1_705_000_000
    for _ in 0..<2 {
      let outcome = try SiteBuilder(.disk(folder.path), options).build(into: destination)
      #expect(outcome.next?.text == "2024-02-01 00:00 (content/later.md)")
    }
  }
}
