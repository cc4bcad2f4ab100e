import CellistLists
import CellistRecords
import CellistTemplates
import CellistThemes

/// Finds the records from which changed ones are reached: the way of each edge backwards, from the change to the page.
struct ReachedRecords {
  /// A list as edges lead through it.
  struct List {
    let plan: ListPlan
    /// The ids of the records that changed, came or went.
    let ids: Set<String>
    /// Their items, as they were and as they are, as far as both are known.
    let items: [RecordItem]
    /// Whether records stand in another order.
    let isReordered: Bool
  }

  /// The lists that records can be reached in, by name: those of which nothing changed but records.
  private let lists: [String: List]

  init(_ lists: [String: List]) { self.lists = lists }

  /// The ids of the records of a list from which changed records are reached by some edges; nil where it may be any.
  func ids(in list: String, by paths: Set<EdgePath>) -> Set<String>? {
    var ids: Set<String> = []
    // Each beginning of a path is a path, so only the ends need be looked at.
    for path in paths {
      guard let end = path.last?.list else { continue }
      guard let last = lists[end] else { return nil }
      if case .back = path.last, last.isReordered { return nil }
      var reached = last.ids
      for index in path.indices.reversed() where !reached.isEmpty {
        let from = index == 0 ? list : path[index - 1].list
        guard let from, let source = lists[from] else { return nil }
        reached = origins(of: reached, by: path[index], in: source)
      }
      ids.formUnion(reached)
    }
    return ids
  }

  /// The ids of the records of a list from which an edge leads to some others.
  private func origins(of ids: Set<String>, by edge: Edge, in list: List) -> Set<String> {
    switch edge {
    case .neighbour: return []
    case .target(let field, _):
      return origins(in: list) { $0.item.references[field]?.contains(where: ids.contains) ?? false }
    case .content(let place, _):
      return origins(in: list) { cell in
        cell.contents.indices.contains(place) && cell.contents[place].items.contains { ids.contains($0.plainText) }
      }
    case .back(let name, let field):
      guard let other = lists[name], let index = other.plan.settings.type.reference(named: field) else { return [] }
      // A record that is not touched itself refers to what it referred to.
      let items =
        other.items.filter { ids.contains($0.id) }
        + other.plan.records.lazy.map(\.item).filter { ids.contains($0.id) }
      return Set(items.flatMap { $0.references[index] ?? [] })
    }
  }

  private func origins(in list: List, where leads: (RecordCell) -> Bool) -> Set<String> {
    Set(list.plan.records.lazy.filter(leads).map(\.item.id))
  }
}

extension Edge {
  /// The list that it leads to; nil for the one that it comes from.
  var list: String? {
    switch self {
    case .neighbour: nil
    case .target(_, let list), .content(_, let list), .back(let list, _): list
    }
  }
}

extension RecordType {
  /// The place of a field that refers to records. Columns that settings join to the type may be called as it is.
  func reference(named name: String) -> Int? { references.first { fields[$0.field].name == name }?.field }
}
