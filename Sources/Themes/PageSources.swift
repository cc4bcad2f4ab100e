import CellistLists
import CellistRecords
import CellistTables
import CellistText

/// The facts about a site that every page can show.
package struct SiteSummary: Sendable {
  package var title: String
  package var base: String
  /// The site's root as links write it: `/`, or the base's path.
  package var url: String
  package var language: String
  /// Which way its text runs: `ltr` or `rtl`.
  package var direction = "ltr"
  package var author: String?
  package var description: String?
  package var lists: [ListSummary] = []
  package var menu: [PageLink] = []
  /// The scheme and the host of its addresses; nil where they are not known.
  package var origin: String?
  package var icon: String?
  /// With its host.
  package var image: String?
  /// Where readers search all of it; nil where they do not.
  package var search: SearchLinks?
  /// The targets of links on its pages.
  package var links: PageLinks

  package init(
    title: String, base: String, url: String, language: String, author: String? = nil, description: String? = nil,
    links: PageLinks
  ) {
    self.links = links
    self.title = title
    self.base = base
    self.url = url
    self.language = language
    self.author = author
    self.description = description
  }
}

/// A link to a page, by its title.
package struct PageLink: Hashable, Sendable {
  package var title: String
  package var url: String
  /// The page's number among the pages of its list; 0 elsewhere.
  package var number = 0
  /// The section that the page shows, where each has a page of its own.
  package var section: String?
  /// The tag of the title's language, where that is not the page's.
  package var language: String?

  package init(title: String, url: String, number: Int = 0, section: String? = nil, language: String? = nil) {
    self.title = title
    self.url = url
    self.number = number
    self.section = section
    self.language = language
  }
}

/// A page of a table, as others of it lead there by its number.
package struct PageNumber: Hashable, Sendable {
  package let number: Int
  package let url: String
  package let isCurrent: Bool
  /// Whether pages are left out before it.
  package let isAfterGap: Bool

  /// The first and the last page, and those around one of them.
  ///
  /// - Parameters:
  ///   - place: which page leads there, from 1.
  ///   - url: the URL of a page, by its number.
  package static func around(_ place: Int, of count: Int, url: (Int) -> String) -> [PageNumber] {
    let shown = Set([1, count] + (place - 1...place + 1)).filter { (1...count).contains($0) }.sorted()
    return zip([0] + shown, shown).map { before, number in
      PageNumber(number: number, url: url(number), isCurrent: number == place, isAfterGap: number > before + 1)
    }
  }
}

/// Records of a list that a page shows, printed when a template asks for them.
package struct PageView: Sendable {
  package let name: String
  /// The list's title and URL.
  package let list: PageLink
  /// The number of columns, where it is a table; 0 elsewhere.
  package let columns: Int
  package let html: @Sendable () -> String

  package init(name: String, list: PageLink, columns: Int, html: @escaping @Sendable () -> String) {
    self.name = name
    self.list = list
    self.columns = columns
    self.html = html
  }
}

/// A page in one of the languages of a site.
package struct PageTranslation: Sendable {
  package let language: Language
  /// The URL of the page, or of the nearest page above it that there is in the language.
  package let url: String
  /// The whole address of the page itself; nil where the language does not have it.
  package let alternate: String?
  /// Whether it is the page itself.
  package let isCurrent: Bool
  /// Whether the language is the site's first.
  package let isFirst: Bool

  package init(language: Language, url: String, alternate: String?, isCurrent: Bool, isFirst: Bool) {
    self.language = language
    self.url = url
    self.alternate = alternate
    self.isCurrent = isCurrent
    self.isFirst = isFirst
  }
}

