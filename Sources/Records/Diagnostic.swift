/// One thing that is wrong, or doubtful, in a site: a value that commands print and tests compare.
package struct Diagnostic: Hashable, Sendable {
  /// How bad it is: an error keeps the site from being written, a warning does not.
  package enum Severity: String, Sendable { case error, warning }

  package var severity: Severity
  /// The kind of the diagnostic; the same kind always has the same code.
  package var code: DiagnosticCode
  /// One sentence, without a full stop, about the mistake.
  package var message: String
  /// Where it is, or nil when it has no place in a file.
  package var location: SourceLocation?
  /// A remedy, where more than the message can be said.
  package var hint: String?
  /// The source line that the location names, when it could be read.
  package var excerpt: Excerpt?
  /// The field, the key or the link that it is about, where the same mistake may stand in many places; nil where each
  /// mistake is one of its own.
  package var subject: String?
  /// The list whose sources it was found in.
  package var list: String?

  /// The most characters of a message or a hint. Each shortens its quotations; this limits messages with several
  /// quotations or long names.
  private static let longest = 500

  package init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil,
    hint: String? = nil, excerpt: Excerpt? = nil, about subject: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message.shortened(to: Self.longest)
    self.location = location
    self.hint = hint?.shortened(to: Self.longest)
    self.excerpt = excerpt
    self.subject = subject
  }
}

extension Diagnostic {
  /// A mistake that may stand in many places: diagnostics of one kind have the same code, are about the same subject, and
  /// were found in the sources of one list, or in none.
  package struct Kind: Hashable, Sendable {
    let severity: Severity
    let code: DiagnosticCode
    let subject: String
    let list: String?
  }

  /// Its kind; nil where it is one of its own.
  package var kind: Kind? { subject.map { Kind(severity: severity, code: code, subject: $0, list: list) } }
}
