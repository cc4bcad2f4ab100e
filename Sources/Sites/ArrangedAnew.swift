/// That a list is arranged in bulk, which takes time for each of its records, although an earlier build of this process had
/// arranged it.
package struct ArrangedAnew: Error, Equatable {
  /// Why, as text for people.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
