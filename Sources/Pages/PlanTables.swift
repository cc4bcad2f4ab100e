import CellistBase
import CellistTemplates

/// The tables of a site that pages follow from: the place of each record, and the frames of pages. The difference of two of
/// them yields the pages that may differ.
///
/// They are made of a plan, or read from the state of the build that wrote the site.
package struct PlanTables: Sendable {
  /// The sizes and copies of all pictures. Each is an ingredient of the pages that show it; they change too rarely to
  /// track each.
  package let pictures: Digest
  let lists: [List]
  /// Who makes the pages that follow no records of one list. A state does not say.
  let makers: [PageBlock: any PageMaker]

  /// The tables of a plan.
  package init(_ plan: SitePlan) {
    pictures = plan.links.pictureDigest
    lists = parallelMap(plan.lists.count) { List($0, of: plan) }
    makers = Dictionary(
      plan.blocksBesidesLists.compactMap { block in plan.maker(of: block).map { (block, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The tables that a state has.
  ///
  /// - Parameters:
  ///   - snapshots: the lists as they were published.
  ///   - plan: the plan that they are compared with. A list is left out when more than its records changed.
  package init(_ snapshots: [ListSnapshot], pictures: Digest, comparedWith plan: SitePlan) {
    self.pictures = pictures
    makers = [:]
    let known = Dictionary(snapshots.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var tables: [String: List] = [:]
    // Those that show the records of others need theirs.
    let borrows = { (list: ListPlan) in list.settings.recordsOf != nil }
    for list in plan.lists.filter({ !borrows($0) }) + plan.lists.filter(borrows) {
      guard let snapshot = known[list.path], snapshot.facts == list.facts else { continue }
      let home = list.settings.recordsOf.map { tables[$0.name] }
      if case .some(.none) = home { continue }
      tables[list.settings.folder.name] = List(snapshot, comparedWith: list, home: home ?? nil)
    }
    lists = plan.lists.compactMap { tables[$0.settings.folder.name] }
  }
}

extension SitePlan {
  /// How a build that writes the plan publishes its lists, for the next build.
  package var snapshots: [ListSnapshot] {
    let edges = Set(lists.indices.flatMap { listEdges($0).union(recordMaker($0)?.edges ?? []) }.joined())
    return zip(lists, tables.lists).map { list, tables in
      let type = list.settings.type
      let fields = edges.compactMap { edge -> Int? in
        guard case .back(list.settings.folder.name, let field) = edge else { return nil }
        return type.reference(named: field)
      }
      return ListSnapshot(list, tables, followingBack: Set(fields))
    }
  }

  /// The pages that may have changed since a site was written, by their numbers.
  ///
  /// - Parameters:
  ///   - earlier: the tables of that site.
  ///   - isCrossed: whether changes reach pages by an edge; tests leave some out.
  package func candidates(
    since earlier: PlanTables, crossing isCrossed: @escaping @Sendable (Edge) -> Bool = { _ in true }
  ) -> [Int] {
    PlanDifference(from: earlier, to: self, crossing: isCrossed).candidates
  }
}

extension LinkMap {
  fileprivate var pictureDigest: Digest {
    var buffer = ByteBuffer()
    for (path, picture) in pictures.sorted(by: { inByteOrder($0.key, $1.key) }) {
      buffer.append(counted: path)
      buffer.append(picture)
    }
    return Digest(buffer.bytes)
  }
}
