import CellistContent
import CellistLists
import CellistPages
import CellistRecords
import CellistTemplates
import CellistThemes
import Synchronization

/// The words of a long list's records, for a script that finds some without reading all of them.
///
/// A word is in the shard of its first letters, with the numbers of the records that have it. A record's row is in the
/// shard of its number, which follows from its id. So an edit changes the shards of added and removed words, and that
/// of the record.
package struct WordIndex: PageFamily {
  package let routes: [Route]
  /// Which list of the site it is.
  private let number: Int
  private let layout: Layout?

  /// A list with more records has an index of its words; up to here the script reads all of its records.
  @TaskLocal package static var limit = 2_000

  init(_ number: Int, of site: RoutedSite) {
    self.number = number
    let list = site.lists[number]
    let layout = Layout(of: list)
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
    let maker = WordIndexMaker(list, ToolTable(tools, of: list, number, site), layout)
    for (index, route) in routes.enumerated() { site.add(route, .made(maker, index)) }
  }

  /// How many shards a list has. They are twice as many where it has twice the records, so that an edit moves nothing from
  /// one to another unless the number of records passes a power of two.
  struct Layout: Sendable {
    /// How many records there are at most: a power of two.
    private let size: Int

    /// Nil for a list that is not searched by words.
    init?(of list: ListPlan) {
      guard list.settings.tools?.hasSearch == true, list.records.count > WordIndex.limit else { return nil }
      size = 1 << (Int.bitWidth - (list.records.count - 1).leadingZeroBitCount)
    }

    /// How many numbers there are for records: so many that hardly two want the same.
    var numbers: Int { min(size << 8, 1 << 31) }
    var wordShards: Int { max(1, size >> 7) }
    var recordShards: Int { max(1, size >> 4) }

    fileprivate func shard(ofRecord number: UInt32) -> Int {
      min(recordShards - 1, Int(number) * recordShards / numbers)
    }

    /// Gives each record a number that follows from its id. Where two want the same, one takes the next that is free.
    func numbers(of records: RecordRow) -> [UInt32] {
      let wanted = records.map { cell -> UInt32 in
        var id = cell.item.id
        // Zero begins a list of numbers.
        return 1 + UInt32(id.withUTF8 { UnsafeRawBufferPointer($0).fingerprint } % UInt64(numbers - 1))
      }
      var taken = wanted
      var next: UInt32 = 0
      let order = wanted.indices.sorted { one, other in
        wanted[one] != wanted[other]
          ? wanted[one] < wanted[other] : inByteOrder(records[one].item.id, records[other].item.id)
      }
      for place in order {
        taken[place] = max(wanted[place], next)
        next = taken[place] + 1
      }
      return taken
    }

    /// How many records a word names at most. In a very long list, a word that more records have says little of each,
    /// and their numbers would take long to load.
    fileprivate var wordLimit: Int { size <= 1 << 15 ? size : 2_048 }

    /// The description of the shards for `words.js`.
    func description(of list: ListPlan) -> JSONText {
      .object([
        ("script", .text(list.base.url(of: ThemeAssets.tools.path(of: "words.js")))),
        ("folder", .text(list.base.url(of: "\(Routes.words(of: list.path))/"))),
        ("count", .integer(list.records.count)), ("numbers", .integer(numbers)), ("words", .integer(wordShards)),
        ("records", .integer(recordShards)),
      ])
    }

    /// The names of the shards of words, followed by those of records.
    fileprivate var names: [String] {
      (0..<wordShards).map { "w\($0).json" } + (0..<recordShards).map { "r\($0).json" }
    }
  }
}

/// Makes the shards of one list.
private final class WordIndexMaker: RecordsMaker {
  private struct Content {
    var records: RecordRow
    /// Made when a page is first asked for.
    var words: RecordWords?
  }

  private let content: Mutex<Content>
  private let table: ToolTable
  private let layout: WordIndex.Layout
  private let name: String
  private let hasPages: Bool
  private let recordURL: @Sendable (RecordItem) -> String

  init(_ list: ListPlan, _ table: ToolTable, _ layout: WordIndex.Layout) {
    content = Mutex(Content(records: list.records))
    self.table = table
    self.layout = layout
    name = list.settings.folder.name
    hasPages = list.details != nil
    recordURL = list.recordURL
  }

  func show(_ records: RecordRow, changedAt places: [Int]) -> [Int]? {
    content.withLock { content in
      content.records = records
      guard let numbers = content.words?.numbers else { return nil }
      var touched: Set<Int> = []
      for place in places {
        touched.formUnion(content.words?.replace(place, by: Self.text(of: records[place], table)) ?? [])
        touched.insert(layout.wordShards + layout.shard(ofRecord: numbers[place]))
      }
      return touched.sorted()
    }
  }

  /// The words of a record, those of the records among them that it leads to.
  private static func text(of cell: RecordCell, _ table: ToolTable) -> String {
    let mentions = table.mentions(of: cell)
    return mentions.isEmpty ? cell.item.row.words : Tools.words(in: [cell.item.row.words] + mentions)
  }

