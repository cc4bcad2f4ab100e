import CellistBase
import CellistTestSupport
import Foundation
import Testing

@testable import CellistBuilding

/// Records that are renamed, moved to other lists and removed, each change published: what is told of lost addresses is
/// enough to keep them all.
@Suite struct MovedAddressTests {
  private final class Site {
    let built: BuiltSite
    let lists = ["a", "b", "c"]
    /// The records of each list.
    var ids: [String: [String]] = ["a": [], "b": [], "c": []]
    /// All addresses that there ever were.
    var addresses: Set<String> = []
    /// The pages at the target.
    private var published: Set<String> = []
    private var count = 0

    init() throws {
      built = try BuiltSite(["content/site.yml": "title: T\ngone: [/never/]\nredirects:\n  /first/: a\n"])
      for list in lists {
        try built.write(
          "record: {title: text, year: integer, place: text, note: text?}\nrecord-pages: true\n",
          to: "content/\(list)/list.yml")
        for _ in 0..<8 { try add(to: list) }
      }
    }

    func newID() -> String {
      count += 1
      return "r\(count)"
    }

    func add(to list: String) throws {
      let id = newID()
      ids[list]?.append(id)
      let text =
        "---\ntitle: Title of \(id)\nyear: \(1800 + count % 7)\nplace: Place \(count % 3)\nnote: Note \(id)\n---\n"
      try built.write(text, to: "content/\(list)/\(id).md")
    }

    private var settings: String { built.folder.read("site/content/site.yml") ?? "" }

    /// Moves a file by hand, as somebody does who then corrects the redirects that led to its page.
    func move(_ old: (list: String, id: String), to new: (list: String, id: String), year: Int? = nil) throws {
      var text = try #require(built.folder.read("site/content/\(old.list)/\(old.id).md"))
      if let year { text = text.replacing(/year: \d+/, with: "year: \(year)") }
      try built.remove("content/\(old.list)/\(old.id).md")
      try built.write(text, to: "content/\(new.list)/\(new.id).md")
      ids[old.list]?.removeAll { $0 == old.id }
      ids[new.list]?.append(new.id)
      // Where a page is again, nothing leads away from it.
      let lines = settings.split(separator: "\n", omittingEmptySubsequences: false)
      let kept = lines.filter { !$0.hasPrefix("  /\(new.list)/\(new.id)/:") }.joined(separator: "\n")
      try built.write(
        kept.replacing(": \(old.list)/\(old.id)/\n", with: ": \(new.list)/\(new.id)/\n"), to: "content/site.yml")
    }

    /// Renames a record by the program.
    func rename(_ id: String, in list: String, to new: String) throws {
      for file in try built.builder.renaming(id, in: list, to: new).files {
        if let bytes = file.new {
          try built.write(String(decoding: bytes, as: UTF8.self), to: file.path)
        } else {
          try built.remove(file.path)
        }
      }
      ids[list]?.removeAll { $0 == id }
      ids[list]?.append(new)
    }

    /// Removes a record; the addresses that led to it are gone with it.
    func remove(_ id: String, from list: String) throws {
      try built.remove("content/\(list)/\(id).md")
      ids[list]?.removeAll { $0 == id }
      let lines = settings.split(separator: "\n", omittingEmptySubsequences: false)
      let leading = lines.filter { $0.hasSuffix(": \(list)/\(id)/") }
      let rest = lines.filter { !leading.contains($0) }.joined(separator: "\n")
      let gone = leading.map { String($0.trimmingPrefix("  ").prefix { $0 != ":" }) }
      try built.write(Self.adding(gone, to: rest), to: "content/site.yml")
    }

    private static func adding(_ gone: [String], to settings: String) -> String {
      settings.replacing("gone: [", with: "gone: [\(gone.map { "\($0), " }.joined())")
    }

