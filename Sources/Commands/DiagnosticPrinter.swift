import CellistRecords

/// Prints diagnostics in a format.
package struct DiagnosticPrinter: Sendable {
  package let format: DiagnosticFormat
  /// Whether text is coloured.
  package let colours: Bool
  /// The site folder as the user named it, as a prefix of every path; empty for the current folder.
  package let prefix: String
  /// Whether each diagnostic is printed, and not only the first three of a kind.
  package let printsAll: Bool

  package init(format: DiagnosticFormat, colours: Bool = false, prefix: String = "", printsAll: Bool = false) {
    self.format = format
    self.colours = colours
    self.prefix = prefix
    self.printsAll = printsAll
  }

  package func text(of diagnostics: [Diagnostic]) -> String {
    switch format {
    case .text: text(summing: diagnostics)
    case .json: json(diagnostics)
    case .github: annotations(of: diagnostics).shown.map(annotation).joined()
    }
  }

  /// The path of a file as the user would name it.
  func path(_ location: SourceLocation) -> String {
    prefix.isEmpty ? location.file : "\(prefix)/\(location.file)"
  }

  // MARK: Text

  private func text(summing diagnostics: [Diagnostic]) -> String {
    guard !printsAll else { return diagnostics.map { paragraph($0) }.joined() }
    return DiagnosticSummary(diagnostics).entries.map { paragraph($0.diagnostic, $0.others) }.joined()
  }

  private func paragraph(_ diagnostic: Diagnostic, _ others: DiagnosticSummary.Others? = nil) -> String {
    let place = diagnostic.location.map { "\(path($0)):\($0.position): " } ?? ""
    let severity = coloured(diagnostic.severity.rawValue, diagnostic.severity == .error ? "1;31" : "1;35")
    var text =
      "\(coloured(Self.printable(place), "1"))\(severity): \(Self.printable(diagnostic.message)) [\(diagnostic.code.rawValue)]\n"
    var margin = "     "
    if let location = diagnostic.location, let excerpt = diagnostic.excerpt, !excerpt.text.allSatisfy(\.isWhitespace) {
      let number = String(location.line)
      margin = String(repeating: " ", count: max(number.count, 2) + 3)
      let marked = ExcerptMark(excerpt.text, column: excerpt.column)
      text += "\(String(repeating: " ", count: margin.count - number.count - 1))\(number) | \(marked.line)\n"
      text += "\(margin)| \(coloured(marked.mark, "1;32"))\n"
    }
    if let hint = diagnostic.hint { text += "\(margin)= \(Self.printable(hint))\n" }
    if let others {
      let files = others.fileCount == 0 ? "" : " in \(SiteArguments.count(others.fileCount, "file"))"
      text += "\(margin)= \(others.count) more of this kind\(files); --all prints each\n"
    }
    return text
  }

  private func coloured(_ text: String, _ code: String) -> String {
    colours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Text in which nothing can steer a terminal: content may hold escape sequences.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steers) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(steers(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  /// Whether a terminal acts on a scalar: control characters, and those that turn the direction of text.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  // MARK: JSON

  private func json(_ diagnostics: [Diagnostic]) -> String {
    let items = diagnostics.map { diagnostic in
      JSONText.object([
        ("severity", .text(diagnostic.severity.rawValue)),
        ("code", .text(diagnostic.code.rawValue)),
        ("message", .text(diagnostic.message)),
        ("file", diagnostic.location.map { .text(path($0)) }),
        ("line", diagnostic.location.map { .integer($0.line) }),
        ("column", diagnostic.location.map { .integer($0.column) }),
        ("hint", diagnostic.hint.map { .text($0) }),
      ])
    }
    return JSONText.object([("version", .integer(1)), ("diagnostics", .array(items))]).pretty + "\n"
  }
}