/// The facts that every page has.
package struct PageSummary: Sendable {
  package var title: String
  /// The tag of the title's language, where that is not the page's, and that of the description.
  package var titleLanguage: String?
  package var descriptionLanguage: String?
  package var url: String
  package var canonical: String
  package var description: String?
  /// Whether search engines are asked to leave it out.
  package var isUnlisted = false
  /// The number of columns of the widest table of records on it; 0 without one.
  package var columns = 0
  /// The page's ancestors, from the outermost on.
  package var parents: [PageLink] = []
  /// The page in each language of the site; empty where it has one.
  package var translations: [PageTranslation] = []
  /// The text of a plain page, or a list's introduction, rendered when a template asks for it.
  package var content: @Sendable () -> String?
  /// Links to the headings of the text, where it is long enough for a table of contents.
  package var contents: @Sendable () -> [PageLink] = { [] }
  /// The views that the text does not name.
  package var views: @Sendable () -> [PageView] = { [] }

  package init(
    title: String, url: String, canonical: String, description: String? = nil,
    content: @escaping @Sendable () -> String? = { nil }
  ) {
    self.title = title
    self.url = url
    self.canonical = canonical
    self.description = description
    self.content = content
  }
}

/// A page on its way into a template.
package protocol PageSource: Sendable {
  var site: SiteSummary { get }
  var page: PageSummary { get }
  /// The language of the list whose page it is; nil for a page of no list.
  var language: Language? { get }
}

extension PageSource {
  package var language: Language? { nil }
}

/// The home page, a plain page or the page for what is not found.
package final class PlainPage: PageSource {
  package let site: SiteSummary
  package let page: PageSummary
  /// Its own language; nil for that of the site.
  package let language: Language?

  package init(site: SiteSummary, page: PageSummary, language: Language? = nil) {
    self.site = site
    self.page = page
    self.language = language
  }
}

/// One page of a list.
package final class ListPage: PageSource {
  package let site: SiteSummary
  package let page: PageSummary
  package let list: ListSource
  package var language: Language? { list.language }
  package let table: TablePage<SectionEdge, RecordCell>
  /// Where the page stands among those of the list, from 1, and how many there are.
  package let place: Int
  package let count: Int
  /// Whether pages are numbered from the last one, and so do not depend on their total number.
  package let isNumberedFromEnd: Bool
  package let previous: PageLink?
  package let next: PageLink?
  /// The pages of its table that it leads to by their numbers.
  package let numbers: [PageNumber]
  package let index: [IndexEntry]
  /// The value that all its records have, on a page of one.
  package let term: TermSummary?
  /// The feeds of its table.
  package let feed: FeedLinks?

  package init(
    site: SiteSummary, page: PageSummary, list: ListSource, table: TablePage<SectionEdge, RecordCell>, place: Int,
    count: Int, isNumberedFromEnd: Bool = false, previous: PageLink?, next: PageLink?, numbers: [PageNumber] = [],
    index: [IndexEntry], term: TermSummary? = nil, feed: FeedLinks? = nil
  ) {
    self.site = site
    self.page = page
    self.list = list
    self.table = table
    self.place = place
    self.count = count
    self.isNumberedFromEnd = isNumberedFromEnd
    self.previous = previous
    self.next = next
    self.numbers = numbers
    self.index = index
    self.term = term
    self.feed = feed
  }
}

extension ListPage {
  /// The number of the page for readers.
  package var number: Int { isNumberedFromEnd ? count + 1 - place : place }
  package var isFirst: Bool { place == 1 }
  var isLast: Bool { place == count }

  /// The page with another table.
  package func showing(_ table: TablePage<SectionEdge, RecordCell>) -> ListPage {
    ListPage(
      site: site, page: page, list: list, table: table, place: place, count: count,
      isNumberedFromEnd: isNumberedFromEnd, previous: previous, next: next, numbers: numbers,
      index: index, term: term, feed: feed)
  }

  /// How many records the table has on all its pages.
  var total: Int { term?.count ?? list.summary.count }
}

/// The page that lists the values of a field.
package final class TermsPage: PageSource {
  package let site: SiteSummary
  package let page: PageSummary
  package let list: ListSource
  package var language: Language? { list.language }
  package let terms: [TermSummary]

  package init(site: SiteSummary, page: PageSummary, list: ListSource, terms: [TermSummary]) {
    self.site = site
    self.page = page
    self.list = list
    self.terms = terms
  }
}

