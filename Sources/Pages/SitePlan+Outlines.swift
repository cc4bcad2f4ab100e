import CellistBase
import CellistLists
import CellistTemplates
import CellistThemes

// Most pages need not be traced by a process that knows the last build from its state. A list's pages are made of its
// outline, of what its own records say, and of the records that these lead to. While the outlines of all those lists are as
// they were, only the pages that records reach which were read may differ.

extension SitePlan {
  /// A digest of the parts of each list's pages that do not follow from what records say: the templates, the site and the
  /// lists around them, the place of each record, and which records refer to which. None where pages have no template.
  package func outlines() -> [String: Digest] {
    let own = parallelMap(lists.count) { ownOutline(of: $0) }
    var outlines: [String: Digest] = [:]
    for number in lists.indices { outlines[lists[number].path] = outline(of: number, own) }
    return outlines
  }

  /// - Parameter own: the outlines of all lists without those of others.
  private func outline(of number: Int, _ own: [Digest?]) -> Digest? {
    var buffer = ByteBuffer()
    guard let digest = own[number] else { return nil }
    buffer.append(digest)
    let edges = edges(ofList: number)
    let reached = Set(edges.compactMap(\.last?.list))
    let names = reached.union(homes(of: reached.union([lists[number].settings.folder.name])))
    for other in lists.indices where other != number && names.contains(lists[other].settings.folder.name) {
      guard let digest = own[other] else { return nil }
      buffer.append(digest)
    }
    for edge in Set(edges.joined()).sorted(by: { "\($0)" < "\($1)" }) { append(referencesBack: edge, to: &buffer) }
    for (terms, values) in zip(lists[number].settings.arrangement.terms, lists[number].referred) {
      buffer.append(counted: terms.name)
      let known = values.map { ($0.key.plainText, $0.value) }.sorted { inByteOrder($0.0, $1.0) }
      for (value, term) in known { for text in [value, term.title, term.url] { buffer.append(counted: text) } }
    }
    if reached.contains(where: hasAssets) || lists[number].settings.type.hasAssets {
      buffer.append(pictures)
    }
    return Digest(buffer.bytes)
  }

  /// The lists whose records some lists show.
  private func homes(of names: Set<String>) -> Set<String> {
    Set(lists.filter { names.contains($0.settings.folder.name) }.compactMap(\.settings.recordsOf?.name))
  }

  private func hasAssets(_ name: String) -> Bool {
    lists.contains { $0.settings.folder.name == name && $0.settings.type.hasAssets }
  }

  /// Appends which records refer to which, where an edge leads back: of a record that was read, a state that was
  /// overwritten knew what it referred to.
  private func append(referencesBack edge: Edge, to buffer: inout ByteBuffer) {
    guard case .back(let name, let field) = edge,
      let list = lists.first(where: { $0.settings.folder.name == name }),
      let index = list.settings.type.reference(named: field)
    else { return }
    for cell in list.records {
      let ids = cell.item.references[index] ?? []
      buffer.append(number: UInt64(ids.count))
      for id in ids { buffer.append(counted: id) }
    }
  }

  /// The edges that pages of a list and of its records cross.
  private func edges(ofList number: Int) -> Set<EdgePath> {
    listEdges(number).union(recordMaker(number)?.edges ?? [])
  }

  private func ownOutline(of number: Int) -> Digest? {
    let list = lists[number]
    var buffer = ByteBuffer()
    buffer.append(list.facts)
    if let maker = recordMaker(number) { buffer.append(maker.frame) }
    let tellsLines = list.settings.edit?.hasLines == true
    let digests = parallelMap(list.pages.count) { page -> Digest? in
      guard let frame = frame(of: number, page) else { return nil }
      var buffer = ByteBuffer()
      buffer.append(frame)
      for section in list.pages[page].table.sections {
        buffer.append(number: UInt64(section.cells.count))
        for cell in section.cells {
          buffer.append(counted: cell.item.id)
          buffer.append(counted: cell.item.slug)
          if !list.settings.hasPlainPlaces { buffer.append(counted: cell.item.place) }
          buffer.append(counted: cell.anchor)
          buffer.append(number: UInt64(cell.variant))
          if tellsLines {
            buffer.append(counted: cell.item.location.file)
            buffer.append(number: UInt64(cell.item.location.line))
          }
        }
      }
      return Digest(buffer.bytes)
    }
    for digest in digests {
      guard let digest else { return nil }
      buffer.append(digest)
    }
    return Digest(buffer.bytes)
  }

