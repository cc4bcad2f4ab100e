/// Items in shards: those of one shard have keys that begin with the same bits, and a shard of more than `limit` items
/// is split by the next bit. So an added or removed item changes one shard. O(n log n).
@inlinable
public func sharded<Item>(
  _ items: [(key: UInt64, item: Item)], limit: Int
) -> [(bits: String, items: [Item])] {
  var shards: [(bits: String, items: [Item])] = []
  func split(_ range: ArraySlice<(key: UInt64, item: Item)>, _ bits: String) {
    guard range.count > limit, bits.utf8.count < 64 else { return shards.append((bits, range.map(\.item))) }
    let mask = UInt64(1) << UInt64(63 - bits.utf8.count)
    let middle = range.firstIndex { $0.key & mask != 0 } ?? range.endIndex
    split(range[..<middle], bits + "0")
    split(range[middle...], bits + "1")
  }
  split(items.sorted { $0.key < $1.key }[...], "")
  return shards
}
