/// That somebody hears of a list's changes, until it is cancelled.
public struct ListObservation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the observation. Cancelling a second time does nothing.
  ///
  /// - Complexity: O(1).
  public func cancel() { end() }
}
