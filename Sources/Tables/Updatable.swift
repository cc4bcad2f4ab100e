/// An item that can take over what a newer version of it says.
public protocol Updatable: Identifiable where ID: Sendable {
  /// Takes over what another item of the same id says; the id stays.
  mutating func update(from other: Self)
}
