import CellistBase
import CellistLists
import CellistMarkup
import CellistPages
import CellistRecords
import CellistSettings
import CellistSites
import CellistTemplates
import CellistThemes

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
    let maker: any PageMaker = SiteSearchMaker(
      lists.map { (list: site.lists[$0], source: site.sources[$0]) },
      texts, layout, site.content.settings.dialect, since: site.earlier(.search(tree)))
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
private struct SiteSearchMaker: PageMaker {
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
    let name: String
    let title: String
    let type: RecordType
    /// The field of which results show the beginning.
    let text: Int?
    let url: @Sendable (RecordItem) -> String
    /// The declarations of the fields, on which the beginning of a text depends.
    let declarations: Digest
    let row: RecordRow
  }

  /// A record by its list and its place there, or a text by its place.
  private enum Item {
    case record(Int, Int)
    case text(Int)
  }

  /// The words and numbers of all that is found.
  private struct Index: Sendable {
    let items: [Item]
    let words: NumberedWords
    let titles: NumberedWords
  }

  private let lists: [Records]
  /// Made when a file is first asked for.
  private let index: Deferred<Index>
  private let texts: [Text]
  private let layout: ShardLayout
  private let dialect: MarkdownDialect

  /// - Parameter earlier: the same of the last plan.
  init(
    _ lists: [(list: ListPlan, source: ListSource)], _ texts: [Text], _ layout: ShardLayout,
    _ dialect: MarkdownDialect, since earlier: SiteSearchMaker?
  ) {
    let lists = lists.map { list, source in
      let type = list.settings.type
      return Records(
        name: list.settings.folder.name, title: list.settings.title, type: type,
        text: source.design.appearance.roles.text ?? type.index(of: RecordType.bodyName), url: list.recordURL,
        declarations: Digest(source.declarations), row: list.records)
    }
    self.lists = lists
    self.texts = texts
    self.layout = layout
    self.dialect = dialect
    index = Deferred { [known = earlier?.index.made] in Self.index(of: lists, texts, layout, dialect, since: known) }
  }

  private static func words(ofTitle title: String) -> String { Tools.words(in: [title]) }

  private static func index(
    of lists: [Records], _ texts: [Text], _ layout: ShardLayout, _ dialect: MarkdownDialect, since earlier: Index?
  ) -> Index {
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
    let words = NumberedWords(numbers, in: layout, since: earlier?.words) { place in
      switch items[place] {
      case .record(let list, let place): lists[list].row[place].item.row.text
      case .text(let place):
        Tools.words(in: [
          texts[place].title, texts[place].note, MarkdownRenderer.plainText(texts[place].body, dialect.extensions),
        ])
      }
    }
    let titles = NumberedWords(numbers, in: layout, since: earlier?.titles) { place in
      switch items[place] {
      case .record(let list, let place): Self.words(ofTitle: lists[list].row[place].item.title)
      case .text(let place): Self.words(ofTitle: texts[place].title)
      }
    }
    return Index(items: items, words: words, titles: titles)
  }

  func parts(_ index: Int) -> [String] { [index == 0 ? "what readers search" : "the words of the site"] }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    let found = self.index.value
    switch index - 1 {
    case ..<0: buffer.append(counted: layoutText.line)
    case ..<layout.wordShards:
      buffer.append(fixed: found.words.shards[index - 1].fingerprint)
      buffer.append(fixed: found.titles.shards[index - 1].fingerprint)
    default:
      for place in found.words.places[index - 1 - layout.wordShards] {
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
    let found = self.index.value
    switch index - 1 {
    case ..<0: buffer.append(layoutText.line)
    case ..<layout.wordShards:
      buffer.append("{\"words\":")
      found.words.render(shard: index - 1, limit: layout.wordLimit, into: &buffer)
      buffer.append(",\n\"titles\":")
      found.titles.render(shard: index - 1, limit: layout.wordLimit, into: &buffer)
      buffer.append("}")
    default:
      let places = found.words.places[index - 1 - layout.wordShards]
      let rows = places.map { place in row(found.items[place], Int(found.words.numbers[place])) }
      buffer.append(JSONText.array(rows).line)
    }
    buffer.append("\n")
  }

  /// The first file that the script reads: the sizes of the others.
  private var layoutText: JSONText {
    .object([
      ("count", .integer(lists.reduce(texts.count) { $0 + $1.row.count })), ("numbers", .integer(layout.numbers)),
      ("words", .integer(layout.wordShards)), ("records", .integer(layout.recordShards)),
      ("lists", .array(lists.map { .text($0.title) })),
    ])
  }

  /// The parts of a result: a number, a title, an address, the beginning of a text, and the place of the list.
  private func row(_ item: Item, _ number: Int) -> JSONText {
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
