import CellistContent
import CellistLists
import CellistTemplates
import CellistThemes

// Most pages need not be traced. Where a list has nothing to do with the records of others, its pages are made of their
// outline and of what its own say. While the outline is as it was, only pages of records that were read may be others.

extension SitePlan {
  /// A digest of the parts of each list's pages that do not follow from its records: the templates, the site and the
  /// list around them, and the place of each record. None for a list that has to do with others, or whose pages have
  /// too little in common.
  package func outlines() -> [String: Digest] {
    var outlines: [String: Digest] = [:]
    for list in lists.indices { outlines[lists[list].path] = outline(of: list) }
    return outlines
  }

  private func outline(of number: Int) -> Digest? {
    let list = lists[number]
    guard standsAlone(list), let shared = shared(number) else { return nil }
    var buffer = ByteBuffer()
    buffer.append(list.settings.digests.framing)
    for digest in shared { buffer.append(digest) }
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

  /// The ingredients that the pages of a list's records share; nil where they are not known.
  private func shared(_ number: Int) -> [Digest]? {
    let pictures = lists[number].settings.type.hasAssets ? [pictures] : []
    guard let first = recordPages(number).first else { return pictures }
    guard case .made(let maker as RecordPageMaker, _) = pages[first].content, !maker.shared.isEmpty else { return nil }
    return maker.shared.map(\.digest) + pictures
  }

  /// The sizes and copies of all pictures. Each is an ingredient of the pages that show it; they change too rarely to say of which.
  private var pictures: Digest {
    var buffer = ByteBuffer()
    for (path, picture) in links.pictures.sorted(by: { inByteOrder($0.key, $1.key) }) {
      buffer.append(counted: path)
      buffer.append(picture)
    }
    return Digest(buffer.bytes)
  }

  /// A digest of the parts of each page of a list besides its rows.
  func frames(of number: Int) -> [Digest?] { parallelMap(listPages(number).count) { frame(of: number, $0) } }

  /// The parts of a list's page besides its rows; nil where no template makes it.
  private func frame(of number: Int, _ page: Int) -> Digest? {
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
    candidates { list in
      guard let outline = outlines[lists[list].path], outline == known[lists[list].path] else { return nil }
      return touched(in: list)
    }
  }

  /// The pages that may have changed since an earlier plan of this process, which read the same records but for some: by
  /// which of them stand where.
  package func candidates(since earlier: SitePlan) -> [Int] {
    candidates { list in
      guard let before = earlier.lists.firstIndex(where: { $0.path == lists[list].path }) else { return nil }
      return moved(list, since: earlier, before)
    }
  }

  /// - Parameter touched: the pages of a list, and those of its records, that may have changed, each by its place; nil
  ///   where it may be any.
  private func candidates(_ touched: (Int) -> (pages: [Int], records: [Int])?) -> [Int] {
    var candidates: [Int] = []
    var next = 0
    var blocks: [(pages: Range<Int>, touched: [Int])] = []
    for list in lists.indices {
      guard let (listPages, records) = touched(list) else { continue }
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
    let items = fresh(in: list)
    guard !items.isEmpty else { return ([], []) }
    let pages = list.pages.indices.filter { page in
      list.pages[page].table.sections.contains { !$0.cells.places(of: items).isEmpty }
    }
    return (pages, list.records.andNeighbours(of: list.records.places(of: items)))
  }

  /// The records of a list that were read, that have a link that leads elsewhere now, or whose cells were made anew.
  private func fresh(in list: ListPlan) -> [ObjectIdentifier: RecordItem] {
    var items: [ObjectIdentifier: RecordItem] = [:]
    for source in list.content.sources where source.isFresh {
      for entry in source.records.entries where entry.isFresh { items[ObjectIdentifier(entry.item)] = entry.item }
    }
    for item in list.content.cells?.made ?? [] { items[ObjectIdentifier(item)] = item }
    return items
  }

  /// Which of a list's pages, and of its records' own, show other records than in an earlier plan, or something else
  /// besides; nil where that may be all of them.
  private func moved(_ number: Int, since earlier: SitePlan, _ before: Int) -> (pages: [Int], records: [Int])? {
    let (new, old) = (lists[number], earlier.lists[before])
    guard new.settings.digests == old.settings.digests, standsAlone(new), earlier.standsAlone(old),
      let shared = shared(number), shared == earlier.shared(before)
    else {
      return nil
    }
    let fresh = Set(fresh(in: new).keys)
    let pages = parallelMap(new.pages.count) { page in
      guard old.pages.indices.contains(page), let frame = frame(of: number, page),
        frame == earlier.frame(of: before, page)
      else { return true }
      return !new.pages[page].table.sections.elementsEqual(old.pages[page].table.sections) { one, other in
        one.cells.elementsEqual(other.cells) { $0.isSame(as: $1) && !fresh.contains(ObjectIdentifier($0.item)) }
      }
    }
    var places: [ObjectIdentifier: Int] = [:]
    places.reserveCapacity(old.records.count)
    for (place, cell) in old.records.enumerated() { places[ObjectIdentifier(cell.item)] = place }
    func item(_ place: Int, of list: ListPlan) -> ObjectIdentifier? {
      list.records.indices.contains(place) ? ObjectIdentifier(list.records[place].item) : nil
    }
    let records = new.records.indices.filter { place in
      guard let known = item(place, of: new), let then = places[known], !fresh.contains(known) else { return true }
      return item(place - 1, of: new) != item(then - 1, of: old) || item(place + 1, of: new) != item(then + 1, of: old)
        || !new.records[place].isSame(as: old.records[then])
    }
    return (pages.indices.filter { pages[$0] }, records)
  }
}

extension RecordCell {
  fileprivate func isSame(as other: RecordCell) -> Bool {
    item === other.item && variant == other.variant && anchor == other.anchor
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
