import CellistOutput

/// The files at a target that are a site's: its own, their compressed copies, and its manifest. All others are somebody
/// else's.
struct SiteFiles: Sendable {
  private let paths: Set<String>

  /// The files of two generations, and those that no page uses any more.
  init(_ new: some Sequence<String>, _ old: some Sequence<String>, _ retired: [String]) {
    paths = Set(new).union(old).union(retired)
  }

  /// Whether a path is that of such a file. O(1).
  func contains(_ path: String) -> Bool {
    if path.hasPrefix("\(Manifest.folder)/") || paths.contains(path) { return true }
    return ContentCoding.allCases.contains { coding in
      path.hasSuffix(".\(coding.ending)") && paths.contains(String(path.dropLast(coding.ending.count + 1)))
    }
  }
}
