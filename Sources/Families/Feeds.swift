import CellistBase
import CellistLists
import CellistPages
import CellistRecords
import CellistSettings
import CellistTemplates
import CellistText
import CellistThemes

/// The newest records of a list, and of each of its terms, for feed readers: as Atom (RFC 4287) and as JSON Feed 1.1.
struct Feeds: PageFamily {
  /// How many records a feed contains.
  static let limit = 50

  let routes: [Route]
  /// Which list of the site it is.
  private let number: Int

  init(_ number: Int, of site: RoutedSite, _ diagnostics: inout Diagnostics) {
    self.number = number
    let list = site.lists[number]
    guard let feed = list.settings.arrangement.feed else {
      routes = []
      return
    }
    site.requireHost(for: "a feed", at: feed.location, &diagnostics)
    routes = list.runs.flatMap { run in
      FeedFormat.allCases.map { format in
        Route(Routes.feed(format, in: list.folder(page: run.pages.lowerBound)), .data, from: feed.location)
      }
    }
  }

  var block: PageBlock? { .feeds(number) }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    let list = site.lists[number]
    guard let fields = list.settings.arrangement.feed else { return }
    let maker: any PageMaker = FeedMaker(list, site.sources[number], fields, site)
    for (index, route) in routes.enumerated() { site.add(route, .made(maker, index)) }
  }
}

/// Makes the feeds of one list.
private struct FeedMaker: PageMaker {
  private struct Feed: Sendable {
    let title: String
    /// The address of the page beside which the feeds lie.
    let home: String
    /// Where its records stand among those of the list, the newest first.
    let places: [Int]
  }

  private let records: RecordRow
  private let feeds: [Feed]
  private let fields: FeedFields
  private let list: ListSource
  private let path: String
  private let site: SiteSummary
  private let base: SiteBase
  private let zone: TimeZoneRules

  init(_ list: ListPlan, _ source: ListSource, _ fields: FeedFields, _ site: PageMaterials) {
    records = list.records
    self.fields = fields
    self.list = source
    path = list.settings.folder.name
    let tree = site.tree(list.settings.folder.tree)
    self.site = tree.summary
    base = site.base
    zone = list.settings.decoder.values.zone
    var places: [ObjectIdentifier: Int] = [:]
    if list.runs.count > 1 {
      for (place, cell) in list.records.enumerated() { places[ObjectIdentifier(cell.item)] = place }
    }
    feeds = list.runs.map { run in
      let all =
        run.term == nil
        ? Array(list.records.indices)
        : list.pages[run.pages].flatMap { $0.table.sections.flatMap { $0.cells.compactMap { places[.init($0.item)] } } }
      let title = [run.term?.title, list.settings.title, tree.summary.title].compactMap(\.self).joined(separator: " – ")
      return Feed(
        title: title, home: site.base.canonical(list.url(page: run.pages.lowerBound)),
        places: Self.newest(all, of: list.records))
    }
  }

  private static func newest(_ places: [Int], of records: RecordRow) -> [Int] {
    var newest: [(place: Int, time: Int)] = []
    for place in places {
      let time: Int
      switch records[place].item.row.dates.first {
      case .date(let day)?: time = day.number * 86_400
      case .datetime(let moment)?: time = moment.instant
      default: continue
      }
      // The order of the list decides among records of one date.
      let rank = newest.firstPlace { ($0.time, place) < (time, $0.place) }
      guard rank < Feeds.limit else { continue }
      if newest.count == Feeds.limit { newest.removeLast() }
      newest.insert((place, time), at: rank)
    }
    return newest.map(\.place)
  }

  private func feed(_ index: Int) -> (feed: Feed, format: FeedFormat, items: [RecordItem]) {
    let formats = FeedFormat.allCases
    let feed = feeds[index / formats.count]
    return (feed, formats[index % formats.count], feed.places.map { records[$0].item })
  }

  // MARK: Ingredients

  func parts(_ index: Int) -> [String] { ["@site", "@list", "the newest records of '\(path)'"] }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    let (feed, _, items) = feed(index)
    for text in [site.title, site.base, list.design.language.tag, site.author ?? "", path] {
      buffer.append(counted: text)
    }
    buffer.append(number: site.links.dialect.number)
    buffer.endPart()
    for text in [feed.title, feed.home, zone.name] { buffer.append(counted: text) }
    buffer.append(number: UInt64(fields.text.map { $0 + 1 } ?? 0))
    buffer.append(counted: list.declarations)
    buffer.endPart()
    for item in items {
      for text in [item.id, item.title, list.recordURL(item)] { buffer.append(counted: text) }
      for date in item.row.dates { buffer.append(counted: date.plainText) }
      guard let text = fields.text else { continue }
      buffer.append(fixed: item.fingerprints[text])
      item.forEachLink { buffer.append(counted: site.links.resolve($0, $1)) }
    }
    buffer.endPart()
  }

  // MARK: Entries

  private func entry(_ item: RecordItem) -> FeedText.Entry {
    let url = base.canonical(list.recordURL(item))
    let dates = item.row.dates.map(time)
    let published = dates.first?.flatMap(\.self) ?? Moment(instant: 0)
    return FeedText.Entry(
      id: "urn:uuid:" + base.uuid(of: item.id, inList: path), title: item.title, url: url, published: published,
      updated: max(published, dates.last?.flatMap(\.self) ?? published), text: text(of: item, at: url))
  }

  /// A day begins at midnight, by the clocks of the list.
  private func time(_ value: Value) -> Moment? {
    switch value {
    case .date(let day): Moment(instant: zone.midnight(of: day)).shown(in: zone)
    // Feeds want a time, so a day without one has that of its start.
    case .datetime(let moment): Moment(instant: moment.instant).shown(in: zone)
    default: nil
    }
  }

  private func text(of item: RecordItem, at url: String) -> FeedText.Content? {
    guard let field = fields.text, case .text(let text) = item.record.values[field], !text.isEmpty else { return nil }
    guard list.design.type.fields[field].type == .markdown else { return .plain(text) }
    let absolute = PageLinks(dialect: site.links.dialect) { [links = site.links, base] in
      let target = links.resolve($0, $1)
      return target.hasPrefix("#") ? url + target : base.absolute(target)
    }
    let name = list.design.type.fields[field].name
    let idBase = Link.toPart(of: url) + (name == RecordType.bodyName ? "" : "\(name)--")
    return .html(
      absolute.html(markdown: text, file: item.record.locations[field].file, idPrefix: nil, idBase: idBase))
  }

  // MARK: Formats

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    let (feed, format, items) = feed(index)
    let entries = items.map(entry)
    let text = FeedText(
      title: feed.title, home: feed.home, language: list.design.language.tag, author: site.author, site: site.title)
    text.append(entries, as: format, to: &buffer)
  }
}
