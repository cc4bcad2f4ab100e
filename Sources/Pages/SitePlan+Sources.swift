import CellistSites
import CellistText

extension SitePlan {
  /// The sources of records that were read.
  var sources: [ReadList.Source] { lists.flatMap(\.content.sources) }

  /// All of them, by what the state calls each. Keys hold paths, of which two may be the same text in other bytes.
  package var sourcesByKey: [Identifier: ReadList.Source] {
    Dictionary(sources.map { (Identifier($0.group.stateKey), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the sources of all lists and of their parts in the state, whether this build looked at them or not.
  package var stateKeys: [String] { sources.flatMap { $0.records.stateKeys(of: $0.group) } }

  /// How many of them there are.
  package var stateKeyCount: Int {
    lists.reduce(0) { count, list in
      let sources = list.content.sources
      return sources.indices.reduce(count) { $0 + sources[$1].records.stateKeyCount }
    }
  }
}
