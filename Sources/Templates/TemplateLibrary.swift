import CellistRecords

/// The parsed templates that one may include another from, by name.
package struct TemplateLibrary: Sendable {
  private var trees: [String: TemplateTree] = [:]
  /// Templates whose text could not be parsed; that has been reported.
  private var broken: Set<String> = []
  /// Where a name leads that is not itself a template's: tried in order.
  package var folders: [String] = []
  /// For a name's prefix, a prefix that is tried before it: cells of one list before cells of all.
  package var preferred: [String: String] = [:]

  package init() {}

  /// Parses a template and adds it.
  package mutating func add(_ source: TemplateSource, as name: String, _ diagnostics: inout Diagnostics) {
    if let tree = TemplateParser.parse(source, &diagnostics) { trees[name] = tree } else { broken.insert(name) }
  }

  /// The full name that a name in a template leads to; nil when there is no such template.
  package func resolve(_ name: String) -> String? {
    var candidates = folders.map { "\($0)/\(name)" } + [name]
    for (prefix, first) in preferred.sorted(by: { $0.key < $1.key }) where name.hasPrefix(prefix) {
      candidates.insert(first + name.dropFirst(prefix.count), at: 0)
    }
    return candidates.first { trees[$0] != nil || broken.contains($0) }
  }

  /// The names that a template may include, as it would write them.
  package var names: [String] {
    let all = Set(trees.keys).union(broken)
    return all.map { (name: String) -> String in
      let folder = folders.first { name.hasPrefix("\($0)/") }
      return folder.map { String(name.dropFirst($0.count + 1)) } ?? name
    }.sorted()
  }

  func tree(_ name: String) -> TemplateTree? { trees[name] }
}
