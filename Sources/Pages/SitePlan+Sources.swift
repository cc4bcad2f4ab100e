import CellistSites

extension SitePlan {
  /// What was read from each source of records.
  var sources: [ReadList.Source] { lists.flatMap(\.content.sources) }

  /// All of them, by what the state calls each.
  package var sourcesByKey: [String: ReadList.Source] {
    Dictionary(sources.map { ($0.group.stateKey, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What the state calls the sources of all lists, whether this build looked at them or not.
  package var sourceKeys: [String] { sources.map(\.group.stateKey) }

  package var sourceCount: Int { lists.reduce(0) { $0 + $1.content.sources.count } }
}
