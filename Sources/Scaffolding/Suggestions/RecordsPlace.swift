import CellistRecords

/// Where in a tree its records most likely are.
struct RecordsPlace {
  /// As `items` of a source has it.
  let path: String
  let nodes: [Node]
  /// Whether the keys of a mapping name the records.
  let isNamed: Bool
  /// The keys of the enclosing groups that records inherit.
  let inherited: [String]

  /// How deep lists of records are looked for.
  private static let deepest = 6

  /// The longest list of mappings nearest to the root or, where there is none, the mapping of alike mappings; nil where
  /// there is neither. Lists of groups that have little but records give those. O(n).
  init?(in root: Node) {
    var level: [(path: [String], node: Node)] = [([], root)]
    for _ in 0..<Self.deepest {
      let lists = level.compactMap { entry in entry.node.records.map { (entry.path, $0) } }
      if let (path, nodes) = lists.max(by: { $0.1.count < $1.1.count }), nodes.count > 1 || level.count == 1 {
        self.init(path, nodes)
        return
      }
      level = level.flatMap { entry in
        (entry.node.entries ?? []).filter { !$0.key.contains("*") }.map { (entry.path + [$0.key], $0.value) }
      }
    }
    let mappings = [("*", root)] + (root.entries ?? []).map { ("\($0.key).*", $0.value) }
    for (path, mapping) in mappings {
      let nodes = (mapping.entries ?? []).map(\.value)
      if Self.areAlike(nodes) {
        self.init(path, nodes, isNamed: true)
        return
      }
    }
    return nil
  }

  private init(_ path: String, _ nodes: [Node], isNamed: Bool, inherited: [String] = []) {
    (self.path, self.nodes, self.isNamed, self.inherited) = (path, nodes, isNamed, inherited)
  }

  private init(_ path: [String], _ nodes: [Node]) {
    if let group = Self.group(of: nodes) {
      self.init(
        (path + ["*", group.key]).joined(separator: "."), group.nodes, isNamed: false, inherited: group.others)
    } else {
      self.init(path.joined(separator: "."), nodes, isNamed: false)
    }
  }

  /// The key under which each of some groups has its records, if groups have little else.
  private static func group(of nodes: [Node]) -> (key: String, nodes: [Node], others: [String])? {
    var keys: Set<String> = []
    var others: Set<String> = []
    var records: [Node] = []
    for node in nodes {
      let lists = (node.entries ?? []).filter { $0.value.records.map { !$0.isEmpty } ?? false }
      guard lists.count == 1, let list = lists.first, let found = list.value.records else { return nil }
      keys.insert(list.key)
      others.formUnion((node.entries ?? []).filter { $0.key != list.key && $0.value.text != nil }.map(\.key))
      records += found.map { record in
        let names = Set((record.entries ?? []).map(\.key))
        let more = (node.entries ?? []).filter { $0.value.text != nil && !names.contains($0.key) }
        return Node(.mapping(more + (record.entries ?? [])), at: record.location)
      }
    }
    guard keys.count == 1, let key = keys.first, others.count <= 3, records.count >= 2 * nodes.count else { return nil }
    return (key, records, others.sorted())
  }

  /// Whether nodes are mappings of which most have a key in common.
  private static func areAlike(_ nodes: [Node]) -> Bool {
    guard nodes.count > 1, nodes.allSatisfy({ $0.entries != nil }) else { return false }
    var counts: [String: Int] = [:]
    for entry in nodes.compactMap(\.entries).joined() { counts[entry.key, default: 0] += 1 }
    return counts.values.contains { $0 * 2 > nodes.count }
  }
}

extension Node {
  /// The items of a list of mappings.
  fileprivate var records: [Node]? {
    items.flatMap { items in !items.isEmpty && items.allSatisfy { $0.entries != nil } ? items : nil }
  }
}
