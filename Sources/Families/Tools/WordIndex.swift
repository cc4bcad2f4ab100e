import CellistBase
import CellistLists
import CellistPages
import CellistRecords
import CellistTemplates
import CellistThemes

/// The words of a long list's records, for a script that finds some without reading all of them.
///
/// A word is in the shard of its first letters, with the numbers of the records that have it. A record's row is in the
/// shard of its number, which follows from its id. So an edit changes the shards of added and removed words, and that
/// of the record.
package struct WordIndex: PageFamily {
  package let routes: [Route]
  /// Which list of the site it is.
  private let number: Int
  private let layout: ShardLayout?

  /// A list with more records has an index of its words; up to here the script reads all of its records.
  @TaskLocal package static var limit = 2_000

  init(_ number: Int, of site: RoutedSite) {
    self.number = number
    let list = site.lists[number]
    let layout = ShardLayout(of: list)
    self.layout = layout
    routes =
      layout.map { layout in
        layout.names.map { Route(joined(Routes.words(of: list.path), $0), .data, from: list.settings.location) }
      } ?? []
  }

  package var block: PageBlock? { .words(number) }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    guard let layout, let tools = site.lists[number].settings.tools else { return }
    let list = site.lists[number]
    let maker: any PageMaker = WordIndexMaker(
      list, ToolTable(tools, of: list, number, site), layout, since: site.earlier(.words(number)))
    for (index, route) in routes.enumerated() { site.add(route, .made(maker, index)) }
  }
}

extension ShardLayout {
  /// The shards of a list; nil for one that is not searched by words.
  init?(of list: ListPlan) {
    guard list.settings.tools?.hasSearch == true, list.records.count > WordIndex.limit else { return nil }
    self.init(count: list.records.count)
  }

  /// The description of the shards for `words.js`.
  func description(of list: ListPlan) -> JSONText {
    .object([
      ("script", .text(list.base.url(of: ThemeAssets.tools.path(of: "words.js")))),
      ("folder", .text(list.base.url(of: "\(Routes.words(of: list.path))/"))),
      ("count", .integer(list.records.count)), ("numbers", .integer(numbers)), ("words", .integer(wordShards)),
      ("records", .integer(recordShards)),
    ])
  }
}

/// Makes the shards of one list.
private struct WordIndexMaker: PageMaker {
  private let records: RecordRow
  /// Made when a page is first asked for.
  private let words: Deferred<NumberedWords>
  private let table: ToolTable
  private let layout: ShardLayout
  private let name: String
  private let hasPages: Bool
  private let recordURL: @Sendable (RecordItem) -> String

  /// - Parameter earlier: the same of the last plan.
  init(_ list: ListPlan, _ table: ToolTable, _ layout: ShardLayout, since earlier: WordIndexMaker?) {
    records = list.records
    words = Deferred { [records = list.records, known = earlier?.words.made] in
      NumberedWords(layout.numbers(of: records.map(\.item.id)), in: layout, since: known) { place in
        Self.text(of: records[place], table)
      }
    }
    self.table = table
    self.layout = layout
    name = list.settings.folder.name
    hasPages = list.details != nil
    recordURL = list.recordURL
  }

  /// The words of a record, those of the records among them that it leads to.
  private static func text(of cell: RecordCell, _ table: ToolTable) -> String {
    let mentions = table.mentions(of: cell)
    return mentions.isEmpty ? cell.item.row.words : Tools.words(in: [cell.item.row.words] + mentions)
  }

  /// The address of the page on which a record stands, for records without pages of their own.
  private func page(of item: RecordItem) -> String? {
    hasPages ? nil : recordURL(item).prefix { $0 != "#" }.description
  }

  func parts(_ index: Int) -> [String] {
    index < layout.wordShards
      ? ["the words of '\(name)'"] : ["the tools of '\(name)'", "the records of '\(name)'"]
  }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    let words = words.value
    if index < layout.wordShards {
      buffer.append(fixed: words.shards[index].fingerprint)
    } else {
      table.trace(into: &buffer)
      buffer.endPart()
      for place in words.places[index - layout.wordShards] {
        buffer.append(number: UInt64(words.numbers[place]))
        buffer.append(counted: page(of: records[place].item) ?? "")
        table.trace(records[place], into: &buffer)
        table.traceText(of: records[place], into: &buffer)
      }
    }
    buffer.endPart()
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    let words = words.value
    if index < layout.wordShards {
      words.render(shard: index, limit: layout.wordLimit, into: &buffer)
    } else {
      let places = words.places[index - layout.wordShards]
      let rows = table.rows(of: places.map { records[$0] })
      let head: [(String, JSONText?)] = [
        ("numbers", .array(places.map { .integer(Int(words.numbers[$0])) })),
        ("pages", .array(places.compactMap { page(of: records[$0].item) }.map { .array([.text($0), .integer(1)]) })),
        ("texts", table.texts(of: rows)),
      ]
      buffer.append(JSONText.object(head + table.columns(of: rows)).line)
    }
    buffer.append("\n")
  }
}
