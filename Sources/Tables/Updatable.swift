/// An item that can take over the values of a newer version.
public protocol Updatable: Identifiable where ID: Sendable {
  /// Takes over the values of another item with the same id; the id stays.
  ///
  /// - Complexity: O(1) is expected: to upsert a batch updates each of its items that the table has.
  mutating func update(from other: Self)
}