    /// Builds, and adds what is told of lost addresses to the settings.
    ///
    /// - Returns: the addresses that were lost, with where each leads.
    func publish() throws -> [String: String?] {
      let outcome = try built.build()
      #expect(outcome.diagnostics.map(\.message) == [])
      let memory = try #require(outcome.memory)
      let pages = Set(memory.manifest.entries.lazy.map(\.path).filter { $0.hasSuffix(".html") })
      let gonePages = published.subtracting(pages).sorted()
      let known = built.builder.lost(
        gonePages, since: memory, in: built.destination, new: pages.subtracting(published))
      // Of those that builds took away, the target never had some.
      let lost = gonePages.compactMap { known[$0] }
      #expect(lost.count == gonePages.count)
      published = pages
      guard !lost.isEmpty else { return [:] }
      let redirects = lost.compactMap { one in one.to.map { "  \(one.from): \($0)\n" } }.sorted().joined()
      let gone = lost.filter { $0.to == nil }.map(\.from).sorted()
      try built.write(Self.adding(gone, to: settings) + redirects, to: "content/site.yml")
      #expect(try built.build().diagnostics.map(\.message) == [])
      published.formUnion(lost.map { PagePath.page(in: String($0.from.dropFirst())) })
      return Dictionary(lost.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    }

    /// Follows each address that there ever was.
    func crawl() throws {
      let files = built.output().filter { $0.key.hasSuffix(".html") }
      addresses.formUnion(files.keys)
      for address in addresses {
        let html = String(decoding: try #require(files[address], "\(address) is lost"), as: UTF8.self)
        guard let target = html.firstMatch(of: /http-equiv="?refresh"?[^>]*url=([^">]+)/)?.1 else { continue }
        let place = PagePath.page(in: String(target.trimmingPrefix("/")))
        let there = String(decoding: try #require(files[place], "\(address) leads to \(place)"), as: UTF8.self)
        #expect(!there.contains("http-equiv"), "\(address) leads to \(place), which leads on")
      }
    }
  }

  @Test func `no address is lost by renames, moves and removals`() throws {
    let count = Int(ProcessInfo.processInfo.environment["CELLIST_RENAMES"] ?? "") ?? 40
    var random = SeededGenerator(seed: 3)
    let site = try Site()
    #expect(try site.publish().isEmpty)
    for step in 0..<count {
      let list = random.pick(site.lists.filter { site.ids[$0]?.isEmpty == false })
      let id = random.pick(site.ids[list] ?? [])
      let other = random.pick(site.lists.filter { $0 != list })
      let new = site.newID()
      var expected: [String: String?] = [:]
      // Some of what is published took several builds.
      func build() throws { if Bool.random(using: &random) { _ = try site.built.build() } }
      switch Int.random(in: 0..<7, using: &random) {
      case 0: try site.rename(id, in: list, to: new)
      case 1:
        try site.move((list, id), to: (list, new))
        expected = ["/\(list)/\(id)/": "\(list)/\(new)/"]
      case 2:
        try site.move((list, id), to: (other, id))
        expected = ["/\(list)/\(id)/": "\(other)/\(id)/"]
      case 3:
        try site.move((list, id), to: (list, new), year: 1900 + step)
        expected = ["/\(list)/\(id)/": "\(list)/\(new)/"]
      case 4:
        try site.remove(id, from: list)
        expected = ["/\(list)/\(id)/": nil]
      case 5:
        // There in between, under a name that was never published.
        try site.move((list, id), to: (list, site.newID()))
        try build()
        try site.move((list, site.ids[list]?.last ?? ""), to: (list, new))
        try build()
        expected = ["/\(list)/\(id)/": "\(list)/\(new)/"]
      default: try site.add(to: list)
      }
      let told = try site.publish()
      #expect(told == expected, "in step \(step)")
      if step % 20 == 19 || step == count - 1 { try site.crawl() }
    }
  }

  @Test func `the address of a page that is a file is kept, too`() throws {
    let built = try BuiltSite([
      "content/site.yml": "title: T\n",
      "content/n/list.yml": "record: {title: text, note: text}\nrecord-pages: true\npermalink: \"p/{slug}.html\"\n",
      "content/n/n.yml": "- {id: alan, title: A, note: some text}\n- {id: b, title: B, note: c}\n",
    ])
    #expect(try built.build().diagnostics.map(\.message) == [])
    try built.write("- {id: turing, title: A, note: some text}\n- {id: b, title: B, note: c}\n", to: "content/n/n.yml")
    let memory = try #require(try built.build().memory)
    let lost = built.builder.lost(
      ["n/p/alan.html"], since: memory, in: built.destination, new: ["n/p/turing.html"])
    #expect(lost["n/p/alan.html"]?.to == "n/p/turing.html")
  }

  @Test func `a record that comes back to where it was is found there`() throws {
    let site = try Site()
    #expect(try site.publish().isEmpty)
    for (old, new) in [(("a", "r1"), ("b", "r1")), (("b", "r1"), ("b", "x"))] {
      try site.move(old, to: new)
      #expect(try site.publish() == ["/\(old.0)/\(old.1)/": "\(new.0)/\(new.1)/"])
      try site.move(new, to: old)
      #expect(try site.publish() == ["/\(new.0)/\(new.1)/": "\(old.0)/\(old.1)/"])
      try site.move(old, to: new)
      #expect(try site.publish() == ["/\(old.0)/\(old.1)/": "\(new.0)/\(new.1)/"])
    }
    try site.crawl()
  }

  @Test func `what a record was when it was published decides, and not what builds saw since`() throws {
    let site = try Site()
    #expect(try site.publish().isEmpty)
    // Another record under the new name of one.
    try site.move(("a", "r1"), to: ("a", "x1"))
    _ = try site.built.build()
    try site.built.write("---\ntitle: Other\nyear: 1\nplace: Else\n---\n", to: "content/a/x1.md")
    // A copy, and then the original is removed.
    let text = try #require(site.built.folder.read("site/content/b/r9.md"))
    try site.built.write(text, to: "content/b/x9.md")
    _ = try site.built.build()
    try site.built.remove("content/b/r9.md")
    _ = try site.built.build()
    #expect(try site.publish() == ["/a/r1/": nil, "/b/r9/": "b/x9/"])
  }
}
