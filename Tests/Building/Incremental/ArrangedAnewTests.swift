import CellistBuilding
import CellistSettings
import CellistTestSupport
import Testing

/// What a site that is kept says of lists that it arranged in bulk.
@Suite struct ArrangedAnewTests {
  private let site: ReportedSite
  private let kept: KeptSite

  init() throws {
    site = try ReportedSite.items()
    try site.write("title: People\nrecord: {name: text}\nid: name\n", to: "content/people/list.yml")
    try site.write("name\nX\n", to: "content/people/all.csv")
    kept = KeptSite(.disk(site.folder.path), site.destination())
    #expect(try said() == [])
  }

  /// Builds the site, and returns what it says of its lists.
  private func said() throws -> [String] {
    let outcome = try kept.build(site.options, changed: nil)
    #expect(!outcome.hasErrors)
    kept.settle()
    return try #require(outcome.report).arrangedAnew.map { "\($0.list): \($0.reason)" }
  }

  private func item(_ name: String, _ more: String = "year: 1", in file: String = "a") throws {
    try site.write("---\nname: \(name)\n\(more)\n---\n", to: "content/items/\(file).md")
  }

  @Test func `a list is not where records are replaced by such in the same places`() throws {
    try item("A", "year: 9")
    #expect(try said() == [])
    #expect(try said() == [])
  }

  @Test func `a list is where records come, go and move`() throws {
    try site.write("name\nX\nY\n", to: "content/people/all.csv")
    #expect(try said() == ["people: records came or went"])
    try item("Z")
    #expect(try said() == ["items: a value changed by which it is arranged"])
    try item("Z", "year: 1\npublish: 2020-01-01")
    #expect(try said() == ["items: a record has another slug, schedule or file"])
  }

  @Test func `only lists whose settings or files others are`() throws {
    try item("D", in: "d")
    #expect(try said() == ["items: files came or went"])
    try site.remove("content/items/d.md")
    #expect(try said() == ["items: files came or went"])
    try site.write("A text.\n", to: "content/people/index.md")
    #expect(try said() == ["people: files came or went"])
    try site.write("Another text.\n", to: "content/people/index.md")
    #expect(try said() == ["people: a text about it changed"])
    try site.remove("content/people/index.md")
    #expect(try said() == ["people: files came or went"])
    try site.write("title: Persons\nrecord: {name: text}\nid: name\n", to: "content/people/list.yml")
    #expect(try said() == ["people: the settings changed"])
    try site.write("---\ntitle: About\n---\n", to: "content/about.md")
    #expect(try said() == [])
    try site.write("title: Other\ntheme: plain\n", to: "content/site.yml")
    #expect(try said() == ["items: the settings changed", "people: the settings changed"])
  }

  @Test(arguments: ["sections/x.md", "terms/name/x.md"])
  func `a list for whose sections or terms texts come and go`(file: String) throws {
    try site.write(
      "title: People\nrecord: {name: text}\nid: name\nsections: name\nterms: name\n", to: "content/people/list.yml")
    try site.write(#"<p id="{{@record.anchor}}">{{name}}</p>"#, to: "themes/plain/cells/cell.mustache")
    _ = try said()
    try site.write("A text.\n", to: "content/people/\(file)")
    #expect(try said() == ["people: files came or went"])
    try site.remove("content/people/\(file)")
    #expect(try said() == ["people: files came or went"])
  }

  @Test func `lists that refer to others where those have other settings`() throws {
    try site.write("record: {name: text, of: {record: items}}\nid: name\n", to: "content/people/list.yml")
    try site.write("name,of\nX,a\n", to: "content/people/all.csv")
    _ = try said()
    try site.write(
      "record: {name: text, year: integer}\nrecord-pages: true\nsort: [-name]\n", to: "content/items/list.yml")
    #expect(try said() == ["items: the settings changed", "people: the settings changed"])
  }

  @Test func `a list that shows another's records, in every build that edits it`() throws {
    try site.write("title: New\nrecords-of: items\nwhere: {year: {above: 1}}\n", to: "content/new/list.yml")
    _ = try said()
    try item("A", "year: 9")
    #expect(try said() == ["new: it shows the records of another list"])
  }

  @Test func `a list of which pages show views`() throws {
    try site.write("---\ntitle: P\nviews: {all: {list: items}}\n---\n", to: "content/p.md")
    _ = try said()
    try item("A", "year: 9")
    #expect(try said() == ["items: pages show views of it"])
  }
}
