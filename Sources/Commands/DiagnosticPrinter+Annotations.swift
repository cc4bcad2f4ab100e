import CellistRecords

/// Diagnostics as annotations of GitHub Actions.
extension DiagnosticPrinter {
  /// How many errors, and how many warnings, GitHub shows for a step. It drops all others silently.
  private static let annotationLimit = 10

  /// The diagnostics that become annotations, and those for which there is no room. One of each kind comes first.
  func annotations(of diagnostics: [Diagnostic]) -> (shown: [Diagnostic], rest: [Diagnostic]) {
    guard !printsAll, diagnostics.count > Self.annotationLimit else { return (diagnostics, []) }
    var counts: [Diagnostic.Kind: Int] = [:]
    let ranks = diagnostics.map { diagnostic -> Int in
      guard let kind = diagnostic.kind else { return 0 }
      defer { counts[kind, default: 0] += 1 }
      return counts[kind, default: 0]
    }
    var shown: Set<Int> = []
    for severity in [Diagnostic.Severity.error, .warning] {
      let all = diagnostics.indices.filter { diagnostics[$0].severity == severity }
      shown.formUnion(all.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.prefix(Self.annotationLimit))
    }
    return (
      diagnostics.indices.filter(shown.contains).map { diagnostics[$0] },
      diagnostics.indices.filter { !shown.contains($0) }.map { diagnostics[$0] }
    )
  }

  func annotation(_ diagnostic: Diagnostic) -> String {
    var properties: [String] = []
    if let location = diagnostic.location {
      properties = [
        "file=\(escaped(Self.printable(path(location)), isProperty: true))", "line=\(location.line)",
        "col=\(location.column)",
      ]
    }
    properties.append("title=\(diagnostic.code.rawValue)")
    let message = [diagnostic.message, diagnostic.hint].compactMap { $0.map(Self.printable) }.joined(separator: "\n")
    return
      "::\(diagnostic.severity.rawValue) \(properties.joined(separator: ","))::\(escaped(message, isProperty: false))\n"
  }

  private func escaped(_ text: String, isProperty: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // An unescaped line break would begin another command.
      switch scalar {
      case "%": result += "%25".unicodeScalars
      case "\n": result += "%0A".unicodeScalars
      case "\r": result += "%0D".unicodeScalars
      case ":" where isProperty: result += "%3A".unicodeScalars
      case "," where isProperty: result += "%2C".unicodeScalars
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
