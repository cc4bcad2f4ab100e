import CellistScaffolding
import CellistTestSupport
import Foundation
import Testing

@testable import CellistCommands

/// The files that `cellist new list --from` reads and copies.
@Suite struct ListMaterialTests {
  @Test func `a file of any kind is copied as it is, and named where a list would not look for it`() throws {
    let table = "\u{FEFF}name;by, for;at\nZoë;A;1\nBo;B;2\n"
    let utf16 = table.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    func cells(_ rows: String...) -> String {
      rows.enumerated().map { index, row in
        let cells = row.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }
        return "<row r=\"\(index + 1)\">\(cells.joined())</row>"
      }
      .joined()
    }
    let files: [(String, [UInt8], String)] = [
      ("a.csv", utf16, "{file: a.csv, delimiter: \";\"}"),
      ("a.xlsx", TestArchive.xlsx([("S", cells("ab", "xy", "zw"))]), "a.xlsx"),
      ("a.jsonl", Array("{\"a\": \"x\"}\n{\"a\": \"y\"}\n".utf8), "a.jsonl"),
      ("a.bib", Array("@book{x, title = {X}}\n@book{y, title = {Y}}\n".utf8), "a.bib"),
      (
        "latin.csv",
        Array("name\nM".utf8) + [0xFC] + Array("nchen\nK\u{F6}ln\n".unicodeScalars.map { UInt8($0.value) }),
        "{file: latin.csv, encoding: windows-1252}"
      ),
      (".a.csv", Array("a\nx\ny\n".utf8), "\".a.csv\""),
    ]
    for (path, bytes, source) in files {
      let (scaffold, problems) = try SuggestedList.list(path, bytes)
      #expect(problems == "", "\(path)")
      let new = try #require(scaffold)
      #expect(new.copies.map(\.path) == ["content/things/\(path)"] && new.copies.first?.bytes == bytes)
      #expect(new.files.first?.text.contains("sources: [\(source)]\n") == true, "\(new.files)")
      var site = TestSite(["content/site.yml": "title: T\n"])
      for file in new.files { site.files[file.path] = Array(file.text.utf8) }
      for copy in new.copies { site.files[copy.path] = copy.bytes }
      #expect(site.diagnostics() == "", "\(path)")
    }
  }

  @Test func `pictures that are there are shown and copied`() throws {
    let table = "title,photo,plan\nAda,img/a.svg,no.png\nBo,img/b.svg,x/y.png\n"
    let picture = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"1\"/>".utf8)
    let material = ListMaterial(file: "a.csv", Array(table.utf8)) { $0.hasPrefix("img/") ? picture : nil }
    let scaffold = try #require(try SuggestedList.list(material, at: "a.csv").scaffold)
    #expect(
      scaffold.files[0].text.contains("  photo: {type: asset, thumbnails: [320, 640], alt: title}\n  plan: text\n"))
    #expect(scaffold.copies.map(\.path) == ["a.csv", "img/a.svg", "img/b.svg"].map { "content/things/\($0)" })
  }

  @Test func `a folder of Markdown becomes a list, with its pictures beside it`() throws {
    let files = [
      ("one.md", "---\ntitle: One\ndate: 2024-01-02\ntags: [a, b]\ndraft: false\n---\nText *here*.\n"),
      ("sub/two.md", "---\ntitle: Two\ndate: 2024-02-02 10:00\ntags: [a]\n---\nMore.\n"),
    ]
    let material = ListMaterial(
      folder: files.map { ($0, Array($1.utf8)) }, others: [("p.svg", Array("<svg/>".utf8))])
    let (scaffold, problems) = try SuggestedList.list(material, at: "posts")
    #expect(problems == "")
    let new = try #require(scaffold)
    #expect(new.copies.map(\.path) == ["one.md", "sub/two.md", "p.svg"].map { "content/things/\($0)" })
    #expect(
      new.files[0].text == """
        title: Things
        record:
          title: text
          date: {type: datetime, time: optional}
          tags: {type: [text]}
        sort: ["-date", title]

        """)
    var site = TestSite(["content/site.yml": "title: T\n", "content/things/list.yml": new.files[0].text])
    for copy in new.copies { site.files[copy.path] = copy.bytes }
    #expect(site.diagnostics() == "")
    #expect(
      try SuggestedList.list(ListMaterial(folder: []), at: "posts").problems
        == "posts:1:1: there are no Markdown files in the folder")
  }

  @Test func `long texts, and those below a summary, are on pages of their own`() throws {
    func havePages(_ summary: String, _ text: String) throws -> Bool? {
      let files = ["a", "b"].map { ("\($0).md", "---\ntitle: \($0)\n\(summary)---\n\(text)\n") }
      let material = ListMaterial(folder: files.map { ($0, Array($1.utf8)) })
      let settings = try SuggestedList.list(material, at: "posts").scaffold?.files[0].text
      return settings?.contains("\nrecord-pages: true")
    }
    #expect(try havePages("summary: In short.\n", "Text.") == true)
    #expect(try havePages("", "Text.") == false)
    #expect(try havePages("", String(repeating: "Text. ", count: 101)) == true)
  }

  @Test func `a picture is sought from the file that names it`() throws {
    let files = [("a.md", "---\ntitle: A\n---\n"), ("sub/b.md", "---\ntitle: B\nphoto: p.svg\n---\n")]
    func photo(at path: String) throws -> Bool? {
      let material = ListMaterial(
        folder: files.map { ($0, Array($1.utf8)) }, others: [(path, Array("<svg/>".utf8))])
      return try SuggestedList.list(material, at: "posts").scaffold?.files[0].text.contains("photo: {type: \"asset?\"")
    }
    #expect(try photo(at: "sub/p.svg") == true)
    #expect(try photo(at: "p.svg") == false)
  }

  @Test func `a folder is read with its documents, without hidden files and data`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cellist-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for path in ["b.md", "sub/a.md", "sub/doc.pdf", "p.svg", ".git/x.md", "c.md~", "data.csv", "folder.md/x.txt"] {
      let file = "\(folder)/\(path)"
      let parent = String(file[..<(try #require(file.lastIndex(of: "/")))])
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      #expect(FileManager.default.createFile(atPath: file, contents: Data("x".utf8)))
    }
    let material = try #require(ListMaterial(readingFrom: folder))
    #expect(material.files.map(\.path) == ["b.md", "sub/a.md"])
    #expect(material.others.map(\.path) == ["folder.md/x.txt", "p.svg", "sub/doc.pdf"])
    #expect(ListMaterial(readingFrom: "\(folder)/none") == nil)
    let file = try #require(ListMaterial(readingFrom: "\(folder)/data.csv"))
    #expect(file.files.map(\.path) == ["data.csv"] && file.neighbour("p.svg") == Array("x".utf8))
    #expect(file.neighbour("none.svg") == nil)
  }
}
