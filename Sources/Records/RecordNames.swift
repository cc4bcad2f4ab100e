import Synchronization

/// The records of one list by what references may call them: ids, and the values of fields that hold other names.
final class RecordNames: Sendable {
  /// The way in which a field looks for records.
  struct Lookup: Hashable {
    let fields: [Int]
    let isFolded: Bool

    /// - Parameter type: the record type of the list that the field refers to.
    init(_ field: Field, in type: RecordType) {
      fields = field.also.compactMap(type.index)
      isFolded = field.isFolded
    }
  }

  private let list: RecordJoin.List
  /// The ids of records that a name has, by lookup. It takes a while, and most references are ids as they are.
  private let known = Mutex<[Lookup: [String: [String]]]>([:])

  init(_ list: RecordJoin.List) { self.list = list }

  /// The ids of the records that a text names; ids come before other names.
  func ids(named text: String, _ lookup: Lookup) -> [String] {
    guard lookup.isFolded || !lookup.fields.isEmpty else { return [] }
    return known.withLock { known in
      if known[lookup] == nil { known[lookup] = index(lookup) }
      return known[lookup]?[Self.key(text, lookup)] ?? []
    }
  }

  private static func key(_ text: String, _ lookup: Lookup) -> String { lookup.isFolded ? text.folded : text }

  private func index(_ lookup: Lookup) -> [String: [String]] {
    var ids: [String: [String]] = [:]
    for id in list.ids + list.others {
      let key = Self.key(id, lookup)
      if ids[key]?.contains(id) != true { ids[key, default: []].append(id) }
    }
    var names: [String: [String]] = [:]
    for record in lookup.fields.isEmpty ? [] : list.names() {
      for name in lookup.fields.flatMap({ record.names[$0] ?? [] }) {
        let key = Self.key(name, lookup)
        if ids[key] == nil, names[key]?.contains(record.id) != true { names[key, default: []].append(record.id) }
      }
    }
    return ids.merging(names) { id, _ in id }
  }
}
