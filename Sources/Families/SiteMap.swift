import CellistBase
import CellistFiles
import CellistPages
import CellistRecords
import CellistSettings
import CellistTemplates
import CellistText

/// The list of a site's pages for search engines, as sitemaps.org has it: for a site whose host is known.
///
/// The map of a large site is an index of shards, so that a new or removed page changes one of them.
struct SiteMap: PageFamily {
  let routes: [Route]
  var block: PageBlock? { .siteMap }
  /// The lists that say when their records were last changed.
  private let dated: [ListPlan]

  init(_ site: RoutedSite) {
    dated = site.lists.filter { list in
      list.settings.hasRecordPages
        && (list.settings.arrangement.feed?.updated != nil || list.settings.type.updatedField != nil)
    }
    routes =
      site.base.origin.isEmpty ? [] : [Route(Routes.siteMap, .data, from: SourceLocation(file: SiteFolder.settings))]
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    for route in routes {
      let pages = site.pages
      let known: Maker? = site.earlier(.siteMap)
      let shards =
        known.flatMap { Shard.all(of: pages, since: ($0.pages, $0.shards)) } ?? Shard.all(of: pages.pathsOfPages)
      let languages = site.content.settings.languages
      let all = Set(languages.isEmpty ? [] : shards.flatMap(\.pages))
      let trees = Array(zip(languages.trees.map(languages.folder), languages.all.map(\.tag)))
      let maker: any PageMaker = Maker(
        pages: pages, shards: shards, dates: dates, base: site.base, trees: trees, all: all)
      site.add(route, .made(maker, 0))
      guard shards.count > 1 else { continue }
      // Nothing links to shards, so they have no route in `routes`.
      for (index, shard) in shards.enumerated() {
        let route = Route(
          Routes.siteMap(shard.bits), .data, from: SourceLocation(file: SiteFolder.content))
        site.add(route, .made(maker, index + 1))
      }
    }
  }

  /// When records were last changed, by the paths of their pages.
  private var dates: [String: String] {
    var dates: [String: String] = [:]
    for list in dated {
      for cell in list.records {
        guard let date = cell.item.row.dates.last(where: { !$0.isAbsent }) ?? cell.item.given?.value
        else { continue }
        dates[Routes.record(cell.item.place, below: list.recordPrefix)] =
          switch date {
          case .date(let day): day.iso
          case .datetime(let moment): moment.iso
          default: nil
          }
      }
    }
    return dates
  }

  /// The pages whose paths have a fingerprint that begins with certain bits.
  struct Shard: Sendable {
    /// A shard with more pages is split. Search engines take 50,000.
    static let limit = 1000

    /// The bits, each `0` or `1`.
    let bits: String
    /// The paths of the pages below the output folder.
    fileprivate var pages: [String]

    /// The shards of a site's pages, which are few for few pages. O(n log n).
    static func all(of pages: [String]) -> [Shard] {
      let keys = parallelMap(pages.count) { key(of: pages[$0]) }
      // Numbers are less to move than texts are.
      return sharded(keys.enumerated().map { (key: $1, item: Int32(clamping: $0)) }, limit: limit).map { shard in
        Shard(bits: shard.bits, pages: shard.items.map { pages[Int($0)] })
      }
    }

    /// The same from the shards of an earlier plan, of which few change where few pages came or went; nil where a shard would
    /// have to be divided or joined with its other half.
    static func all(of pages: SitePages, since known: (pages: SitePages, shards: [Shard])) -> [Shard]? {
      let (gone, come) = pages.difference(since: known.pages) { $0.kind == .page }
      // Each is looked for in all shards.
      guard gone.count + come.count <= 256 else { return nil }
      var shards = known.shards
      var touched: Set<Int> = []
      for path in gone {
        guard let shard = shards.firstIndex(where: { $0.holds(path.text) }),
          let place = shards[shard].pages.firstIndex(where: { Identifier($0) == path })
        else { return nil }
        shards[shard].pages.remove(at: place)
        touched.insert(shard)
      }
      for path in come.map(\.text) {
        guard let shard = shards.firstIndex(where: { $0.holds(path) }) else { return nil }
        let key = key(of: path)
        let place = shards[shard].pages.firstIndex { Self.key(of: $0) > key } ?? shards[shard].pages.count
        shards[shard].pages.insert(path, at: place)
        touched.insert(shard)
      }
      let isCut = touched.allSatisfy { number in
        guard shards[number].pages.count <= limit else { return false }
        // Whether another shard is its other half, or part of that.
        let half = shards[number].bits.dropLast()
        return shards.count == 1
          || shards.lazy.filter { $0.bits.hasPrefix(half) }.map(\.pages.count).reduce(0, +) > limit
      }
      guard isCut else { return nil }
      assert(shards.map { Set($0.pages) } == all(of: pages.pathsOfPages).map { Set($0.pages) })
      return shards
    }

