import CellistTestSupport
import Testing

/// The map of a site's pages for search engines.
@Suite struct SiteMapTests {
  private static func site(_ names: [String]) -> TestSite {
    TestSite([
      "content/site.yml": "title: Test\nbase: https://example.org/base/\nrobots: allow\n",
      "content/items/list.yml":
        "record: {name: text}\nid: name\nsources: [{file: all.csv}]\npages: {size: 500}\nrecord-pages: true\n",
      "content/items/all.csv": "name\n" + names.map { "\($0)\n" }.joined(),
    ])
  }

  private static func maps(_ names: [String]) -> [String: String] {
    site(names).render().filter { $0.key.hasPrefix("sitemap") }
  }

  private static func places(in map: String) -> [String] {
    map.split(separator: "<loc>").dropFirst().map { String($0.prefix { $0 != "<" }) }
  }

  @Test func `a site of few pages has one map`() {
    let maps = Self.maps((0..<900).map { "r\($0)" })
    #expect(maps.keys.sorted() == ["sitemap.xml"])
    let places = maps.values.flatMap(Self.places)
    #expect(places.contains("https://example.org/base/items/r7/") && places == places.sorted())
  }

  @Test func `the map of many pages is an index, and each page is in one shard`() throws {
    let maps = Self.maps((0..<3000).map { "r\($0)" })
    let index = try #require(maps["sitemap.xml"])
    #expect(index.contains("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n<sitemap><loc>"))
    let shards = maps.filter { $0.key != "sitemap.xml" }
    #expect(Set(Self.places(in: index)) == Set(shards.keys.map { "https://example.org/base/\($0)" }))
    #expect(shards.count > 3 && shards.values.allSatisfy { (1...1000).contains(Self.places(in: $0).count) })
    let places = shards.values.flatMap(Self.places)
    // The records, six pages of the list, and the home page.
    #expect(places.count == 3007 && Set(places).count == 3007)
  }

  @Test func `a page says when its record was changed, where the list knows`() throws {
    let site = TestSite([
      "content/site.yml": "title: Test\nbase: https://example.org/\n",
      "content/items/list.yml": """
      record: {name: text, day: date, changed: "datetime?"}
      id: name
      record-pages: true
      feed: {date: day, updated: changed}

      """,
      "content/items/all.csv": "name,day,changed\na,2024-01-02,2024-03-04T05:06:07Z\nb,2024-01-03,\n",
    ])
    #expect(site.diagnostics() == "")
    let map = try #require(site.render()["sitemap.xml"])
    #expect(
      map.split(separator: "\n").filter { $0.hasPrefix("<url>") } == [
        "<url><loc>https://example.org/</loc></url>",
        "<url><loc>https://example.org/items/</loc></url>",
        "<url><loc>https://example.org/items/a/</loc><lastmod>2024-03-04T05:06:07Z</lastmod></url>",
        "<url><loc>https://example.org/items/b/</loc><lastmod>2024-01-03</lastmod></url>",
      ])
  }

  /// The shards of the last plan are changed, and equal those that are made anew.
  @Test func `the map of a kept site follows pages that come and go`() throws {
    var names = (0..<1100).map { "r\($0)" }
    func rows() -> String { "id\n" + names.map { "\($0)\n" }.joined() }
    let site = try BuiltSite([
      "content/site.yml": "title: T\nbase: https://example.org/\n",
      "content/items/list.yml": "record: {id: text}\nid: id\nrecord-pages: true\npages: 100\n",
      "content/items/rows.csv": rows(),
    ])
    site.keep()
    #expect(try !site.build().hasErrors)
    names.remove(at: 500)
    names.append("new")
    try site.write(rows(), to: "content/items/rows.csv")
    let shards = try site.changes().filter { $0.contains("sitemap") }
    #expect((1...2).contains(shards.count) && shards.allSatisfy { $0.hasPrefix("~") }, "\(shards)")
    #expect(try site.differencesToCleanBuild() == [])
    // So few are left that the shards are joined, and then so many come that they are divided again.
    let gone = names.suffix(150)
    names.removeLast(150)
    try site.write(rows(), to: "content/items/rows.csv")
    #expect(try site.changes().contains { $0.hasPrefix("- sitemap") })
    #expect(try site.differencesToCleanBuild() == [])
    names += gone
    try site.write(rows(), to: "content/items/rows.csv")
    #expect(try site.changes().contains { $0.hasPrefix("+ sitemap") })
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test func `a page that comes or goes changes one shard`() {
    var names = (0..<2900).map { "r\($0)" }
    var known = Self.maps(names)
    for number in 0..<12 {
      if number % 2 == 0 { names.insert("new\(number)", at: number * 190) } else { names.remove(at: number * 150) }
      let maps = Self.maps(names)
      #expect(maps.count { known[$0.key] != $0.value } == 1)
      #expect(Set(maps.keys) == Set(known.keys))
      known = maps
    }
  }
}
