import CellistContent
import CellistLists
import CellistPages
import CellistRecords
import CellistSettings
import CellistSites
import CellistTemplates
import CellistText
import CellistThemes
import Synchronization

/// The files in which the script of a site's search finds records and pages of one language by their words.
///
/// A word is in the shard of its first letters, one of a title also in a table of its own. The title, address and first words
/// of a record are in the shard of a number that follows from its id. So an edit changes the shards of added and removed
/// words, and one other.
package struct SiteSearch: PageFamily {
  package let routes: [Route]
  /// The tree of its language.
  private let tree: String
  private let layout: ShardLayout
  /// The lists whose records are found.
  private let lists: [Int]
  private let texts: [SiteSearchMaker.Text]

  /// - Parameters:
  ///   - tree: the tree of the language.
  ///   - location: that of the setting.
  init(_ tree: String, of site: RoutedSite, at location: SourceLocation) {
    self.tree = tree
    // Lists that show the records of others add nothing to find.
    lists = site.lists.indices.filter { number in
      site.lists[number].settings.folder.tree == tree && site.lists[number].settings.recordsOf == nil
    }
    let count = lists.reduce(0) { $0 + site.lists[$1].records.count }
    texts = Self.texts(of: site.content, site.lists, tree)
    layout = .search(count + texts.count)
    let folder = Routes.siteSearchData(in: site.content.settings.languages.folder(of: tree))
    routes = (["index.json"] + layout.names).map {
      Route(joined(folder, $0), .data, from: location)
    }
  }

  package var block: PageBlock? { .search(tree) }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    let maker = SiteSearchMaker(
      lists.map { (number: $0, list: site.lists[$0], source: site.sources[$0]) },
      texts, layout, site.content.settings.dialect)
    for (index, route) in routes.enumerated() { site.add(route, .made(maker, index)) }
  }

  /// The texts of a language that are found: those of pages, and of lists and their terms. Pages that search engines are asked
  /// to leave out are not among them.
  private static func texts(
    of content: SiteContent, _ lists: [ListPlan], _ tree: String
  ) -> [SiteSearchMaker.Text] {
    let base = content.settings.base
    let pages = content.plainPages.filter {
      $0.tree == tree && !$0.isUnlisted && Routes.plain($0.original) != Routes.notFound
    }.map { plain in
      SiteSearchMaker.Text(
        plain, title: content.settings.speaking(tree).title,
        url: base.url(of: PagePath.address(of: Routes.plain(plain))))
    }
    let own = lists.filter { $0.settings.folder.tree == tree }.flatMap { list in
      list.runs.compactMap { run -> SiteSearchMaker.Text? in
        guard run.introduction?.isUnlisted != true, run.introduction != nil || run.term == nil else { return nil }
        let description = run.term == nil ? list.settings.description : nil
        return SiteSearchMaker.Text(
          run.introduction, title: run.term?.title ?? list.settings.title, description: description,
          path: run.introduction?.path ?? list.settings.folder.name, url: list.url(page: run.pages.lowerBound))
      }
    }
    return pages + own
  }
}

extension ShardLayout {
  /// The files of a site's search: whole texts have more words than what lists show of records.
  fileprivate static func search(_ count: Int) -> ShardLayout { ShardLayout(count: count, perShard: 32) }
}

/// Makes the files of a site's search in one language.
private final class SiteSearchMaker: SiteRecordsMaker {
  /// A text that is no record's.
  struct Text: Sendable {
    let path: String
    let title: String
    let url: String
    let note: String
    let body: String

    /// - Parameters:
    ///   - plain: the text; nil for a list without one.
    ///   - title: that of its page, where the text has none.
    init(
      _ plain: SiteContent.Plain?, title: String, description: String? = nil, path: String? = nil, url: String
    ) {
      self.path = path ?? plain?.path ?? ""
      self.title = plain.flatMap { $0.title.isEmpty ? nil : $0.title } ?? title
      self.url = url
      note = plain?.description ?? description ?? ""
      // The names of its views are no words of it.
      body = (plain?.views ?? []).reduce(plain?.body ?? "") { $0.replacing("{{\($1.key)}}", with: "") }
    }
  }

  /// One of the lists, with its records as they are now.
  private struct Records: Sendable {
    let number: Int
    let name: String
    let title: String
    let type: RecordType
    /// The field of which results show the beginning.
    let text: Int?
    let url: @Sendable (RecordItem) -> String
    /// The declarations of the fields, on which the beginning of a text depends.
    let declarations: Digest
    var row: RecordRow
  }

  /// A record by its list and its place there, or a text by its place.
  private enum Item {
    case record(Int, Int)
    case text(Int)
  }

  /// The words and numbers of all that is found.
  private struct Index: Sendable {
    let items: [Item]
    var words: NumberedWords
    var titles: NumberedWords
    /// The places of items in each shard of what results show.
    let places: [[Int]]
  }

  private struct Content {
    var lists: [Records]
    /// Made when a file is first asked for.
    var index: Index?
  }

  private let content: Mutex<Content>
  private let texts: [Text]
  private let layout: ShardLayout
  private let dialect: MarkdownDialect

  init(
    _ lists: [(number: Int, list: ListPlan, source: ListSource)], _ texts: [Text], _ layout: ShardLayout,
    _ dialect: MarkdownDialect
  ) {
    content = Mutex(
      Content(
        lists: lists.map { number, list, source in
          let type = list.settings.type
          return Records(
            number: number, name: list.settings.folder.name, title: list.settings.title, type: type,
            text: source.appearance.roles.text ?? type.index(of: RecordType.bodyName), url: list.recordURL,
            declarations: Digest(source.declarations), row: list.records)
        }))
    self.texts = texts
    self.layout = layout
    self.dialect = dialect
  }

