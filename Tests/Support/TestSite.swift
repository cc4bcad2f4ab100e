import CellistBuilding
import CellistCommands
import CellistSettings
import CellistSites

/// A site in memory, for tests that read it, check it or render it.
package struct TestSite: Sendable {
  /// The files by their path below the site folder.
  package var files: [String: [UInt8]]
  package var options = BuildOptions(now: 1_700_000_000)

  package init(_ files: [String: String]) {
    self.files = files.mapValues { Array($0.utf8) }
  }

  /// A site with one list, `content/items`, and a theme that prints as little as a test needs to see.
  package static func list(
    _ settings: String, _ files: [String: String] = [:], cell: String = "<li>{{@record.title}}</li>"
  ) -> TestSite {
    var all = [
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/items/list.yml": settings,
      "themes/plain/pages/list.mustache": """
      {{#@page.sections}}<h2>{{@section.title}}</h2>\
      <ul>{{#@section.cells}}{{>*@cell}}{{/@section.cells}}</ul>{{/@page.sections}}
      """,
      "themes/plain/cells/cell.mustache": cell,
    ]
    for (path, text) in files {
      let isWhole = path.hasPrefix("content/") || path.hasPrefix("themes/")
      all[isWhole ? path : "content/items/\(path)"] = text
    }
    return TestSite(all)
  }

  /// The site's diagnostics as a terminal shows them.
  package func diagnostics() -> String {
    DiagnosticPrinter(format: .text).text(of: builder.check(calling: PictureText.programs).diagnostics)
  }

  /// The site's files; none when it has errors.
  package func render() -> [String: String] {
    builder.render().files.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  package var builder: SiteBuilder { SiteBuilder(.memory(files), options) }
}
