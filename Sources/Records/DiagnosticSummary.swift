/// Diagnostics as people read them: the first three of each kind, and how many more there are.
package struct DiagnosticSummary: Sendable {
  /// A diagnostic that is told, and the number of those of its kind that are not.
  package struct Entry: Sendable, Equatable {
    package let diagnostic: Diagnostic
    /// The others of its kind, on the last one of the kind that is told; nil where all of them are told.
    package fileprivate(set) var others: Others?
  }

  /// Diagnostics of one kind that are counted, and not told.
  package struct Others: Sendable, Equatable {
    package fileprivate(set) var count = 0
    /// How many files they stand in.
    package var fileCount: Int { files.count }
    fileprivate var files: Set<String> = []
  }

  package private(set) var entries: [Entry] = []

  /// How many diagnostics of one kind are told.
  private static let limit = 3

  package init(_ diagnostics: [Diagnostic]) {
    var told: [Diagnostic.Kind: (count: Int, last: Int)] = [:]
    for diagnostic in diagnostics {
      guard let kind = diagnostic.kind else {
        entries.append(Entry(diagnostic: diagnostic))
        continue
      }
      let known = told[kind] ?? (0, 0)
      if known.count < Self.limit {
        told[kind] = (known.count + 1, entries.count)
        entries.append(Entry(diagnostic: diagnostic))
      } else {
        entries[known.last].others = (entries[known.last].others ?? Others()).adding(diagnostic)
      }
    }
  }
}

extension DiagnosticSummary.Others {
  fileprivate consuming func adding(_ diagnostic: Diagnostic) -> Self {
    count += 1
    if let file = diagnostic.location?.file { files.insert(file) }
    return self
  }
}
