import CellistBase
import CellistLists
import CellistTemplates
import CellistThemes

/// The difference between two plans that one process made of a site: which pages may differ.
///
/// It compares the records of each list, and what each kind of page shows besides records. Which pages a changed record
/// reaches follows from the edges that their templates cross. No condition refuses an edit: where more than records
/// changed, all pages of the lists in question may differ.
struct PlanDifference {
  private let old: SitePlan
  private let new: SitePlan
  /// For each list, its number in the old plan and the difference of its records; nil where there was none.
  private let lists: [(before: Int, records: ListDifference)?]
  private let reached: ReachedRecords
  /// Whether changes reach pages by an edge.
  private let isCrossed: @Sendable (Edge) -> Bool

  init(from old: SitePlan, to new: SitePlan, crossing isCrossed: @escaping @Sendable (Edge) -> Bool) {
    (self.old, self.new, self.isCrossed) = (old, new, isCrossed)
    let lists = parallelMap(new.lists.count) { number -> (before: Int, records: ListDifference)? in
      let path = new.lists[number].path
      guard let before = old.lists.firstIndex(where: { $0.path == path }) else { return nil }
      return (before, ListDifference(from: old.lists[before], to: new.lists[number]))
    }
    var reachable: [String: ReachedRecords.List] = [:]
    for (plan, difference) in zip(new.lists, lists) {
      guard let difference else { continue }
      reachable[plan.settings.folder.name] = ReachedRecords.List(
        plan: plan, ids: difference.records.ids, items: difference.records.items,
        isReordered: difference.records.isReordered, isFramedAlike: plan.facts == old.lists[difference.before].facts)
    }
    (self.lists, reached) = (lists, ReachedRecords(reachable))
  }

  /// The pages that may differ, by their numbers in the new plan. All others are as they were.
  var candidates: [Int] { new.candidates(blocks) }

  /// The pages of lists and of their records of which not all may differ, with the places of those that may.
  private var blocks: [(pages: Range<Int>, touched: [Int])] {
    guard old.pictures == new.pictures else { return [] }
    var blocks: [(pages: Range<Int>, touched: [Int])] = []
    for number in new.lists.indices {
      guard let list = lists[number], new.lists[number].facts == old.lists[list.before].facts else { continue }
      if let touched = listPages(of: number, list.before, list.records) {
        blocks.append((new.listPages(number), touched))
      }
      if let touched = recordPages(of: number, list.before, list.records) {
        blocks.append((new.recordPages(number), touched))
      }
    }
    for block in new.blocksBesidesLists {
      guard let maker = new.maker(of: block), let earlier = old.maker(of: block), maker.isAlike(earlier) else {
        continue
      }
      blocks.append((new.pages(of: block), []))
    }
    return blocks
  }

  // MARK: Pages of lists

  private func listPages(of number: Int, _ before: Int, _ difference: ListDifference) -> [Int]? {
    let (list, earlier) = (new.lists[number], old.lists[before])
    let edges = crossed(new.listEdges(number))
    guard let reached = reached.ids(in: list.settings.folder.name, by: edges) else { return nil }
    let ids = difference.ids.union(reached)
    let oldPages = old.listPages(before)
    let places = Dictionary(
      oldPages.map { (old.pages[$0].path, $0 - oldPages.lowerBound) }, uniquingKeysWith: { first, _ in first })
    let first = new.listPages(number).lowerBound
    let isTouched = parallelMap(list.pages.count) { page in
      guard let then = places[new.pages[first + page].path], let frame = new.frame(of: number, page),
        frame == old.frame(of: before, then)
      else { return true }
      return !list.pages[page].table.sections.elementsEqual(earlier.pages[then].table.sections) { one, other in
        // Pages without touched records share their cells with those of the old plan.
        if reached.isEmpty, difference.areItemsNew, one.cells.isShared(with: other.cells) { return true }
        return one.cells.elementsEqual(other.cells) {
          $0.stands(like: $1) && (ids.isEmpty || !ids.contains($0.item.id))
        }
      }
    }
    return isTouched.indices.filter { isTouched[$0] }
  }

  // MARK: Pages of records

  private func recordPages(of number: Int, _ before: Int, _ difference: ListDifference) -> [Int]? {
    guard let maker = new.recordMaker(number), let earlier = old.recordMaker(before), maker.frame == earlier.frame
    else { return nil }
    let edges = crossed(maker.edges)
    let list = new.lists[number]
    guard let reached = reached.ids(in: list.settings.folder.name, by: edges) else { return nil }
    let touched = edges.contains([.neighbour]) ? difference.touchedOrBeside : difference.touched
    guard !reached.isEmpty else { return touched }
    return Set(touched).union(list.records.indices.filter { reached.contains(list.records[$0].item.id) }).sorted()
  }

  private func crossed(_ edges: Set<EdgePath>) -> Set<EdgePath> { edges.filter { $0.allSatisfy(isCrossed) } }
}

extension SitePlan {
  /// The pages that may have changed since an earlier plan of this process, which read the same records but for some.
  ///
  /// - Parameter isCrossed: whether changes reach pages by an edge; tests leave some out.
  package func candidates(
    since earlier: SitePlan, crossing isCrossed: @escaping @Sendable (Edge) -> Bool = { _ in true }
  ) -> [Int] {
    PlanDifference(from: earlier, to: self, crossing: isCrossed).candidates
  }

  /// Who makes the pages of a list's records; nil where there are none.
  func recordMaker(_ list: Int) -> RecordPageMaker? {
    maker(of: .records(list)) as? RecordPageMaker
  }

  /// The edges that lead from the records on a list's pages, and on those of its terms, to others.
  func listEdges(_ list: Int) -> Set<EdgePath> {
    let first = listPages(list).lowerBound
    return lists[list].runs.reduce(into: []) { edges, run in
      guard case .made(let maker as TemplatePage<ListPage>, _) = pages[first + run.pages.lowerBound].content else {
        return
      }
      edges.formUnion(maker.used.template.edges)
    }
  }
}

extension ListPlan {
  /// Distinguishes what the names of all its records share: its settings, its title and where it lies.
  var facts: Digest {
    var writer = StateWriter()
    writer.write(settings.digests.reading)
    writer.write(settings.digests.framing)
    let (summary, arrangement) = (summary, settings.arrangement)
    for text in [
      base.text, path, recordPrefix, summary.title, summary.url, summary.slug, arrangement.language.tag,
      settings.decoder.values.language.tag, settings.decoder.values.zone.name,
    ] + settings.otherSettings + booleans {
      writer.write(text)
    }
    writer.write("\(arrangement.type.columns) \(arrangement.type.fields.map(\.type))")
    writer.write(haveRecordPages)
    return Digest(writer.bytes)
  }
}

extension [RecordCell] {
  /// Whether it is the same array, without a look at its elements.
  fileprivate func isShared(with other: [RecordCell]) -> Bool {
    withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { $0.baseAddress == one.baseAddress } }
      && count == other.count
  }
}

extension RecordCell {
  /// Whether the cell shows the record that another shows, in the same way.
  fileprivate func stands(like other: RecordCell) -> Bool {
    (item === other.item || item.id == other.item.id) && variant == other.variant && anchor == other.anchor
  }
}
