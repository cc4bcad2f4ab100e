import CellistMarkup

/// Collects what is found wrong while work goes on, so that one run reports everything.
package struct Diagnostics: Sendable {
  package private(set) var all: [Diagnostic] = []
  /// How many more names may be compared with others for hints.
  var comparisons = Self.comparisonLimit

  private static let comparisonLimit = 1_000_000

  package init() {}

  package var hasErrors: Bool { all.contains { $0.severity == .error } }

  package mutating func error(
    _ code: DiagnosticCode, _ message: DiagnosticMessage, at location: SourceLocation?, hint: String? = nil,
    about subject: String? = nil
  ) {
    all.append(Diagnostic(.error, code, message.text, at: location, hint: hint, about: subject))
  }

  package mutating func warning(
    _ code: DiagnosticCode, _ message: DiagnosticMessage, at location: SourceLocation?, hint: String? = nil,
    about subject: String? = nil
  ) {
    all.append(Diagnostic(.warning, code, message.text, at: location, hint: hint, about: subject))
  }

  /// Reports with a message that was put together before.
  @_disfavoredOverload
  package mutating func error(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation?, hint: String? = nil,
    about subject: String? = nil
  ) {
    all.append(Diagnostic(.error, code, message, at: location, hint: hint, about: subject))
  }

  /// Warns with a message that was put together before.
  @_disfavoredOverload
  package mutating func warning(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation?, hint: String? = nil,
    about subject: String? = nil
  ) {
    all.append(Diagnostic(.warning, code, message, at: location, hint: hint, about: subject))
  }

  /// Reports Markdown that would take too long to read.
  ///
  /// - Returns: whether there is anything to report.
  package mutating func reportLimits(of markdown: String, at location: SourceLocation) -> Bool {
    guard let problem = MarkdownLimits.problem(in: markdown) else { return false }
    error(
      .tooComplex, problem.message,
      at: location.advanced(line: problem.position.line, column: problem.position.column))
    return true
  }

  package mutating func append(_ other: Diagnostics) {
    all += other.all
    comparisons -= Self.comparisonLimit - other.comparisons
  }

  package mutating func append(_ diagnostic: Diagnostic) { all.append(diagnostic) }

  /// Reads or checks what the pages of a language are made of. A mistake in a file is not repeated for each language.
  ///
  /// - Parameter tree: that of the language; empty for the site's first.
  package mutating func reading<Result>(_ tree: String, _ read: (inout Diagnostics) -> Result) -> Result {
    guard !tree.isEmpty else { return read(&self) }
    var found = Diagnostics()
    defer { append(ofTranslation: found) }
    return read(&found)
  }

  private mutating func append(ofTranslation other: Diagnostics) {
    guard !other.all.isEmpty else { return }
    func key(_ diagnostic: Diagnostic) -> String {
      "\(diagnostic.code) \(diagnostic.location?.description ?? diagnostic.message)"
    }
    var known = Set(all.map(key))
    comparisons -= Self.comparisonLimit - other.comparisons
    all += other.all.filter { known.insert(key($0)).inserted }
  }

  /// Notes what the diagnostics behind the first `count` are about.
  package mutating func note(subject: String, since count: Int) {
    for index in all.indices.dropFirst(count) { all[index].subject = subject }
  }

  /// Notes in the sources of which list the diagnostics behind the first `count` were found.
  package mutating func note(list: String, since count: Int) {
    for index in all.indices.dropFirst(count) { all[index].list = list }
  }

  /// All of them once, in order of place; those without a place come first. A fault in a part of a template is found
  /// wherever the part is included, with hints that may differ, and one in a file by each list that reads it; the first
  /// one is kept.
  package var sorted: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    func isFirst(_ diagnostic: Diagnostic) -> Bool {
      var plain = diagnostic
      (plain.hint, plain.subject, plain.list) = (nil, nil, nil)
      return seen.insert(plain).inserted
    }
    return all.filter(isFirst).enumerated()
      .sorted { left, right in
        switch (left.element.location, right.element.location) {
        case (let one?, let other?): one == other ? left.offset < right.offset : one < other
        case (nil, .some): true
        case (.some, nil): false
        case (nil, nil): left.offset < right.offset
        }
      }
      .map(\.element)
  }
}