    private func holds(_ path: String) -> Bool {
      let key = Self.key(of: path)
      return bits.utf8.enumerated().allSatisfy { (key >> UInt64(63 - $0) & 1 == 1) == ($1 == UInt8(ascii: "1")) }
    }

    private static func key(of path: String) -> UInt64 {
      var path = path
      return path.withUTF8 { UnsafeRawBufferPointer($0).fingerprint }
    }
  }

  /// Makes the map, which is the index where there are several shards, followed by the shards.
  private struct Maker: PageMaker {
    /// The pages that were planned before it.
    fileprivate let pages: SitePages
    fileprivate let shards: [Shard]
    fileprivate let dates: [String: String]
    fileprivate let base: SiteBase
    /// The folders of the pages of each language, with its tag; none where the site has one language.
    fileprivate let trees: [(String, String)]
    /// All pages of a site in several languages.
    fileprivate let all: Set<String>

    /// The addresses of a page in all languages that have it, with their tags; none where no other has it.
    private func alternates(of path: String) -> [(tag: String, url: String)] {
      guard !trees.isEmpty else { return [] }
      let first = String(path.prefix { $0 != "/" })
      let isBelow = first != path && trees.contains { $0.0 == first }
      // Pages in one language are in the folder of none.
      guard isBelow || trees.contains(where: \.0.isEmpty) else { return [] }
      let own = isBelow ? path.below(first) : path
      let found = trees.map { (joined($0.0, own), $0.1) }.filter { all.contains($0.0) }
      guard found.count > 1 else { return [] }
      return found.map { ($1, base.canonical(base.url(of: PagePath.address(of: $0)))) }
    }

    func isAlike(_ earlier: any PageMaker) -> Bool {
      guard let earlier = earlier as? Maker else { return false }
      return base.text == earlier.base.text && dates == earlier.dates && pages.havePaths(of: earlier.pages)
        && trees.elementsEqual(earlier.trees) { $0 == $1 }
    }

    private func isIndex(_ index: Int) -> Bool { index == 0 && shards.count > 1 }

    /// The files that the index names, or the pages that a shard does.
    private func paths(_ index: Int) -> [String] {
      isIndex(index) ? shards.map { Routes.siteMap($0.bits) } : shards[max(0, index - 1)].pages
    }

    func parts(_ index: Int) -> [String] { ["@site.base", "the list of pages", "the dates of records"] }

    func trace(_ index: Int, into buffer: inout ByteBuffer) {
      buffer.append(counted: base.text)
      buffer.endPart()
      for path in paths(index) {
        buffer.append(counted: path)
        for alternate in alternates(of: path) { buffer.append(counted: alternate.url) }
      }
      buffer.endPart()
      for path in paths(index) { buffer.append(counted: dates[path] ?? "") }
      buffer.endPart()
    }

    func render(_ index: Int, into buffer: inout ByteBuffer) {
      let (list, item) = isIndex(index) ? ("sitemapindex", "sitemap") : ("urlset", "url")
      buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      let links = trees.isEmpty ? "" : " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\""
      buffer.append("<\(list) xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"\(links)>\n")
      let entries = paths(index).map { (base.canonical(base.url(of: PagePath.address(of: $0))), dates[$0], $0) }
      for (url, date, path) in entries.sorted(by: { $0.0 < $1.0 }) {
        buffer.append("<\(item)><loc>")
        buffer.append(escaping: url)
        buffer.append("</loc>")
        if let date { buffer.append("<lastmod>\(date)</lastmod>") }
        for (tag, url) in isIndex(index) ? [] : alternates(of: path) {
          buffer.append("<xhtml:link rel=\"alternate\" hreflang=\"\(tag)\" href=\"")
          buffer.append(escaping: url)
          buffer.append("\"/>")
        }
        buffer.append("</\(item)>\n")
      }
      buffer.append("</\(list)>\n")
    }
  }
}
