import CellistRecords

/// An error that ends the reading of YAML.
package struct YAMLProblem: Error {
  package let diagnostic: Diagnostic

  package static func broken(_ message: String, at location: SourceLocation, hint: String? = nil) -> YAMLProblem {
    YAMLProblem(
      diagnostic: Diagnostic(.error, .yamlSyntax, "the YAML is broken: \(message)", at: location, hint: hint))
  }

  /// What to do about a message of libyaml; nil where the message says it.
  package static func hint(for message: String) -> String? { hints.first { message.contains($0.part) }?.hint }

  /// Parts of libyaml's messages, and what most often causes them.
  private static let hints = [
    (part: "found a tab character", hint: "indent with spaces"),
    (
      part: "cannot start any token",
      hint: "indent with spaces, and put text that begins with a special character in quotes"
    ),
    (
      part: "mapping values are not allowed",
      hint: "put text that contains a colon and a space in quotes, as in title: \"Part one: the sea\""
    ),
    (
      part: "could not find expected ':'",
      hint: "put a space between 'key:' and its value, and indent a text of several lines below its key"
    ),
    (part: "unknown escape character", hint: "in double quotes '\\' begins an escape; single quotes keep it as it is"),
    (part: "did not find expected alphabetic or numeric character", hint: quoteMarks),
    (part: "found undefined alias", hint: quoteMarks),
    (
      part: "did not find expected key",
      hint: "all keys of a mapping begin in the same column, and nothing follows a text in quotes"
    ),
  ]
  private static let quoteMarks = "put text that begins with '*' or '&' in quotes"
}
