import CellistBuilding
import CellistCommands
import CellistFiles
import CellistRecords
import CellistSettings
import CellistSites
import Testing

/// Cellist's own site, in the folder that holds this package.
enum OwnSite {
  static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
  static let tree = SourceTree.disk(root)
  static let builder = SiteBuilder(tree, BuildOptions(now: 1_800_000_000))

  /// The files of its settings.
  static var settingsFiles: [String] {
    get throws {
      var diagnostics = Diagnostics()
      let content = try #require(SiteContent(tree, builder.options, &diagnostics))
      return [SiteFolder.settings] + content.lists.map(\.settings.folder.settings)
        + ["default", "ledger", "folio", "cellist"].map { "\(SiteFolder.themes)/\($0)/theme.yml" }
    }
  }

  /// The records of a list, each as its values by the names of their fields.
  static func records(of list: String) -> [[String: Value]] {
    var diagnostics = Diagnostics()
    let content = SiteContent(tree, builder.options, &diagnostics)
    guard let found = content?.lists.first(where: { $0.settings.folder.path == list }) else { return [] }
    let names = found.settings.type.fields.map(\.name)
    return found.sources.flatMap(\.records.entries).map(\.item.record).map {
      Dictionary(uniqueKeysWithValues: zip(names, $0.values))
    }
  }
}

extension [String: Value] {
  /// The text of a value; empty where there is none.
  func text(_ name: String) -> String { self[name]?.plainText ?? "" }

  func texts(_ name: String) -> [String] { self[name]?.items.map(\.plainText) ?? [] }
}

@Suite struct OwnSiteTests {
  @Test func `the site of this package has no errors and no warnings`() {
    #expect(DiagnosticPrinter(format: .text).text(of: OwnSite.builder.check().diagnostics) == "")
  }

  @Test func `its pages are whole, and every link in them leads somewhere`() {
    let files = OwnSite.builder.render().files
    var pages: [String: HTMLPage] = [:]
    for (path, bytes) in files where path.hasSuffix(".html") {
      pages[path] = HTMLPage(String(decoding: bytes, as: UTF8.self))
    }
    #expect(pages.count > 200)
    for (path, page) in pages {
      // A page at a former address has nothing to read.
      let isRedirect = files[path].map { String(decoding: $0, as: UTF8.self).contains("http-equiv=\"refresh\"") }
      #expect(page.problems == (isRedirect == true ? ["0 h1"] : []), "\(path)")
      let broken = page.links.filter { !leads($0, from: path, files, pages) }
      #expect(broken == [], "\(path)")
    }
  }

  @Test func `its start page leads to every list`() throws {
    let files = OwnSite.builder.render().files
    let home = HTMLPage(String(decoding: try #require(files["index.html"]), as: UTF8.self))
    for list in OwnSite.builder.lists().lists {
      #expect(home.links.contains("/\(list.folder.path)/"))
    }
  }

  /// Whether a link leads to another site, or to a file of this one and, with a fragment, to an element of it.
  private func leads(
    _ link: String, from page: String, _ files: [String: [UInt8]], _ pages: [String: HTMLPage]
  ) -> Bool {
    if link.hasPrefix("http") || link.hasPrefix("mailto:") || link.hasPrefix("data:") { return true }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(HTMLPage.decoded)
    var path = page
    if let first = parts.first, !first.isEmpty {
      guard first.hasPrefix("/") else { return false }
      path = String(first.dropFirst())
      if path.isEmpty || path.hasSuffix("/") { path += "index.html" }
    }
    guard files[path] != nil else { return false }
    return parts.count < 2 || pages[path]?.ids.contains(parts[1]) == true
  }
}
