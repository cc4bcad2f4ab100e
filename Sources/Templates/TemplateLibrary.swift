import CellistRecords

/// The parsed templates that one may include another from, by name.
package struct TemplateLibrary: Sendable {
  private var trees: [String: TemplateTree] = [:]
  /// Templates that are missing or could not be parsed; that has been reported.
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

  /// Notes that a template is missing, which has been reported.
  package mutating func addMissing(_ name: String) { broken.insert(name) }

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

  /// The blocks of a template that a page may fill, those of its own partials and parents included; nil where a
  /// dynamic name keeps them from being known.
  func blocks(of name: String) -> Set<String>? {
    var blocks: Set<String> = []
    var seen: Set<String> = []
    return collect(&blocks, of: name, &seen) ? blocks : nil
  }

  private func collect(_ blocks: inout Set<String>, of name: String, _ seen: inout Set<String>) -> Bool {
    guard let full = resolve(name), let tree = trees[full] else { return false }
    return !seen.insert(full).inserted || collect(&blocks, in: tree.nodes, &seen)
  }

  private func collect(_ blocks: inout Set<String>, in nodes: [TemplateNode], _ seen: inout Set<String>) -> Bool {
    for node in nodes {
      switch node {
      case .text, .variable: break
      case .section(_, _, let body): guard collect(&blocks, in: body, &seen) else { return false }
      case .block(let tag, let block):
        blocks.insert(tag.name)
        guard collect(&blocks, in: block.nodes, &seen) else { return false }
      case .partial(let tag, let isDynamic, _):
        guard !isDynamic, collect(&blocks, of: tag.name, &seen) else { return false }
      case .parent(let tag, let isDynamic, _, let filled):
        guard !isDynamic, collect(&blocks, of: tag.name, &seen) else { return false }
        for block in filled.values { guard collect(&blocks, in: block.nodes, &seen) else { return false } }
      }
    }
    return true
  }
}
