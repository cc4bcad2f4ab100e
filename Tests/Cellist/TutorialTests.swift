import CellistCommands
import CellistTestSupport
import Foundation
import Testing

@testable import Cellist
@testable import Lighthouses

/// The code about Swift sites in the documentation compiles, and its tutorial ends with a site that is built.
@Suite struct TutorialTests {
  private static let folder = "\(Catalogue.folder)/Tutorials"
  private static let site = "\(folder)/Lighthouses"

  /// The files of the package as they are after each step that changes one, and the name of that one.
  private static func stages() throws -> [(changed: String, files: [String: String])] {
    let tutorial = try Catalogue.text("Tutorials/Lighthouses-Tutorial.tutorial")
    var files: [String: String] = [:]
    return tutorial.matches(of: /@Code\(name: "([^"]+)", file: "([^"]+)"/).map { match in
      let (name, file) = (String(match.1), String(match.2))
      files[name] =
        FileManager.default.fileExists(atPath: "\(folder)/Steps/\(file)")
        ? "\(folder)/Steps/\(file)" : "\(site)/\(name)"
      return (name, files)
    }
  }

  /// The site as its files are after the step that shows one of the catalogue's.
  private static func site(after file: String, lists: Lists, _ edit: (inout String) -> Void = { _ in }) throws
    -> TestSite
  {
    let stage = try #require(try stages().first { $0.files[$0.changed]?.fileName == file })
    var files: [String: String] = [:]
    for (name, path) in stage.files where name.hasPrefix("content/") || name.hasPrefix("themes/") {
      files[name] = try String(contentsOfFile: path, encoding: .utf8)
    }
    edit(&files["content/lighthouses/lighthouses.csv", default: ""])
    var site = TestSite(files)
    site.options.lists = lists.all
    return site
  }

  private static let declared = List("lighthouses", of: Lighthouse.self)

  @Test func `the last step leaves the package as it is here`() throws {
    let last = try #require(try Self.stages().last?.files)
    let names = last.keys.filter { $0 != "Terminal" }.sorted()
    #expect(names.map { last[$0] } == names.map { "\(Self.site)/\($0)" })
    let there = try #require(FileManager.default.enumerator(atPath: Self.site)).compactMap { $0 as? String }
    #expect(there.filter { !$0.fileExtension.isEmpty }.sorted() == names)
  }

  @Test func `each step compiles`() throws {
    for stage in try Self.stages() where stage.changed.hasPrefix("Sources/") {
      let sources = stage.files.filter { $0.key.hasPrefix("Sources/") }.values.sorted()
      let errors = try Compiler.complaints(sources + ["-parse-as-library"])
      #expect(errors == "", "\(stage.files[stage.changed] ?? "")")
    }
  }

  @Test func `the last step is a site`() throws {
    let site = try Self.site(after: "site.yml", lists: Lighthouses().lists)
    #expect(site.diagnostics() == "")
    let page = try #require(site.render()["lighthouses/index.html"])
    let headings = page.matches(of: /<h[23][^>]*>(.*?)<\/h[23]>/).map { $0.1.replacing(/<.*?>/, with: "") }
    #expect(
      headings == [
        "Atlantic 3", "Île Vierge", "Cordouan", "Fastnet", "North Sea 2", "Westerheversand", "Bell Rock",
        "Mediterranean 2", "Lanterna", "Savudrija",
      ])
    #expect(page.contains("<p><strong>82 m</strong>: who stands on top sees 32 km far.</p>"))
    #expect(page.contains("<p>First lit in 1904, horizon 26 km away</p>"))
    #expect(page.contains("<p>First lit in 1818</p>"))
  }

  /// `CELLIST_RECORD=1` writes what is quoted anew.
  @Test func `what the tutorial quotes is what the program says`() throws {
    let built = try Self.site(after: "Lighthouses-1.swift", lists: .of(Self.declared))
    #expect(try Catalogue.text("Tutorials/Steps/built.txt").contains("\(built.render().count) files"))
    let misspelt = try Self.site(after: "Lighthouses-1.swift", lists: .of(Self.declared)) { table in
      table.replace("Bell Rock,North", with: "Bell Rock,Nort")
    }
    try Catalogue.expect(
      "$ swift run Lighthouses build\n\(misspelt.diagnostics())1 error; nothing was written\n",
      in: "Sources/Cellist/Cellist.docc/Tutorials/Steps/mistake.txt")
    let decorated = List(
      "lighthouses", LighthouseDecorator(), file: "Sources/Lighthouses.swift", line: 6)
    let untold = try Self.site(after: "LighthouseCells.swift", lists: .of(decorated))
    try Catalogue.expect(
      "$ swift run Lighthouses check\n\(untold.diagnostics())1 error\n",
      in: "Sources/Cellist/Cellist.docc/Tutorials/Steps/missing.txt")
  }

  @Test(arguments: ["Cellist", "SwiftSites", "CellsAndTemplates", "ListsAndTables", "../../../README"])
  func `the code of articles compiles`(article: String) throws {
    let code = try Catalogue.text("\(article).md").split(separator: "\n```").filter { $0.hasPrefix("swift\n") }
    #expect(!code.isEmpty)
    let text = code.map { $0.dropFirst("swift\n".count) }.joined(separator: "\n\n")
    let folder = try TemporaryFolder()
    let name = text.contains("@main") ? "article.swift" : "main.swift"
    try folder.write(text, to: name)
    let library = text.contains("@main") ? ["-parse-as-library"] : []
    #expect(try Compiler.complaints([folder.place(name)] + library) == "")
  }
}
