/// The part of a source line that a diagnostic is about: all of a short line, and of a long one what lies around the place.
///
/// A file may be one line of megabytes, with thousands of diagnostics about it.
package struct Excerpt: Hashable, Sendable {
  package let text: String
  /// The column of the place within the text, counted from 1.
  package let column: Int

  /// How many scalars of a line are shown before and after a location.
  package static let radius = 200

  package init(_ text: String, column: Int) {
    self.text = text
    self.column = column
  }
}