  func show(_ records: RecordRow, of list: Int, changedAt places: [Int]?) -> [Int]? {
    content.withLock { content in
      guard let place = content.lists.firstIndex(where: { $0.number == list }) else { return [] }
      content.lists[place].row = records
      guard let places, let index = content.index else {
        content.index = nil
        return nil
      }
      let before = content.lists[..<place].reduce(0) { $0 + $1.row.count }
      var touched: Set<Int> = []
      for number in places {
        let item = records[number].item
        touched.formUnion(content.index?.words.replace(before + number, by: item.row.text) ?? [])
        touched.formUnion(content.index?.titles.replace(before + number, by: Self.words(ofTitle: item.title)) ?? [])
        touched.insert(layout.wordShards + layout.shard(ofRecord: index.words.numbers[before + number]))
      }
      return touched.map { $0 + 1 }.sorted()
    }
  }

  func holds(adding counts: [Int: Int]) -> Bool {
    content.withLock { content in
      let count = content.lists.reduce(texts.count) { $0 + $1.row.count + counts[$1.number, default: 0] }
      return ShardLayout.search(count) == layout
    }
  }

  private static func words(ofTitle title: String) -> String { Tools.words(in: [title]) }

  private var current: (lists: [Records], index: Index) {
    content.withLock { content in
      if let index = content.index { return (content.lists, index) }
      let (lists, texts) = (content.lists, texts)
      let items =
        lists.enumerated().flatMap { list, records in records.row.indices.map { Item.record(list, $0) } }
        + texts.indices.map(Item.text)
      let numbers = layout.numbers(
        of: items.map { item in
          switch item {
          case .record(let list, let place): "\(lists[list].name)\n\(lists[list].row[place].item.id)"
          case .text(let place): "\n\(texts[place].path)"
          }
        })
      let words = NumberedWords(numbers, in: layout) { [dialect] place in
        switch items[place] {
        case .record(let list, let place): lists[list].row[place].item.row.text
        case .text(let place):
          Tools.words(in: [
            texts[place].title, texts[place].note, MarkdownRenderer.plainText(texts[place].body, dialect.extensions),
          ])
        }
      }
      let titles = NumberedWords(numbers, in: layout) { place in
        switch items[place] {
        case .record(let list, let place): Self.words(ofTitle: lists[list].row[place].item.title)
        case .text(let place): Self.words(ofTitle: texts[place].title)
        }
      }
      let index = Index(
        items: items, words: words, titles: titles, places: NumberedWords.places(of: numbers, in: layout))
      content.index = index
      return (lists, index)
    }
  }

  func parts(_ index: Int) -> [String] { [index == 0 ? "what readers search" : "the words of the site"] }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    let (lists, found) = current
    switch index - 1 {
    case ..<0: buffer.append(counted: layoutText(lists).line)
    case ..<layout.wordShards:
      buffer.append(fixed: found.words.shards[index - 1].fingerprint)
      buffer.append(fixed: found.titles.shards[index - 1].fingerprint)
    default:
      for place in found.places[index - 1 - layout.wordShards] {
        buffer.append(number: UInt64(found.words.numbers[place]))
        switch found.items[place] {
        case .record(let list, let place):
          let (records, item) = (lists[list], lists[list].row[place].item)
          buffer.append(number: UInt64(list))
          buffer.append(counted: item.title)
          buffer.append(counted: records.url(item))
          buffer.append(fixed: records.declarations.first)
          if let text = records.text { buffer.append(fixed: item.fingerprints[text]) }
        case .text(let place):
          buffer.append(number: UInt64(dialect.number))
          for text in [texts[place].title, texts[place].url, texts[place].note, texts[place].body] {
            buffer.append(counted: text)
          }
        }
      }
    }
    buffer.endPart()
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    let (lists, found) = current
    switch index - 1 {
    case ..<0: buffer.append(layoutText(lists).line)
    case ..<layout.wordShards:
      buffer.append("{\"words\":")
      found.words.render(shard: index - 1, limit: layout.wordLimit, into: &buffer)
      buffer.append(",\n\"titles\":")
      found.titles.render(shard: index - 1, limit: layout.wordLimit, into: &buffer)
      buffer.append("}")
    default:
      let places = found.places[index - 1 - layout.wordShards]
      let rows = places.map { place in row(found.items[place], Int(found.words.numbers[place]), lists) }
      buffer.append(JSONText.array(rows).line)
    }
    buffer.append("\n")
  }

  /// The first file that the script reads: the sizes of the others.
  private func layoutText(_ lists: [Records]) -> JSONText {
    .object([
      ("count", .integer(lists.reduce(texts.count) { $0 + $1.row.count })), ("numbers", .integer(layout.numbers)),
      ("words", .integer(layout.wordShards)), ("records", .integer(layout.recordShards)),
      ("lists", .array(lists.map { .text($0.title) })),
    ])
  }

  /// The parts of a result: a number, a title, an address, the beginning of a text, and the place of the list.
  private func row(_ item: Item, _ number: Int, _ lists: [Records]) -> JSONText {
    switch item {
    case .record(let list, let place):
      let (records, item) = (lists[list], lists[list].row[place].item)
      let note = records.text.map { text in
        let source = item.record.values[text]
        return source.isMissing ? "" : SearchedText.excerpt(of: source.plainText, records.type.fields[text])
      }
      return .array([
        .integer(number), .text(item.title), .text(records.url(item)), .text(note ?? ""), .integer(list),
      ])
    case .text(let place):
      let text = texts[place]
      let note = text.note.isEmpty ? MarkdownRenderer.excerpt(text.body, dialect.extensions) : text.note
      return .array([.integer(number), .text(text.title), .text(text.url), .text(note)])
    }
  }
}
