import CellistBase
import CellistTemplates
import CellistThemes

/// The difference between what was published last and a plan: which pages may differ.
///
/// It compares the records of each list, and what each kind of page shows besides records. Which pages a changed record
/// reaches follows from the edges that their templates cross. No condition refuses an edit: where more than records
/// changed, all pages of the lists in question may differ.
struct PlanDifference {
  private let plan: SitePlan
  private let old: PlanTables
  private let new: PlanTables
  /// For each list, what it was and the difference of its records; nil where more changed than records.
  private let lists: [(before: PlanTables.List, records: ListDifference)?]
  private let reached: ReachedRecords
  /// Whether changes reach pages by an edge.
  private let isCrossed: @Sendable (Edge) -> Bool

  init(from old: PlanTables, to plan: SitePlan, crossing isCrossed: @escaping @Sendable (Edge) -> Bool) {
    let new = plan.tables
    (self.old, self.new, self.plan, self.isCrossed) = (old, new, plan, isCrossed)
    let known = Dictionary(old.lists.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    lists = parallelMap(plan.lists.count) { number in
      guard let before = known[new.lists[number].path], before.facts == new.lists[number].facts else { return nil }
      return (before, ListDifference(from: before, to: plan.lists[number]))
    }
    var reachable: [String: ReachedRecords.List] = [:]
    for (list, difference) in zip(plan.lists, lists) {
      guard let records = difference?.records else { continue }
      reachable[list.settings.folder.name] = ReachedRecords.List(
        plan: list, ids: records.ids, items: records.items, isReordered: records.isReordered)
    }
    reached = ReachedRecords(reachable)
  }

  /// The pages that may differ, by their numbers in the plan. All others are unchanged.
  var candidates: [Int] {
    var candidates: [Int] = []
    var next = 0
    for block in blocks.sorted(by: { $0.pages.lowerBound < $1.pages.lowerBound }) where !block.pages.isEmpty {
      candidates += next..<block.pages.lowerBound
      candidates += block.touched.map { block.pages.lowerBound + $0 }
      next = block.pages.upperBound
    }
    return candidates + (next..<plan.pages.count)
  }

  /// The pages of lists and of their records of which not all may differ, with the places of those that may.
  private var blocks: [(pages: Range<Int>, touched: [Int])] {
    guard old.pictures == new.pictures else { return [] }
    var blocks: [(pages: Range<Int>, touched: [Int])] = []
    for (number, list) in lists.enumerated() {
      guard let list else { continue }
      if let touched = listPages(of: number, list.before, list.records) {
        blocks.append((plan.listPages(number), touched))
      }
      if let touched = recordPages(of: number, list.before, list.records) {
        blocks.append((plan.recordPages(number), touched))
      }
    }
    for (block, maker) in new.makers {
      guard let earlier = old.makers[block], maker.isAlike(earlier) else { continue }
      blocks.append((plan.pages(of: block), []))
    }
    return blocks
  }

  // MARK: Pages of lists

  private func listPages(of number: Int, _ before: PlanTables.List, _ difference: ListDifference) -> [Int]? {
    let edges = crossed(plan.listEdges(number))
    guard let reached = reached.ids(in: plan.lists[number].settings.folder.name, by: edges) else { return nil }
    let ids = difference.ids.union(reached)
    let places = Dictionary(
      before.pages.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    let pages = new.lists[number].pages
    let isTouched = parallelMap(pages.count) { index in
      let page = pages[index]
      guard let then = places[page.path].map({ before.pages[$0] }), let frame = page.frame, frame == then.frame else {
        return true
      }
      return !page.sections.elementsEqual(then.sections) { one, other in
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

  private func recordPages(of number: Int, _ before: PlanTables.List, _ difference: ListDifference) -> [Int]? {
    guard let maker = plan.recordMaker(number), new.lists[number].recordFrame == before.recordFrame else { return nil }
    let edges = crossed(maker.edges)
    let list = plan.lists[number]
    guard let reached = reached.ids(in: list.settings.folder.name, by: edges) else { return nil }
    let touched = edges.contains([.neighbour]) ? difference.touchedOrBeside : difference.touched
    guard !reached.isEmpty else { return touched }
    return Set(touched).union(list.records.indices.filter { reached.contains(list.records[$0].item.id) }).sorted()
  }

  private func crossed(_ edges: Set<EdgePath>) -> Set<EdgePath> { edges.filter { $0.allSatisfy(isCrossed) } }
}

extension SitePlan {
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
    writer.write(settings.hasBodies)
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