  private var current: (records: RecordRow, words: RecordWords) {
    content.withLock { content in
      let words = content.words ?? RecordWords(content.records, layout) { [table] in Self.text(of: $0, table) }
      content.words = words
      return (content.records, words)
    }
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
    let (records, words) = current
    if index < layout.wordShards {
      buffer.append(fixed: words.shards[index].fingerprint)
    } else {
      table.trace(into: &buffer)
      buffer.endPart()
      for place in words.recordShards[index - layout.wordShards] {
        buffer.append(number: UInt64(words.numbers[place]))
        buffer.append(counted: page(of: records[place].item) ?? "")
        table.trace(records[place], into: &buffer)
        table.traceText(of: records[place], into: &buffer)
      }
    }
    buffer.endPart()
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    let (records, words) = current
    if index < layout.wordShards {
      render(words, inShard: index, into: &buffer)
    } else {
      let places = words.recordShards[index - layout.wordShards]
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

  /// Appends for each word the numbers of the records that have it, each as its distance from the one before. A negative
  /// number at the end says how many are left out.
  private func render(_ records: RecordWords, inShard shard: Int, into buffer: inout ByteBuffer) {
    let words = Dictionary(grouping: records.shards[shard].entries, by: records.word)
    var isFirst = true
    buffer.append("{")
    for (word, entries) in words.sorted(by: { inByteOrder($0.key, $1.key) }) {
      buffer.append(isFirst ? "\"" : ",\n\"")
      isFirst = false
      // A word is made of letters and digits alone, none of which means something in JSON.
      buffer.append(word)
      buffer.append("\":[")
      var last: UInt32 = 0
      for number in entries.prefix(layout.wordLimit).map({ records.numbers[Int($0.record)] }) {
        buffer.append(last == 0 ? "\(number)" : ",\(number - last)")
        last = number
      }
      if entries.count > layout.wordLimit { buffer.append(",\(layout.wordLimit - entries.count)") }
      buffer.append("]")
    }
    buffer.append("}")
  }
}

/// The words of a list's records, in shards.
private struct RecordWords {
  /// A word of a record.
  struct Entry {
    let record: Int32
    /// Where the word begins in those of the record, in bytes.
    let start: Int32
  }

  struct Shard {
    /// In order of the records' numbers.
    var entries: [Entry] = []
    /// The sum of the fingerprints of the words, each with the number of its record.
    var fingerprint: UInt64 = 0
  }

  /// The number of each record, by its place in the list. No two are the same.
  let numbers: [UInt32]
  /// The places of the records in each shard of theirs, in order of their numbers.
  private(set) var recordShards: [[Int]]
  private(set) var shards: [Shard]
  /// The words of each record, with a space between each two.
  private var texts: [String]

  /// - Parameter text: returns the words of a record, with a space between each two.
  /// - Complexity: O(*n* log *n*) in the number of records, and O(*n*) in that of their words.
  init(_ records: RecordRow, _ layout: WordIndex.Layout, text: @escaping @Sendable (RecordCell) -> String) {
    let numbers = layout.numbers(of: records)
    self.numbers = numbers
    texts = parallelMap(records.count) { text(records[$0]) }
    shards = Array(repeating: Shard(), count: layout.wordShards)
    recordShards = Array(repeating: [], count: layout.recordShards)
    for place in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) {
      recordShards[layout.shard(ofRecord: numbers[place])].append(place)
      Self.forEachWord(of: texts[place], place, numbers[place], among: shards.count) { shard, entry, fingerprint in
        shards[shard].entries.append(entry)
        shards[shard].fingerprint &+= fingerprint
      }
    }
  }

  /// Calls `body` with each word of a record, its shard, and the fingerprint of the word and the record's number.
  private static func forEachWord(
    of text: String, _ record: Int, _ number: UInt32, among count: Int,
    _ body: (_ shard: Int, Entry, _ fingerprint: UInt64) -> Void
  ) {
    var text = text
    text.withUTF8 { bytes in
      for word in bytes.split(separator: UInt8(ascii: " ")) {
        let fingerprint = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: word)).fingerprint
        body(
          shard(of: word, among: count), Entry(record: Int32(record), start: Int32(word.startIndex)),
          withUnsafeBytes(of: (fingerprint, UInt64(number))) { $0.fingerprint })
      }
    }
  }

  /// The shard of a word: FNV-1a over its first three letters, as `words.js` computes it.
  private static func shard(of word: Slice<UnsafeBufferPointer<UInt8>>, among count: Int) -> Int {
    var hash: UInt32 = 2_166_136_261
    for scalar in String(decoding: word.prefix(12), as: UTF8.self).unicodeScalars.prefix(3) {
      hash = (hash ^ scalar.value) &* 16_777_619
    }
    return Int((hash ^ hash >> 16) & UInt32(count - 1))
  }

  func word(_ entry: Entry) -> String {
    String(Substring(texts[Int(entry.record)].utf8.dropFirst(Int(entry.start)).prefix { $0 != UInt8(ascii: " ") }))
  }

  /// Gives a record other words. Returns the shards of those before and of those now.
  mutating func replace(_ record: Int, by text: String) -> Set<Int> {
    guard !texts[record].utf8.elementsEqual(text.utf8) else { return [] }
    let (old, number) = (texts[record], numbers[record])
    texts[record] = text
    var touched: Set<Int> = []
    Self.forEachWord(of: old, record, number, among: shards.count) { shard, _, fingerprint in
      shards[shard].entries.removeAll { $0.record == record }
      shards[shard].fingerprint &-= fingerprint
      touched.insert(shard)
    }
    Self.forEachWord(of: text, record, number, among: shards.count) { shard, entry, fingerprint in
      let place = shards[shard].entries.firstIndex { numbers[Int($0.record)] > number }
      shards[shard].entries.insert(entry, at: place ?? shards[shard].entries.endIndex)
      shards[shard].fingerprint &+= fingerprint
      touched.insert(shard)
    }
    return touched
  }
}
