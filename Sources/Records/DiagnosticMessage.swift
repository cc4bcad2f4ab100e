/// The message of a diagnostic, written as an interpolation where a mistake is found: long texts in it are cut to their
/// beginnings.
package struct DiagnosticMessage: ExpressibleByStringInterpolation, Sendable {
  package let text: String

  package init(stringLiteral text: String) { self.text = text }
  package init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  package struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ part: String) {
      text += part.utf8.count > Self.long ? part.shortened : part
    }

    package mutating func appendInterpolation(_ part: some Any) { appendInterpolation("\(part)") }

    /// How many bytes make a text long that stands among others.
    private static let long = 160
  }
}
