import CellistBuilding
import CellistCommands
import CellistFormats
import CellistOutput
import CellistRecords
import CellistSettings
import CellistTestSupport
import CellistThemes
import Foundation
import Testing

@testable import CellistScaffolding

/// The first files of new sites, lists, pages and themes.
@Suite struct ScaffoldTests {
  private func files(_ scaffolds: Scaffold...) -> [String: String] {
    Dictionary(scaffolds.flatMap(\.files).map { ($0.path, $0.text) }) { _, last in last }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cellist-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func `a new site is built without a complaint`() {
    let site = TestSite(files(.site(title: "Shelf")))
    #expect(site.diagnostics() == "")
    #expect(
      site.render().keys.filter { $0.hasSuffix("html") }.sorted() == ["404.html", "books/index.html", "index.html"])
    #expect(site.render()["index.html"]?.contains("<title>Shelf</title>") == true)
  }

  @Test(arguments: Starter.allCases)
  func `a site to start from has lists, pages and pictures without a complaint`(starter: Starter) throws {
    let scaffold = Scaffold.site(title: "Our: site", like: starter)
    let site = TestSite(files(scaffold))
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(pages["index.html"]?.contains("<title>Our: site</title>") == true)
    #expect(pages.values.contains { $0.contains("TITLE") } == false)
    // Each list is shown somewhere, and has a page.
    let lists = scaffold.files.map(\.path).filter { $0.hasSuffix("/list.yml") }
    #expect(lists.count >= 3)
    for list in lists {
      #expect(pages["\(list.dropFirst("content/".count).dropLast("list.yml".count))index.html"] != nil)
    }
    let pictures = scaffold.files.filter { $0.path.hasSuffix(".svg") }
    #expect(pictures.isEmpty == (starter == .data))
    #expect(Set(pictures.map(\.text)).count == pictures.count)
    #expect(
      Scaffold.site(title: "Other", like: starter).files.filter { $0.path.hasSuffix(".svg") }.map(\.text)
        == pictures.map(\.text))
  }

  @Test(arguments: Pipeline.allCases)
  func `a new site has the files of its pipeline`(pipeline: Pipeline) throws {
    let release = ProgramRelease(
      at: nil, repository: "https://example.org/cellist", version: "1.2.3", machine: "x86_64", sha256: "0123abc")
    let site = TestSite(files(.site(title: "Shelf", (pipeline, release))))
    #expect(site.diagnostics() == "")
    for (path, text) in pipeline.files(release) where path.hasSuffix(".yml") {
      var diagnostics = Diagnostics()
      let node = try #require(YAMLReader.read(text, file: path, &diagnostics))
      #expect(diagnostics.all.isEmpty, "\(path)")
      // No line of a workflow runs what a stranger may write: it comes in as a variable.
      #expect(!text.split(separator: "\n").contains { $0.contains("run:") && $0.contains("${{") }, "\(path)")
      #expect(node.entries?.isEmpty == false)
      // Every part that files share is in its place, and what is run is named by commit and digest.
      #expect(text.firstMatch(of: /@[A-Z0-9]+@/) == nil, "\(path)")
      for line in text.split(separator: "\n") where line.contains("uses:") {
        #expect(line.firstMatch(of: /@[0-9a-f]{40} # v[0-9.]+$/) != nil, "\(line)")
      }
      #expect(!text.contains("OWNER/"), "\(path)")
      guard path != ".github/workflows/comment.yml" else { continue }
      #expect(text.contains("CELLIST_RELEASE: \"https://example.org/cellist/releases/download/v1.2.3\"\n"), "\(path)")
      #expect(text.contains("CELLIST_NAME: \"cellist-1.2.3-linux-x86_64\"\n"), "\(path)")
      #expect(text.contains("CELLIST_SHA256: \"0123abc\"\n"), "\(path)")
    }
    #expect(
      pipeline.files(release).contains { $0.text.contains("cellist publish") || $0.text.contains("cellist build") })
  }

  @Test func `a program of no release leaves a placeholder, and says so`() throws {
    let release = ProgramRelease(at: nil, repository: "", version: "1.2.3", machine: "aarch64", sha256: "0123abc")
    let text = try #require(Pipeline.github.files(release).first).text
    #expect(text.contains("# A placeholder: the program that wrote this belongs to no release."))
    #expect(text.contains("https://github.com/OWNER/cellist/releases/download/v1.2.3"))
    #expect(text.contains("runs-on: ubuntu-24.04-arm"))
    let own = ProgramRelease(at: "http://127.0.0.1:1/x/", repository: "", version: "1", machine: "m", sha256: "0")
    #expect(own.address == "http://127.0.0.1:1/x" && own.isKnown)
  }

  @Test(arguments: ["A: \"b\"", "C\\d #1", "\"\u{301}", "- x", "yes", "é\n\t", "{}"])
  func `a title of any characters is the title of the site`(title: String) {
    let site = TestSite(files(.site(title: title)))
    #expect(site.diagnostics() == "")
    let settings = site.builder.lists()
    #expect(settings.lists.map(\.title) == ["Books"])
    let list = TestSite(files(.site(title: "Shelf"), .list("x", title: title)))
    #expect(list.diagnostics() == "")
    #expect(list.builder.lists().lists.map(\.title) == ["Books", title])
  }

  @Test(arguments: ["films", "a/b/c", "My Films", "日本", "index", "x.md", "a.b", "books/old"])
  func `a new list joins the site`(name: String) {
    let site = TestSite(files(.site(title: "Shelf"), .list(name, title: "Films")))
    #expect(site.diagnostics() == "")
    #expect(site.render().values.contains { $0.contains("Replace these rows by your own; <em>Markdown</em>") })
    #expect(site.builder.lists().lists.map(\.folder.path).sorted() == ["books", name].sorted())
  }

  @Test(arguments: ["about", "about/us", "日本", "a.b"])
  func `a new page is one of the site`(name: String) {
    let site = TestSite(files(.site(title: "Shelf"), .page(name, title: "A: \"b\"")))
    #expect(site.diagnostics() == "")
    #expect(site.render().values.contains { $0.contains("<title>A: &quot;b&quot; – Shelf</title>") })
  }

  @Test func `where one file cannot be written, none stays`() throws {
    try withFolder { folder in
      try Scaffold.site(title: "Shelf").write(to: folder)
      let long = String(repeating: "n", count: 300)
      let scaffold = Scaffold(files: [("content/a.md", "A"), ("content/\(long).md", "B")])
      #expect(throws: OutputFolder.Failure.self) { try scaffold.write(to: folder) }
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/content/a.md"))
    }
  }

  @Test(arguments: ["mine", "My theme", "default"])
  func `a new theme is used by the site that names it`(name: String) {
    var all = files(.site(title: "Shelf"), .theme(name))
    all["content/site.yml"]?.append("theme: \(name)\n")
    let site = TestSite(all)
    #expect(site.diagnostics() == "")
    #expect(site.render()["books/index.html"]?.contains("data-accent=\"moss\"") == true)
    all["themes/\(name)/cells/cell.mustache"] = "<li id=\"{{@record.anchor}}\">my {{title}}</li>"
    #expect(TestSite(all).render()["books/index.html"]?.contains("<li id=\"flatland\">my Flatland</li>") == true)
  }

  @Test func `what is written to a folder can be built there`() throws {
    try withFolder { folder in
      try Scaffold.site(title: "Shelf").write(to: "\(folder)/sites/shelf")
      try Scaffold.list("films", title: "Films").write(to: "\(folder)/sites/shelf")
      try Scaffold.theme("mine").write(to: "\(folder)/sites/shelf")
      let outcome = SiteBuilder(.disk("\(folder)/sites/shelf"), BuildOptions(now: 0)).check()
      #expect(DiagnosticPrinter(format: .text).text(of: outcome.diagnostics) == "")
      #expect(outcome.lists == 2)
      #expect(outcome.records == 6)
    }
  }

  @Test func `what is there already is not overwritten, and nothing else is written`() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(atPath: "\(folder)/content/films", withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(filePath: "\(folder)/content/films/films.csv"))
      #expect(throws: OutputFolder.Failure.foreign("\(folder)/content/films/films.csv")) {
        try Scaffold.list("films", title: "Films").write(to: folder)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/content/films") == ["films.csv"])
      #expect(try String(contentsOfFile: "\(folder)/content/films/films.csv", encoding: .utf8) == "mine")
      try Scaffold.list("books", title: "Books").write(to: folder)
      #expect(throws: OutputFolder.Failure.foreign("\(folder)/content/books/list.yml")) {
        try Scaffold.site(title: "Shelf").write(to: folder)
      }
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/content/site.yml"))
    }
  }

  @Test func `a folder that cannot be made is a failure of output`() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: "\(folder)/content"))
      #expect(throws: OutputFolder.Failure.self) { try Scaffold.site(title: "Shelf").write(to: folder) }
    }
  }

  @Test func `a file of the default theme becomes one of the site's`() throws {
    #expect(Scaffold.ejected("views/tabel", into: "mine") == nil)
    for (path, bytes) in DefaultTheme.files {
      let ejected = try #require(Scaffold.ejected(path, into: "mine"))
      #expect(ejected.files.map(\.path) == ["themes/mine/\(path)"])
      #expect(ejected.files.map { Array($0.text.utf8) } == [bytes])
    }
    var all = files(.site(title: "Shelf"))
    let before = TestSite(all).render()["books/index.html"]
    all["content/site.yml"]?.append("theme: mine\n")
    all["themes/mine/theme.yml"] = "extends: default\n"
    for name in ["sections/section", "cells/rows-cell", "parts/layout"] {
      for file in try #require(Scaffold.ejected(name, into: "mine")).files { all[file.path] = file.text }
    }
    #expect(TestSite(all).diagnostics() == "")
    #expect(TestSite(all).render()["books/index.html"] == before)
  }
}