/// Records of a list on a page that is not the list's.
package final class ViewPage: PageSource {
  package let site: SiteSummary
  package let page: PageSummary
  package let list: ListSource
  package let name: String
  package let cells: [RecordCell]

  /// Its records as the one section of a table.
  var section: ShownSection {
    // No slug is empty, so no cell has this anchor.
    let header = SectionHeader(title: nil, slug: "", anchor: "\(name):", count: cells.count, groups: [])
    return ShownSection(
      section: TableSectionViewModel(id: "", header: .header(header), cells: cells), isContinued: false, isFirst: true,
      list: list, links: site.links, isAtHome: false)
  }

  package init(site: SiteSummary, page: PageSummary, list: ListSource, name: String, cells: [RecordCell]) {
    self.site = site
    self.page = page
    self.list = list
    self.name = name
    self.cells = cells
  }
}

/// The page of one record.
package final class RecordPage: PageSource {
  package let site: SiteSummary
  package let page: PageSummary
  package let shown: ShownRecord
  package var language: Language? { shown.list.language }
  package let previous: PageLink?
  package let next: PageLink?

  package init(site: SiteSummary, page: PageSummary, shown: ShownRecord, previous: PageLink?, next: PageLink?) {
    self.site = site
    self.page = page
    self.shown = shown
    self.previous = previous
    self.next = next
  }
}

/// A record where a template shows it: in a cell, or on its own page.
///
/// A class, as pages are: each value that a template reads takes its source through several closures, and to copy one
/// reference is cheaper than to copy all that it holds.
package final class ShownRecord: Sendable {
  package let cell: RecordCell
  package let list: ListSource
  /// The targets of links on the page.
  let links: PageLinks
  /// Whether it is shown where another record refers to it. Then headings in its texts have no ids, since the same
  /// record may be shown many times on a page.
  let isReferredTo: Bool
  /// Whether it is shown on its own page.
  let isOnOwnPage: Bool

  /// Whether it is shown on a page of its own list, so that a link to its row would lead to itself.
  let isAtHome: Bool

  package init(
    cell: RecordCell, list: ListSource, links: PageLinks, isReferredTo: Bool = false, isAtHome: Bool = false,
    isOnOwnPage: Bool = false
  ) {
    self.cell = cell
    self.list = list
    self.links = links
    self.isReferredTo = isReferredTo
    self.isAtHome = isAtHome
    self.isOnOwnPage = isOnOwnPage
  }

  var item: RecordItem { cell.item }

  /// The value of a field, with what its printing depends on.
  func located(_ field: Int) -> ValuePrinter.Located {
    let record = cell.item.record
    let description = altField(of: field).map { record.values[$0] }
    let alts = if case .list(let texts)? = description { texts.map(\.plainText) } else { [String]() }
    return ValuePrinter.Located(
      value: record.values[field], links: links, file: record.locations[field].file,
      anchor: isReferredTo ? nil : cell.anchor,
      home: isReferredTo ? list.recordURL(item) : "", isOnOwnPage: isOnOwnPage, field: list.type.fields[field].name,
      zone: list.type.fields[field].zone,
      alt: alts.isEmpty ? description.flatMap { $0.isMissing ? nil : $0.plainText } : nil,
      alts: alts,
      title: item.title, language: record.languages[field])
  }

  /// Where the value of a URL leads; nil where there is none.
  func address(field: Int) -> String? {
    let located = located(field)
    return located.value.isAbsent ? nil : located.address
  }

  /// A field's picture, or the first of several.
  func picture(_ field: Int) -> ValuePrinter.Located {
    let located = located(field)
    return located.items(of: .asset).first ?? located
  }

  /// The field that describes the picture of another.
  func altField(of field: Int) -> Int? { list.type.fields[field].alt.flatMap(list.type.index) }
}
