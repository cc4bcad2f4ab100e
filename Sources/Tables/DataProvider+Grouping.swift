/// The order of the sections that the keys of items make.
public enum GroupOrder<Key: Sendable>: Sendable {
  /// The least key first.
  case ascending
  /// The greatest key first.
  case descending
  /// In the order in which their first items appear in the store.
  case firstAppearance
  /// These first; keys that are not listed follow in ascending order.
  case listed([Key])
}

extension DataProvider where Store == [Item] {
  /// An array in sections of items that have a key in common; in each, items keep their order.
  ///
  /// ```swift
  /// DataProvider<[Talk], Talk>.grouped(by: \.day) { $0.formatted() }
  /// ```
  ///
  /// A section's id is its key's description, followed by a number where two keys have the same description.
  ///
  /// - Parameters:
  ///   - key: the key of an item's section; nil puts it in a last section.
  ///   - order: the order of the sections.
  ///   - missing: the title of the section of items without a key.
  ///   - title: the title of the section of a key.
  /// - Complexity: O(*n* + *k* log *k*) for each list, where *n* is the number of items and *k* that of different keys
  ///   and of keys that `order` lists. Keys with the same description add O(*m*²), where *m* is their number.
  public static func grouped<Key: Hashable & Comparable & Sendable>(
    by key: @escaping @Sendable (Item) -> Key?, order: GroupOrder<Key> = .ascending, missing: String = "Other",
    title: @escaping @Sendable (Key) -> String = { "\($0)" }
  ) -> Self {
    Self { store in
      var groups: [Key: [Item]] = [:]
      var keys: [Key] = []
      var rest: [Item] = []
      for item in store {
        if let key = key(item) {
          if groups[key] == nil { keys.append(key) }
          groups[key, default: []].append(item)
        } else {
          rest.append(item)
        }
      }
      switch order {
      case .ascending: keys.sort()
      case .descending: keys.sort(by: >)
      case .firstAppearance: break
      case .listed(let listed):
        let places = Dictionary(zip(listed, listed.indices)) { first, _ in first }
        keys.sort { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
      }
      var ids: [String: Int] = [:]
      var sections = keys.map { key in
        ItemSection(id: Self.id("\(key)", besides: &ids), title: title(key), items: groups[key] ?? [])
      }
      if !rest.isEmpty {
        sections.append(ItemSection(id: Self.id(missing, besides: &ids), title: missing, items: rest))
      }
      return StaticList(sections: sections)
    }
  }

  /// An id that no section has yet.
  ///
  /// - Parameter ids: the existing ids, each with the number to append when it is needed again.
  private static func id(_ wanted: String, besides ids: inout [String: Int]) -> String {
    var id = wanted
    while ids[id] != nil {
      let number = ids[wanted] ?? 2
      ids[wanted] = number + 1
      id = "\(wanted)-\(number)"
    }
    ids[id] = 2
    return id
  }
}
