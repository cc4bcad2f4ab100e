import CellistBuilding
import CellistSettings
import CellistSites
import CellistTestSupport
import Testing

/// A site in a folder that is built again and again, for tests of what a build says that it changed.
final class ReportedSite {
  let folder: TemporaryFolder
  var options = BuildOptions(now: 1_700_000_000)

  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
  }

  /// A list of two fields with a theme that reads the name in cells, and everything on the pages of records.
  static func items(_ settings: String = "", _ files: [String: String] = [:]) throws -> ReportedSite {
    try ReportedSite(
      [
        "content/site.yml": "title: Test\ntheme: plain\n",
        "content/items/list.yml": "record: {name: text, year: integer}\nsort: [name]\nrecord-pages: true\n\(settings)",
        "content/items/a.md": "---\nname: A\nyear: 1\n---\n",
        "content/items/b.md": "---\nname: B\nyear: 2\n---\n",
        "content/items/c.md": "---\nname: C\nyear: 3\n---\n",
        "themes/plain/pages/list.mustache":
          "{{#@page.sections}}{{@section.title}} {{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
        "themes/plain/cells/cell.mustache": "{{name}} ",
        "themes/plain/pages/record.mustache": "{{name}} {{year}} {{{@record.body}}}",
        "themes/plain/pages/home.mustache": "{{@site.title}}",
        "themes/plain/pages/plain.mustache": "{{{@page.content}}}",
        "themes/plain/pages/404.mustache": "404",
      ].merging(files) { $1 })
  }

  func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

  func remove(_ path: String) throws { try folder.remove(path) }

  func destination(isDry: Bool = false, isClean: Bool = false) -> Destination {
    var destination = Destination(
      output: folder.place("site"), state: folder.place(".cellist/state.sqlite"), isClean: isClean)
    destination.isReported = true
    destination.isDry = isDry
    return destination
  }

  @discardableResult
  func build(isDry: Bool = false, isClean: Bool = false) throws -> ChangeReport {
    let outcome = try SiteBuilder(.disk(folder.path), options).build(
      into: destination(isDry: isDry, isClean: isClean))
    #expect(outcome.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return try #require(outcome.report)
  }

  /// The files that the next build says that it wrote and removed, and why.
  func explained() throws -> [String] {
    let report = try build()
    #expect(report.outputs.allSatisfy { !$0.because.isEmpty })
    return report.outputs.map {
      "\($0.change.kind.rawValue) \($0.change.path): \($0.because.joined(separator: "; "))"
    }
  }

  /// Builds, and expects it to be explained like this.
  func explain(_ expected: [String], at location: SourceLocation = #_sourceLocation) throws {
    let found = try explained()
    #expect(found == expected, sourceLocation: location)
  }
}
