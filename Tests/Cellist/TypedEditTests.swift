import CellistBase
import CellistBuilding
import CellistOutput
import CellistSettings
import CellistTestSupport
import Foundation
import Testing

@testable import Cellist

/// A site that is declared in Swift is built again and again, and always is what a clean build makes of it.
@Suite struct TypedEditTests {
  private final class Built {
    let folder: TemporaryFolder
    let options: BuildOptions
    /// The site in memory, where one process builds it again and again.
    private let kept: KeptSite?
    private var changed: Set<Identifier> = []

    init(isKept: Bool, lists: Lists = .of(LibrarySite.authors, LibrarySite.shelves)) throws {
      options = LibrarySite.site(lists: lists).options
      folder = try TemporaryFolder(isInMemory: true)
      kept = isKept ? KeptSite(.disk(folder.place("site")), Self.destination(folder)) : nil
      let files = LibrarySite.files([
        "content/books/list.yml": "sort: title\npages: 2\nrecord-pages: true\n", "content/books/books.csv": "",
      ])
      for (path, text) in files where path != "content/books/books.csv" { try write(text, path) }
      for number in 10..<16 { try write(Self.book(number), "content/books/b\(number).md") }
    }

    static func book(_ number: Int, year: Int? = nil, price: Int = 1, author: String = "jj") -> String {
      """
      ---
      title: T\(number)
      shelf: \(number < 14 ? "prose" : "verse")
      year: \(year ?? 1900 + number)
      price: \(price)
      authors: [\(author)]
      ---
      """
    }

    private static func destination(_ folder: TemporaryFolder) -> Destination {
      Destination(output: folder.place("output"), state: folder.place("state/known.sqlite"))
    }

    func write(_ text: String, _ path: String) throws {
      changed.insert(path)
      try folder.write(text, to: "site/\(path)")
    }

    func remove(_ path: String) throws {
      changed.insert(path)
      try folder.remove("site/\(path)")
    }

    /// The files that a build writes and deletes.
    func changes() throws -> [String] {
      let builder = SiteBuilder(.disk(folder.place("site")), options)
      let outcome =
        try kept?.build(options, changed: changed) ?? builder.build(into: Self.destination(folder))
      changed = []
      #expect(!outcome.hasErrors)
      let (files, _) = builder.render()
      var tree = folder.tree("output").filter { !$0.key.hasSuffix("/") }
      for name in OutputFolder.ownNames { tree[name] = nil }
      #expect(tree == files)
      return outcome.changes.map { "\($0.kind.rawValue) \($0.path)" }
    }
  }

  @Test(arguments: [false, true]) func `an edit writes the pages that show it`(isKept: Bool) throws {
    let site = try Built(isKept: isKept)
    #expect(try site.changes().count == 13)
    #expect(try site.changes() == [])

    // No cell shows a price.
    try site.write(Built.book(12, price: 2), "content/books/b12.md")
    #expect(try site.changes() == ["updated books/b12/index.html"])
    // A cell of another kind.
    try site.write(Built.book(12, year: 1800, price: 2), "content/books/b12.md")
    #expect(try site.changes() == ["updated books/b12/index.html", "updated books/page/2/index.html"])
    // A decorator asks another list for a name.
    try site.write("id,name,born\njj,J. Joyce,1882\n", "content/authors/authors.csv")
    let all = try site.changes()
    #expect(all.contains("updated books/index.html") && all.contains("updated authors/index.html"))
    try site.write("id,name,born\njj,J. Joyce,1881\n", "content/authors/authors.csv")
    #expect(try site.changes() == [])
    // A record that goes moves all behind it.
    try site.remove("content/books/b10.md")
    #expect(try site.changes().contains("deleted books/b10/index.html"))
    #expect(try site.changes() == [])
  }

  /// The shelves with titles and figures that follow from all their books.
  private static let counted = List(
    "books",
    presenter: DataPresenter(
      header: { section, _ in
        .title("\(section.title ?? ""): \(section.items.first?.authors.first?.record?.name ?? "")")
      },
      footer: { section, _ in .figures(["sum": "\(section.items.reduce(0) { $0 + $1.year })"]) },
      decorator: ShelfDecorator()), provider: .grouped(by: \.shelf)
  ).setting("exports", ["json"])

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `any sequence of edits ends in the output of a clean build`(isKept: Bool, isCounted: Bool) throws {
    let site = try Built(
      isKept: isKept, lists: .of(LibrarySite.authors, isCounted ? Self.counted : LibrarySite.shelves))
    try site.write(
      """
      {{#@page.sections}}[{{@section.title}}]{{#@section.cells}}{{>*@cell}};{{/@section.cells}}\
      {{#@section.aggregates}}{{label}} {{value}}{{/@section.aggregates}}{{/@page.sections}}
      """, "themes/plain/pages/list.mustache")
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      let number = Int.random(in: 10..<18, using: &random)
      let path = "content/books/b\(number).md"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try? site.remove(path)
      case 1:
        let name = ["J. Joyce", "Joyce", "James"].randomElement(using: &random)!
        try site.write("id,name,born\njj,\(name),1882\nep,Pound,\n", "content/authors/authors.csv")
        continue
      case 2:
        let size = Int.random(in: 1...3, using: &random)
        try site.write(
          "sort: \(Bool.random(using: &random) ? "title" : "[-year]")\npages: \(size)\nrecord-pages: true\n",
          "content/books/list.yml")
      default:
        try site.write(
          Built.book(number, year: .random(in: 1890...1910, using: &random), price: .random(in: 1...2, using: &random)),
          path)
      }
      _ = try site.changes()
    }
  }
}
