import CellistTestSupport
import Testing

@testable import CellistBuilding

/// The pages of what commits changed.
extension HistoryTests {
  @Test(arguments: [false, true])
  func `pages of changes lead to the records that there are`(isKept: Bool) throws {
    // Without a host there is no map of the site, which would have all planned anew.
    let (site, _, _) = try Self.committed([
      "content/site.yml": "title: T\n",
      "content/a/list.yml": "record: {name: text, year: \"integer?\"}\nrecord-pages: true\nhistory: true\n",
    ])
    if isKept { site.keep() }
    _ = try site.build()
    #expect(site.text("a/changes/index.html")?.contains("href=\"/a/y/\"") == true)
    try site.remove("content/a/y.md")
    #expect(try site.problems().found.isEmpty)
    #expect(site.text("a/changes/index.html")?.contains("href=\"/a/y/\"") == false)
  }

  @Test func `the changes of a record follow from all commits, and not from the date of the last one`() throws {
    var (site, repository, _) = try Self.committed([
      "content/a/list.yml": "record: {name: text, year: \"integer?\"}\nrecord-pages: true\nhistory: true\n"
    ])
    func change(to years: [Int]) throws {
      for year in years {
        try site.write("---\nname: X\nyear: \(year)\n---\n", to: "content/a/x.md")
        try repository.commit("site")
      }
    }
    try change(to: [1, 2])
    _ = try site.build()
    #expect(site.text("a/x/index.html")?.contains("<del>1</del> <ins>2</ins>") == true)
    // Other commits of the same times end in the same.
    try repository.git("reset", "-q", "--soft", "HEAD~2")
    repository.goBack(2)
    try change(to: [5, 2])
    _ = try site.build()
    #expect(site.text("a/x/index.html")?.contains("<del>5</del> <ins>2</ins>") == true)
    #expect(try site.differencesToCleanBuild().isEmpty)
  }

  @Test func `hidden fields and long texts are in no change, and old changes have no page`() throws {
    var (site, repository, _) = try Self.committed([
      "content/a/list.yml": """
      record: {name: text, year: "integer?", note: "text?", secret: {type: "text?", shown: false}}
      record-pages: true
      history: {since: 1d}

      """
    ])
    func change(_ text: String, after days: Int) throws {
      repository.goBack(-days * 1440)
      try site.write("---\nname: X\n\(text)\n---\n", to: "content/a/x.md")
      try repository.commit("site")
    }
    try change("secret: S1", after: 3)
    try change("secret: S2\nyear: 1", after: 3)
    try change("secret: S3\nyear: 2\nnote: \(String(repeating: "long ", count: 60))", after: 3)
    #expect(try Self.messages(site).isEmpty)
    let page = try #require(site.text("a/changes/index.html"))
    #expect(page.contains("<del>1</del> <ins>2</ins>") && page.contains("note</span> changed"))
    #expect(page.components(separatedBy: "<h2>").count == 2 && !page.contains("S3") && !page.contains("secret"))
    let record = try #require(site.text("a/x/index.html"))
    #expect(record.components(separatedBy: "class=\"when\"").count == 4)
  }

  @Test func `nothing of what is not published is in the changes`() throws {
    var (site, repository, _) = try Self.committed([
      "content/a/list.yml": """
      record: {name: text, public: {type: boolean, default: true, shown: false}}
      record-pages: true
      where: {public: true}
      history: true

      """,
      "content/a/x.md": "---\nname: X\npublic: false\n---\n", "content/a/y.md": "---\nname: Y\ndraft: true\n---\n",
      "content/a/z.md": "---\nname: Z\npublish: 2030-01-01\n---\n", "content/a/w.md": "---\nname: W\n---\n",
    ])
    func changes() throws -> [String] {
      #expect(try site.problems().found.isEmpty)
      return (site.text("a/changes/feed.xml") ?? "").components(separatedBy: "<entry>\n<title>").dropFirst().map {
        String($0.prefix { $0 != "<" })
      }
    }
    #expect(try changes() == ["W: added"])
    try site.write("---\nname: X2\npublic: false\n---\n", to: "content/a/x.md")
    try site.write("---\nname: Y2\ndraft: true\n---\n", to: "content/a/y.md")
    try site.write("---\nname: W2\npublic: false\n---\n", to: "content/a/w.md")
    try repository.commit("site")
    #expect(try changes() == ["W: removed", "W: added"])
    try site.write("---\nname: X2\n---\n", to: "content/a/x.md")
    try site.write("---\nname: Y2\n---\n", to: "content/a/y.md")
    try repository.commit("site")
    #expect(try changes() == ["X2: added", "Y2: added", "W: removed", "W: added"])
  }

  @Test func `translations come and go as edits do`() throws {
    var (site, repository, first) = try Self.committed([
      "content/site.yml": "title: T\nbase: https://example.org/\nlanguages: [en, de]\n",
      "content/a/list.yml": """
      record: {name: {type: text, localized: true}, year: "integer?"}
      record-pages: true
      history: true
      exports: [json]

      """,
    ])
    _ = try site.build()
    try site.write("---\nname: Ix\n---\n", to: "content/a/x.de.md")
    let second = try repository.commit("site")
    #expect(try site.problems().found.isEmpty)
    #expect(Self.dates(site) == [Self.iso(first), Self.iso(first)])
    #expect(site.text("de/a/changes/index.html")?.contains("<del>X</del> <ins>Ix</ins>") == true)
    #expect(site.text("de/a/index.json")?.contains(Self.iso(second)) == true)
    try site.remove("content/a/x.de.md")
    try repository.commit("site")
    #expect(try site.problems().found.isEmpty)
    try site.remove("content/a/x.md")
    try repository.commit("site")
    #expect(try site.problems().found.isEmpty)
    #expect(site.text("de/a/changes/index.html")?.contains("entfernt") == true)
  }

  @Test func `a record that gets another name keeps its changes, and an id that is shown is a value`() throws {
    var (site, repository, first) = try Self.committed([
      "content/a/list.yml": """
      record: {name: text, year: "integer?"}
      id: name
      sources: [all.csv]
      record-pages: true
      history: true
      exports: [json]

      """,
      "content/a/all.csv": "name,year\nX,1\n",
    ])
    try site.write("name,year\nX two,1\n", to: "content/a/all.csv")
    let second = try repository.commit("site")
    #expect(try site.problems().found.isEmpty)
    #expect(Self.dates(site) == [Self.iso(second)])
    let page = try #require(site.text("a/x-two/index.html"))
    #expect(page.contains("<del>X</del> <ins>X two</ins>") && page.contains(String(Self.iso(first).prefix(10))))
  }
}
