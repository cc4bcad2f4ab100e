import CellistBase

/// The pages of a site, in the order in which they were planned. Those of records, of which there may be very many, are put
/// together when they are asked for.
package struct SitePages: RandomAccessCollection, Sendable {
  private enum Segment: Sendable {
    case pages([Page])
    case records(RecordPageMaker)
  }

  private var segments: [Segment] = []
  /// The numbers of the first pages of segments.
  private var starts: [Int] = []
  package private(set) var endIndex = 0

  init() {}

  package var startIndex: Int { 0 }

  package subscript(number: Int) -> Page {
    let place = segments.count == 1 ? 0 : starts.firstPlace { $0 > number } - 1
    switch segments[place] {
    case .pages(let pages): return pages[number - starts[place]]
    case .records(let maker): return maker.page(at: number - starts[place])
    }
  }

  mutating func append(_ page: Page) {
    endIndex += 1
    if let last = segments.indices.last, case .pages(var pages) = segments[last] {
      // Nothing else may hold what is appended to.
      segments[last] = .pages([])
      pages.append(page)
      segments[last] = .pages(pages)
    } else {
      starts.append(endIndex - 1)
      segments.append(.pages([page]))
    }
  }

  /// Adds the pages of a list's records.
  mutating func append(of maker: RecordPageMaker) {
    guard maker.count > 0 else { return }
    starts.append(endIndex)
    segments.append(.records(maker))
    endIndex += maker.count
  }

  /// Whether the pages have the paths of others, in the same order.
  ///
  /// - Complexity: O(*n*); of records that are known to be the same no path is made.
  package func havePaths(of others: SitePages) -> Bool {
    guard endIndex == others.endIndex, starts == others.starts else { return false }
    return zip(segments, others.segments).allSatisfy { one, other in
      switch (one, other) {
      case (.pages(let pages), .pages(let others)):
        pages.indices.allSatisfy {
          Identifier(pages[$0].path) == Identifier(others[$0].path) && pages[$0].kind == others[$0].kind
        }
      case (.records(let maker), .records(let other)): maker.hasPaths(of: other)
      default: false
      }
    }
  }

  /// The paths of the pages that people look for, in their order.
  package var pathsOfPages: [String] {
    segments.flatMap { segment in
      switch segment {
      case .pages(let pages): pages.filter { $0.kind == .page }.map(\.path)
      case .records(let maker): maker.paths
      }
    }
  }

  /// The paths that earlier pages had and no page has now, and those that none had.
  ///
  /// - Parameter isMeant: whether a page counts, besides those of records, which all do.
  /// - Complexity: O(*n*); of records that are known to be the same no path is made.
  package func difference(since earlier: SitePages, of isMeant: (Page) -> Bool = { _ in true }) -> (
    gone: Set<Identifier>, come: Set<Identifier>
  ) {
    var (before, now) = (earlier.paths(isMeant), paths(isMeant))
    // Several lists may have their pages below one folder.
    var makers = Dictionary(makers.map { ([$0.list, $0.prefix], $0) }, uniquingKeysWith: { first, _ in first })
    for other in earlier.makers {
      guard let maker = makers.removeValue(forKey: [other.list, other.prefix]) else {
        before.formUnion(other.paths.map { Identifier($0) })
        continue
      }
      let (gone, come) = maker.difference(since: other)
      before.formUnion(gone.map { Identifier($0) })
      now.formUnion(come.map { Identifier($0) })
    }
    for maker in makers.values { now.formUnion(maker.paths.map { Identifier($0) }) }
    return (before.subtracting(now), now.subtracting(before))
  }

  private var makers: [RecordPageMaker] {
    segments.compactMap { if case .records(let maker) = $0 { maker } else { nil } }
  }

  private func paths(_ isMeant: (Page) -> Bool) -> Set<Identifier> {
    var paths: Set<Identifier> = []
    for case .pages(let pages) in segments {
      for page in pages where isMeant(page) { paths.insert(Identifier(page.path)) }
    }
    return paths
  }

  /// Calls `body` with each page whose path has more bytes than a limit.
  func forEachLongPath(_ limit: Int, _ body: (Page) -> Void) {
    for segment in segments {
      switch segment {
      case .pages(let pages): for page in pages where page.path.utf8.count > limit { body(page) }
      case .records(let maker): maker.forEachLongPath(limit, body)
      }
    }
  }
}
