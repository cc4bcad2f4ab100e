import CellistSites

extension SitePlan {
  /// The sources of records that were read.
  var sources: [ReadList.Source] { lists.flatMap(\.content.sources) }

  /// What was read of the site.
  package var readContent: SiteContent {
    var content = content
    content.lists = lists.map(\.content)
    return content
  }

  /// The names of the sources of all lists and of their parts in the state, whether this build looked at them or not.
  package var stateKeys: [String] { sources.flatMap { $0.records.stateKeys(of: $0.group) } }

  /// How many of them there are.
  package var stateKeyCount: Int {
    lists.reduce(0) { count, list in
      let sources = list.content.sources
      return sources.indices.reduce(count) { $0 + sources[$1].stateKeyCount }
    }
  }
}
