import CellistSettings
import Testing

@testable import CellistPages

@Suite struct ThemeAssetsTests {
  private func files(_ assets: [String: String]) -> [(path: String, text: String)] {
    ThemeAssets(assets.mapValues { Array($0.utf8) }).files
      .map { (path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self)) }
  }

  @Test func `an asset's name changes with its bytes, and stays where it is`() {
    #expect(files(["img/a.svg": "x"])[0].path == "assets/img/a-2d711642b726.svg")
    #expect(files(["img/a.svg": "y"])[0].path == "assets/img/a-a1fce4363854.svg")
    #expect(files(["LICENSE": "x"])[0].path == "assets/LICENSE-2d711642b726")
  }

  @Test(arguments: [
    ("a{src:url(f.woff2)}", "a{src:url(f-2d711642b726.woff2)}"),
    ("a{src:url( \"f.woff2\" )}", "a{src:url( \"f-2d711642b726.woff2\" )}"),
    ("url('./sub/../f.woff2?v=1#i')", "url('./sub/../f-2d711642b726.woff2?v=1#i')"),
    ("url(none.png) url(/f.woff2) url(data:,x) url()", "url(none.png) url(/f.woff2) url(data:,x) url()"),
    ("url(f.woff2", "url(f-2d711642b726.woff2"), ("url(self.css)", "url(self.css)"),
    ("URL(f.woff2)", "URL(f-2d711642b726.woff2)"), ("@import 'f.woff2';", "@import 'f-2d711642b726.woff2';"),
    ("image-set('f.woff2' 1x)", "image-set('f-2d711642b726.woff2' 1x)"),
    ("url(%66.woff2)", "url(f-2d711642b726.woff2)"), ("url(\\66 .woff2)", "url(f-2d711642b726.woff2)"),
    ("/* url(f.woff2) */", "/* url(f.woff2) */"), ("url(/assets/f.woff2)", "url(/assets/f-2d711642b726.woff2)"),
    ("url(../assets/f.woff2)", "url(../assets/f-2d711642b726.woff2)"),
  ])
  func `a style sheet finds the assets that it names`(sheet: String, expected: String) {
    #expect(files(["self.css": sheet, "f.woff2": "x"]).last?.text == expected)
  }

  @Test func `a style sheet's own name changes with the assets that it names`() {
    let sheet = "url(../f.woff2)"
    let paths = ["x", "y"].map { files(["css/a.css": sheet, "f.woff2": $0])[0].path }
    #expect(paths[0] != paths[1])
  }

  @Test func `an import has the name of the sheet that it imports, and changes with it`() {
    let sheets = ["x", "y"].map {
      files(["a.css": "@import \"sub/b.css\";", "sub/b.css": "@import '../c.css';", "c.css": $0])
    }
    for files in sheets {
      #expect(files[0].text == "@import \"sub/\(files[2].path.split(separator: "/").last ?? "")\";")
      #expect(files[2].text == "@import '../\(files[1].path.split(separator: "/").last ?? "")';")
    }
    #expect(sheets[0][0].path != sheets[1][0].path)
  }

  @Test func `an address at the site's root begins where the site stands`() {
    let base = SiteBase("https://example.org/shop/") ?? .root
    let sheet = "url(/img/a.png) url(/assets/f.woff2) url(f.woff2)"
    let assets = ThemeAssets(["a.css": Array(sheet.utf8), "f.woff2": Array("x".utf8)], base: base)
    #expect(
      String(decoding: assets.files[0].bytes, as: UTF8.self)
        == "url(/shop/img/a.png) url(/shop/assets/f-2d711642b726.woff2) url(f-2d711642b726.woff2)")
  }
}