  /// The sizes and copies of all pictures. Each is an ingredient of the pages that show it; they change too rarely to
  /// track each.
  var pictures: Digest {
    var buffer = ByteBuffer()
    for (path, picture) in links.pictures.sorted(by: { inByteOrder($0.key, $1.key) }) {
      buffer.append(counted: path)
      buffer.append(picture)
    }
    return Digest(buffer.bytes)
  }

  /// The parts of a list's page besides its rows; nil where no template makes it.
  func frame(of number: Int, _ page: Int) -> Digest? {
    let page = pages[listPages(number).lowerBound + page]
    guard case .made(let maker as TemplatePage<ListPage>, _) = page.content else { return nil }
    var buffer = ByteBuffer()
    TemplatePage(used: maker.used, source: maker.source.withoutCells).trace(0, into: &buffer)
    for text in [maker.source.site.base, maker.source.page.url, page.path] { buffer.append(counted: text) }
    return Digest(buffer.bytes)
  }

  /// The pages that may have changed since the last build, by their numbers.
  ///
  /// - Parameters:
  ///   - outlines: the outlines of the lists.
  ///   - known: what they were in the last build.
  package func candidates(_ outlines: [String: Digest], since known: [String: Digest]) -> [Int] {
    let alike = lists.indices.filter { number in
      outlines[lists[number].path].map { $0 == known[lists[number].path] } ?? false
    }
    guard !alike.isEmpty else { return Array(pages.indices) }
    let fresh = lists.map(\.freshItems)
    let reached = ReachedRecords(
      Dictionary(
        lists.indices.map { number in
          let items =
            fresh[number].isEmpty
            ? []
            : lists[number].records.map(\.item).filter {
              fresh[number].contains(ObjectIdentifier($0))
            }
          return (
            lists[number].settings.folder.name,
            ReachedRecords.List(
              plan: lists[number], ids: Set(items.map(\.id)), items: items, isReordered: false, isFramedAlike: true)
          )
        }, uniquingKeysWith: { first, _ in first }))
    return candidates(
      alike.flatMap { number -> [(pages: Range<Int>, touched: [Int])] in
        let touched = touched(in: number, fresh[number], reached)
        return touched.map { [(listPages(number), $0.pages), (recordPages(number), $0.records)] } ?? []
      })
  }

  /// - Parameter blocks: the pages of which not all may have changed, with the places of those that may.
  func candidates(_ blocks: [(pages: Range<Int>, touched: [Int])]) -> [Int] {
    var candidates: [Int] = []
    var next = 0
    for block in blocks.sorted(by: { $0.pages.lowerBound < $1.pages.lowerBound }) where !block.pages.isEmpty {
      candidates += next..<block.pages.lowerBound
      candidates += block.touched.map { block.pages.lowerBound + $0 }
      next = block.pages.upperBound
    }
    return candidates + (next..<pages.count)
  }

  /// Which of a list's pages, and of its records' own, show a record that may not be what it was: one that was read, or
  /// with a link that leads elsewhere now, or one that leads to such; nil where that may be any.
  private func touched(
    in number: Int, _ fresh: Set<ObjectIdentifier>, _ reached: ReachedRecords
  ) -> (pages: [Int], records: [Int])? {
    let list = lists[number]
    let name = list.settings.folder.name
    guard let shown = reached.ids(in: name, by: listEdges(number)) else { return nil }
    let isQuiet = fresh.isEmpty && shown.isEmpty
    let pages = list.pages.indices.filter { page in
      !isQuiet
        && list.pages[page].table.sections.contains { section in
          section.cells.contains { fresh.contains(ObjectIdentifier($0.item)) || shown.contains($0.item.id) }
        }
    }
    guard let maker = recordMaker(number) else { return (pages, []) }
    guard let told = reached.ids(in: name, by: maker.edges) else { return nil }
    guard !fresh.isEmpty || !told.isEmpty else { return (pages, []) }
    let own = list.records.indices.filter { fresh.contains(ObjectIdentifier(list.records[$0].item)) }
    let others = told.isEmpty ? [] : list.records.indices.filter { told.contains(list.records[$0].item.id) }
    return (pages, Set(list.records.andNeighbours(of: own) + others).sorted())
  }
}

extension RecordRow {
  /// The places of records and of those beside them, whose titles their pages tell.
  func andNeighbours(of places: [Int]) -> [Int] {
    Set(places.flatMap { [$0 - 1, $0, $0 + 1] }).filter(indices.contains).sorted()
  }
}

extension ListPage {
  /// The page with its sections, but without what is in them.
  fileprivate var withoutCells: ListPage {
    var table = table
    for section in table.table.sections.indices { table.table.sections[section].cells = [] }
    return showing(table)
  }
}
