import CellistBuild
import CellistCommands
import CellistContent
import Testing

/// Cellist's own site, in the folder that holds this package.
enum OwnSite {
  static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
  static let tree = SourceTree.disk(root)
}

@Suite struct OwnSiteTests {
  @Test func `the site of this package has no errors and no warnings`() {
    let outcome = SiteBuilder(OwnSite.tree, BuildOptions(now: 1_800_000_000)).check()
    #expect(DiagnosticPrinter(format: .text).text(of: outcome.diagnostics) == "")
  }
}
