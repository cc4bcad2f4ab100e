import ArgumentParser

/// How diagnostics are printed.
package enum DiagnosticFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people: place, message, source line and a caret below it.
  case text
  /// For programs: one JSON document.
  case json
  /// For GitHub Actions: annotations of the lines they are about.
  case github
}
