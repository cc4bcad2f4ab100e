import CellistTestSupport
import Foundation
import Testing

@testable import CellistSites
@testable import CellistPages
@testable import CellistOutput
@testable import CellistBuilding

/// Names that Unicode writes in two ways: what a build makes of them stays what it is.
@Suite struct NormalizationTests {
  private static func site(_ form: (String) -> String) -> [String: String] {
    let name = form("Café")
    return [
      "content/site.yml": "title: \(name)\nbase: https://example.org/\n",
      "content/\(name)/list.yml": """
      title: \(name)
      record: {title: text, kind: text, near: {type: {record: \(name)}, optional: true}}
      record-pages: true
      sections: {by: kind}
      pages: {by: section}
      """,
      "content/\(name)/\(name).md":
        "---\ntitle: \(name)\nkind: \(name)\nnear: \(name)\n---\n[\(name)](\(name).md) ![](\(name).png)\n",
      "content/\(name)/\(name).png": "picture",
      "content/\(name)/Zoe\u{308}/index.md": "---\ntitle: Zoe\nkind: \(name)\n---\n",
      "content/\(name)/Zoe\u{308}/\(name).txt": "beside",
      "content/\(form("Über")).md": "---\ntitle: \(name)\n---\n[to](\(name)/\(name).md)\n",
      "content/\(name).txt": "asset",
      "content/ids/list.yml": "record: {name: text}\nid: name\nrecord-pages: true\n",
      "content/ids/a.csv": "name\n\(name)\n\(form("Ångström"))\n",
    ]
  }

  @Test(arguments: [false, true])
  func `a second build changes nothing, whatever form names have`(isComposed: Bool) throws {
    let site = try BuiltSite(
      Self.site { isComposed ? $0.precomposedStringWithCanonicalMapping : $0.decomposedStringWithCanonicalMapping })
    #expect(try site.build().diagnostics == [])
    #expect(try site.problems().found == [])
    #expect(try site.changes() == [])
    #expect(try site.differencesToCleanBuild() == [])
    // Slugs are composed, and files keep their names.
    let names = site.output().keys.map { Array($0.utf8) }
    #expect(names.contains(Array("caf\u{E9}/caf\u{E9}/index.html".utf8)))
    #expect(names.contains(Array("ids/\u{E5}ngstr\u{F6}m/index.html".utf8)))
    #expect(names.contains(Array((isComposed ? "Caf\u{E9}.txt" : "Cafe\u{301}.txt").utf8)))
    site.waitForOldFiles()
    #expect(try site.changes() == [])
    #expect(try site.changes() == [])
  }

  @Test func `a name in another form is another name`() throws {
    let composed = Self.site(\.precomposedStringWithCanonicalMapping)
    let decomposed = Self.site(\.decomposedStringWithCanonicalMapping)
    let site = try BuiltSite(composed)
    #expect(try site.build().diagnostics == [])
    for form in [decomposed, composed, decomposed] {
      for path in ["Caf\u{E9}", "Cafe\u{301}", "Caf\u{E9}.txt", "Cafe\u{301}.txt", "\u{DC}ber.md", "U\u{308}ber.md"] {
        try? site.remove("content/\(path)")
      }
      for (path, text) in form { try site.write(text, to: path) }
      site.changed = nil
      #expect(try site.problems().found == [])
      #expect(try site.changes() == [])
      #expect(try site.differencesToCleanBuild() == [])
    }
  }

  @Test(arguments: [false, true])
  func `a picture whose name gets another form is another record`(isKept: Bool) throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\n",
      "content/img/list.yml": "record: {picture: {type: asset, from: file}, name: text}\nsources: [\"*.svg\"]\n",
      "content/img/\u{F6}.svg": "<svg/>",
    ])
    if isKept { site.keep() }
    #expect(try site.build().diagnostics == [])
    for (old, new) in [("\u{F6}", "o\u{308}"), ("o\u{308}", "\u{F6}")] {
      try site.remove("content/img/\(old).svg")
      try site.write("<svg/>", to: "content/img/\(new).svg")
      let (found, differences) = (try site.problems().found, try site.differencesToCleanBuild())
      #expect(found == [], "\(found)")
      #expect(differences == [], "\(differences)")
    }
  }

  @Test func `a title in another form than the id is kept as it is`() throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\n",
      "content/items/list.yml": "record: {title: text}\nrecord-pages: true\n",
      "content/items/Cafe\u{301}.md": "---\ntitle: Cafe\u{301}\n---\n",
      "content/items/z.md": "---\ntitle: Z\n---\n",
    ])
    #expect(try site.problems().found == [])
    try site.write("---\ntitle: Y\n---\n", to: "content/items/z.md")
    #expect(try site.problems().found == [])
    #expect(try site.differencesToCleanBuild() == [])
  }
}
