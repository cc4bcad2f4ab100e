import CellistBase
import CellistLists
import CellistPages
import CellistRecords
import CellistTemplates
import CellistThemes

/// The data of a list's records for the tools on its pages, in parts of some pages each, so that an edit changes one of
/// them.
package struct ToolData: PageFamily {
  package let routes: [Route]
  /// Which list of the site it is.
  private let number: Int
  private let parts: [Part]

  /// The records of some pages.
  fileprivate struct Part {
    /// The name of its file below the output folder.
    let path: String
    /// Each page, and how many records appear on it first.
    var pages: [(url: String, count: Int)] = []
    /// Where the records stand among those of the list.
    var records: Range<Int>
  }

  /// How many records a part has at least, where there are so many.
  @TaskLocal package static var size = 1_000

  init(_ number: Int, of site: RoutedSite) {
    self.number = number
    let list = site.lists[number]
    parts = list.settings.tools.map { Self.parts(of: list, $0) } ?? []
    routes = parts.map { Route($0.path, .data, from: list.settings.location) }
  }

  private static func parts(of list: ListPlan, _ tools: Tools) -> [Part] {
    let run = list.runs[0]
    let size =
      if case .size(let size) = run.paging { size } else if case .stable(let size) = run.paging { size } else { 0 }
    // Pages that are numbered from the end keep their part, too, when a record comes in front.
    let perPart = size > 0 ? (Self.size + size - 1) / size : 0
    var parts: [Part] = []
    var seen: Set<String> = []
    var open: Int?
    if ShardLayout(of: list) != nil {
      // Most readers search for words: what they need not know comes later, and only where there are other tools or
      // pages of terms, on which the records of one are searched.
      parts.append(Part(path: Routes.tools(of: list.path), records: 0..<0))
      if tools.filters.isEmpty, tools.sorts.isEmpty, list.settings.arrangement.terms.isEmpty { return parts }
    }
    for page in run.pages {
      let cells = list.pages[page].table.sections.lazy.flatMap(\.cells)
      let count =
        list.settings.arrangement.mayRepeat
        ? cells.count { seen.insert($0.item.id).inserted } : cells.reduce(0) { count, _ in count + 1 }
      let start = parts.last?.records.upperBound ?? 0
      let isFull = (parts.last?.records.count ?? 0) >= Self.size
      let key = perPart > 0 ? (run.number(ofPage: page) - 1) / perPart : isFull ? parts.count : open ?? 0
      if key != open {
        parts.append(
          Part(path: Routes.tools(of: list.path, part: parts.isEmpty ? nil : key + 1), records: start..<start))
        open = key
      }
      parts[parts.count - 1].pages.append((list.url(page: page), count))
      parts[parts.count - 1].records = parts[parts.count - 1].records.lowerBound..<start + count
    }
    return parts
  }

  package var block: PageBlock? { .tools(number) }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    guard let tools = site.lists[number].settings.tools else { return }
    let list = site.lists[number]
    let maker: any PageMaker = ToolDataMaker(list, ToolTable(tools, of: list, number, site), parts)
    for (index, route) in routes.enumerated() { site.add(route, .made(maker, index)) }
  }
}

/// Makes the parts of one list.
private struct ToolDataMaker: PageMaker {
  private let records: RecordRow
  /// The numbers of the records in the list's `WordIndex`; none in a list without one.
  private let numbers: Deferred<[UInt32]>
  private let table: ToolTable
  private let parts: [ToolData.Part]
  private let name: String
  /// The base URL of the records' pages; nil where records are shown on the pages of the list.
  private let details: String?
  /// The layout of the list's `WordIndex` and its description; nil where it has none.
  private let words: (layout: ShardLayout, description: JSONText)?

  init(_ list: ListPlan, _ table: ToolTable, _ parts: [ToolData.Part]) {
    records = list.records
    self.table = table
    self.parts = parts
    name = list.settings.folder.name
    details = list.details
    words = ShardLayout(of: list).map { ($0, $0.description(of: list)) }
    numbers = Deferred { [records, layout = words?.layout] in layout?.numbers(of: records.map(\.item.id)) ?? [] }
  }

  private func cells(_ index: Int) -> Slice<RecordRow> { records[parts[index].records] }

  /// The numbers of the records of a part; nil in a list without an index of words.
  private func numbers(_ index: Int) -> ArraySlice<UInt32>? {
    words == nil ? nil : numbers.value[parts[index].records]
  }

  /// The names of the other files, in the order of their records; only the first one knows them.
  private func others(_ index: Int) -> [String] { index == 0 ? parts.dropFirst().map(\.path.fileName) : [] }

  func parts(_ index: Int) -> [String] {
    ["the pages of '\(name)'", "the tools of '\(name)'", "the records of '\(name)'"]
  }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    for (url, count) in parts[index].pages {
      buffer.append(counted: url)
      buffer.append(number: UInt64(count))
    }
    for other in others(index) { buffer.append(counted: other) }
    buffer.append(counted: details ?? "")
    if index == 0, let words { buffer.append(counted: words.description.line) }
    buffer.endPart()
    table.trace(into: &buffer)
    buffer.endPart()
    let cells = cells(index)
    for cell in cells { table.trace(cell, into: &buffer) }
    if words == nil { for cell in cells { table.traceText(of: cell, into: &buffer) } }
    for number in numbers(index) ?? [] { buffer.append(number: UInt64(number)) }
    table.traceTerms(of: cells, into: &buffer)
    buffer.endPart()
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    let pages = parts[index].pages.map { JSONText.array([.text($0.url), .integer($0.count)]) }
    let head: [(String, JSONText?)] =
      index == 0
      ? [
        ("details", details.map(JSONText.text)), ("more", .array(others(0).map(JSONText.text))),
        ("fields", table.fields), ("words", words?.description),
      ] : []
    let rows = table.rows(of: cells(index))
    let columns =
      table.columns(of: rows) + [
        ("texts", words == nil ? table.texts(of: rows) : nil),
        ("numbers", numbers(index).map { .array($0.map { .integer(Int($0)) }) }),
        ("terms", table.terms(of: rows)),
      ]
    buffer.append(JSONText.object(head + [("pages", .array(pages))] + columns).line)
    buffer.append("\n")
  }
}
