import CellistBase
import CellistRecords
import CellistTestSupport
import CellistThemes
import Testing

@Suite struct BuiltInThemeTests {
  @Test(arguments: BuiltInThemes.names)
  func `a theme in the program is its folder in themes`(name: String) throws {
    var files: [String: [UInt8]] = [:]
    var diagnostics = Diagnostics()
    func walk(_ folder: String) throws {
      for entry in OwnSite.tree.visible(in: joined("themes/\(name)", folder), &diagnostics) {
        let path = joined(folder, entry.name)
        switch entry.kind {
        case .folder: try walk(path)
        case .file: files[path] = try OwnSite.tree.read("themes/\(name)/\(path)")
        }
      }
    }
    try walk("")
    let own = try #require(BuiltInThemes.files[name])
    #expect(Dictionary(uniqueKeysWithValues: own.map { ($0.path, $0.bytes) }) == files)
  }

  @Test(arguments: BuiltInThemes.names)
  func `a site can name each of them, set what they have, and extend it`(name: String) {
    func site(_ theme: String, _ files: [String: String] = [:]) -> TestSite {
      TestSite(
        [
          "content/site.yml": "title: T\ntheme: \(theme)\n",
          "content/items/list.yml": "record: {name: text}\nid: name\n",
          "content/items/r.csv": "name\nAda\n",
        ].merging(files) { $1 })
    }
    let plain = site("{name: \(name), settings: {density: airy}}")
    #expect(plain.diagnostics() == "")
    let page = plain.render()["items/index.html"] ?? ""
    #expect(page.contains("data-density=\"airy\""))
    let sheets = page.matches(of: /<link rel="stylesheet" href="\/([^"]+)">/).map { String($0.1) }
    #expect(sheets.count == (name == DefaultTheme.name ? 1 : 2))
    #expect(sheets.allSatisfy { plain.render()[$0] != nil })
    // A theme of the site may have its name.
    for own in ["own", name] {
      let extended = site(
        own,
        [
          "themes/\(own)/theme.yml": "extends: \(name)\nsettings: {radius: round}\n",
          "themes/\(own)/cells/cell.mustache": "<li id=\"{{@record.anchor}}\">Own {{name}}</li>\n",
        ])
      #expect(extended.diagnostics() == "")
      let page = extended.render()["items/index.html"] ?? ""
      #expect(page.contains("data-radius=\"round\"") && page.contains(">Own Ada</li>"))
      #expect(page.matches(of: /rel="stylesheet"/).count == sheets.count)
    }
  }
}
