import CellistContent
import CellistLists
import CellistTemplates
import CellistThemes

// Most pages need not be traced. Where a list has nothing to do with the records of others, its pages are made of their
// outline and of what its own say. While the outline is as it was, only pages of records that were read may be others.

extension SitePlan {
  /// What of each list's pages is not said by its records: the templates, the site and the list around them, and which
  /// record stands where. None for a list that has to do with others, or whose pages have too little in common.
  package func outlines() -> [String: Digest] {
    var outlines: [String: Digest] = [:]
    for list in lists.indices { outlines[lists[list].path] = outline(of: list) }
    return outlines
  }

  private func outline(of number: Int) -> Digest? {
    let list = lists[number]
    guard standsAlone(list) else { return nil }
    var buffer = ByteBuffer()
    if let first = recordPages(number).first {
      guard case .made(let maker as RecordPageMaker, _) = pages[first].content, let shared = maker.shared else {
        return nil
      }
      for digest in shared { buffer.append(digest) }
    }
    let first = listPages(number).lowerBound
    let digests = parallelMap(list.pages.count) { [pages] index -> Digest? in
      guard case .made(let maker as TemplatePage<ListPage>, _) = pages[first + index].content else { return nil }
      var buffer = ByteBuffer()
      TemplatePage(used: maker.used, source: maker.source.withoutCells).trace(0, into: &buffer)
      for text in [maker.source.site.base, maker.source.page.url, pages[first + index].path] {
        buffer.append(counted: text)
      }
      for section in list.pages[index].table.sections {
        buffer.append(number: UInt64(section.cells.count))
        for cell in section.cells {
          buffer.append(counted: cell.item.id)
          buffer.append(counted: cell.item.slug)
          buffer.append(counted: cell.anchor)
          buffer.append(number: UInt64(cell.variant))
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

  /// The pages that may be others than in the last build, by their numbers.
  ///
  /// - Parameters:
  ///   - outlines: the outlines of the lists.
  ///   - known: what they were in the last build.
  package func candidates(_ outlines: [String: Digest], since known: [String: Digest]) -> [Int] {
    var candidates: [Int] = []
    var next = 0
    var blocks: [(pages: Range<Int>, touched: [Int])] = []
    for list in lists.indices {
      guard let outline = outlines[lists[list].path], outline == known[lists[list].path] else { continue }
      let (listPages, records) = touched(in: list)
      blocks.append((self.listPages(list), listPages))
      blocks.append((recordPages(list), lists[list].settings.hasRecordPages ? records : []))
    }
    for block in blocks.sorted(by: { $0.pages.lowerBound < $1.pages.lowerBound }) {
      candidates += next..<block.pages.lowerBound
      candidates += block.touched.map { block.pages.lowerBound + $0 }
      next = block.pages.upperBound
    }
    return candidates + (next..<pages.count)
  }

  /// Which of a list's pages, and of its records' own, show a record that may not be what it was: one that was read, or
  /// with a link that leads elsewhere now.
  private func touched(in number: Int) -> (pages: [Int], records: [Int]) {
    let list = lists[number]
    var items: [ObjectIdentifier: RecordItem] = [:]
    for source in list.content.sources where source.isFresh {
      for entry in source.records.entries where entry.isFresh { items[ObjectIdentifier(entry.item)] = entry.item }
    }
    for item in list.content.cells?.made ?? [] { items[ObjectIdentifier(item)] = item }
    guard !items.isEmpty else { return ([], []) }
    let pages = list.pages.indices.filter { page in
      list.pages[page].table.sections.contains { !$0.cells.places(of: items).isEmpty }
    }
    return (pages, list.records.andNeighbours(of: list.records.places(of: items)))
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
