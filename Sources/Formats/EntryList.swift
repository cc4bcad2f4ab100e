import CellistRecords

/// The entries of a mapping while it is read, each key once.
package struct EntryList {
  package private(set) var entries: [Node.Entry] = []
  /// All keys, once there are too many of them to look through.
  private var keys: Set<String> = []
  private static let few = 16

  package func holds(_ key: String) -> Bool {
    entries.count <= Self.few ? entries.contains { $0.key == key } : keys.contains(key)
  }

  /// Appends an entry whose key the list does not hold.
  package mutating func append(_ entry: consuming Node.Entry) {
    if entries.count == Self.few { keys = Set(entries.lazy.map(\.key)) }
    if entries.count >= Self.few { keys.insert(entry.key) }
    entries.append(entry)
  }
}
