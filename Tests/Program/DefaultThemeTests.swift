import CellistContent
import CellistRecords
import CellistThemes
import Testing

@Suite struct DefaultThemeTests {
  @Test func `the theme in the program is the folder themes/default`() throws {
    var files: [String: [UInt8]] = [:]
    var diagnostics = Diagnostics()
    func walk(_ folder: String) throws {
      for entry in OwnSite.tree.visible(in: joined("themes/default", folder), &diagnostics) {
        let path = joined(folder, entry.name)
        switch entry.kind {
        case .folder: try walk(path)
        case .file: files[path] = try OwnSite.tree.read("themes/default/\(path)")
        }
      }
    }
    try walk("")
    #expect(Dictionary(uniqueKeysWithValues: DefaultTheme.files.map { ($0.path, $0.bytes) }) == files)
  }
}
