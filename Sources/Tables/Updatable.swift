/// An item that can take over what a newer version of it says.
public protocol Updatable: Identifiable where ID: Sendable {
  /// Takes over what another item of the same id says; the id stays.
  ///
  /// - Complexity: O(1) is expected: to upsert a batch updates each of its items that the table has.
  mutating func update(from other: Self)
}
