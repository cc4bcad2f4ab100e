/// A part of a fixture that should be replaced, and is not there.
package struct MissingPart: Error, CustomStringConvertible {
  let part: String
  let text: String

  package var description: String { "there is no \"\(part)\" to be replaced in:\n\(text)" }
}

extension String {
  /// The text with something else in place of a part. A fixture without the part is a mistake in the test, which would
  /// otherwise test a site that nobody edited.
  package func replacing(present part: String, with other: String) throws(MissingPart) -> String {
    guard contains(part) else { throw MissingPart(part: part, text: self) }
    return replacing(part, with: other)
  }
}
