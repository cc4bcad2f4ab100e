import CellistFiles
import CellistLists
import CellistRecords
import CellistSettings
import CellistTemplates
import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistFamilies
@testable import CellistPages

/// The titles of each section's records in a file of text: a family that follows a list's records, in one file.
private struct SectionTitles: PageFamily {
  let routes: [Route]
  private let sections: [ArrangedSection]

  init(_ site: RoutedSite) {
    let sections = site.lists.flatMap { list in list.content.arranged.sections.map { (list: list, section: $0) } }
    self.sections = sections.map(\.section)
    routes = sections.map {
      Route("\($0.list.path)/titles/\($0.section.slug).txt", .page, from: $0.list.settings.location)
    }
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    for (route, section) in zip(routes, sections) {
      site.add(route, .made(Titles(all: section.items.map(\.title)), 0))
    }
  }

  private struct Titles: PageMaker {
    let all: [String]

    func parts(_ index: Int) -> [String] { ["the titles"] }

    func trace(_ index: Int, into buffer: inout ByteBuffer) {
      for title in all { buffer.append(counted: title) }
      buffer.endPart()
    }

    func render(_ index: Int, into buffer: inout ByteBuffer) { for title in all { buffer.append("\(title)\n") } }
  }
}

/// A new kind of page takes part in all that builds do.
@Suite struct AddedFamilyTests {
  private static let files = [
    "content/site.yml": "title: T\nbase: https://example.com/\n",
    "content/works/list.yml": "record: {name: text, genre: text}\nid: name\nsections: genre\n",
    "content/works/all.csv": "name,genre\nA,x\nB,x\nC,y\n",
  ]

  private func withFamily(_ body: () throws -> Void) rethrows {
    try PageFamilies.$added.withValue([{ SectionTitles($0) }], operation: body)
  }

  @Test(arguments: [false, true]) func `it is built as far as it changed, and listed`(isKept: Bool) throws {
    try withFamily {
      let site = try BuiltSite(Self.files)
      if isKept { site.keep() }
      #expect(try site.problems().found == [])
      #expect(site.text("works/titles/x.txt") == "A\nB\n")
      #expect(site.text("sitemap.xml")?.contains("https://example.com/works/titles/y.txt") == true)
      try site.write("name,genre\nA,x\nB,x\nD,y\n", to: "content/works/all.csv")
      #expect(try site.changes() == ["~ works/index.html", "~ works/titles/y.txt"])
      try site.write("name,genre\nA,x\nB,x\nD,z\n", to: "content/works/all.csv")
      let changes = try site.changes()
      #expect(changes.contains("- works/titles/y.txt") && changes.contains("+ works/titles/z.txt"))
      #expect(!changes.contains { $0.hasSuffix("x.txt") })
      #expect(try site.problems().found == [])
    }
  }

  @Test func `its changes are explained, and compared with those of another version`() throws {
    try withFamily {
      var files = Self.files.mapValues { Array($0.utf8) }
      let before = SourceTree.memory(files)
      files["content/works/all.csv"] = Array("name,genre\nA,x\nB,x\nD,y\n".utf8)
      let comparison = try SiteBuilder(.memory(files), BuildOptions(now: 1_700_000_000)).compared(with: before)
      let outputs = try #require(comparison.report).outputs.filter { $0.change.path.hasSuffix(".txt") }
      #expect(outputs.map(\.change.path) == ["works/titles/y.txt"])
      #expect(outputs.map(\.because) == [["the titles changed"]])
    }
  }
}
