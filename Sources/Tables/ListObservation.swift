/// A subscription to a list's changes.
public struct ListObservation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the observation. Cancelling a second time does nothing.
  ///
  /// - Complexity: O(1).
  public func cancel() { end() }
}
