import CellistRecords

/// The parsed templates that one may include another from, by name.
package struct TemplateLibrary: Sendable {
  private var trees: [String: TemplateTree] = [:]
  /// Templates that are missing or could not be parsed, which has been reported.
  private var broken: Set<String> = []
  /// Where a name leads that is not itself a template's: tried in order.
  package var folders: [String] = []
  /// The names by which templates include others, as they are written.
  package private(set) var included: Set<String> = []
  /// The cost of compiling each of the templates once.
  private(set) var size = 0
  /// For a name's prefix, prefixes that are tried before it, in order: cells of one list before cells of all.
  package var preferred: [String: [String]] = [:]

  package init() {}

  /// Parses a template and adds it.
  package mutating func add(_ source: TemplateSource, as name: String, _ diagnostics: inout Diagnostics) {
    guard let tree = TemplateParser.parse(source, &diagnostics) else {
      broken.insert(name)
      return
    }
    trees[name] = tree
    note(tree)
  }

  /// Parses a template that no name leads to: its mistakes are reported, and the templates that it includes are noted.
  package mutating func check(_ source: TemplateSource, _ diagnostics: inout Diagnostics) {
    if let tree = TemplateParser.parse(source, &diagnostics) { note(tree) }
  }

  private mutating func note(_ tree: TemplateTree) {
    tree.forEachNode { node in
      size += 1 + node.weight
      switch node {
      case .partial(let tag, isDynamic: false, _), .parent(let tag, isDynamic: false, _, _): included.insert(tag.name)
      default: break
      }
    }
  }

  /// Notes that a template is missing, which has been reported.
  package mutating func addMissing(_ name: String) { broken.insert(name) }

  /// Whether a template is missing, or could not be parsed.
  package func isMissing(_ name: String) -> Bool { broken.contains(name) }

  /// The full name that a name in a template leads to; nil when there is no such template.
  package func resolve(_ name: String) -> String? {
    var candidates = folders.map { "\($0)/\(name)" } + [name]
    for (prefix, first) in preferred.sorted(by: { $0.key < $1.key }) where name.hasPrefix(prefix) {
      candidates.insert(contentsOf: first.map { $0 + name.dropFirst(prefix.count) }, at: 0)
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
    var names = [name]
    while let name = names.popLast() {
      guard let full = resolve(name), let tree = trees[full] else { return nil }
      guard seen.insert(full).inserted else { continue }
      var isKnown = true
      tree.forEachNode { node in
        switch node {
        case .block(let tag, _): blocks.insert(tag.name)
        case .partial(let tag, let isDynamic, _), .parent(let tag, let isDynamic, _, _):
          if isDynamic { isKnown = false } else { names.append(tag.name) }
        case .text, .variable, .section: break
        }
      }
      guard isKnown else { return nil }
    }
    return blocks
  }
}

extension TemplateTree {
  /// Calls `visit` with each node at any depth.
  func forEachNode(_ visit: (TemplateNode) -> Void) {
    var pending = [nodes]
    while let nodes = pending.popLast() {
      for node in nodes {
        visit(node)
        switch node {
        case .text, .variable, .partial: break
        case .section(_, _, let body): pending.append(body)
        case .block(_, let block): pending.append(block.nodes)
        case .parent(_, _, _, let blocks): pending += blocks.values.map(\.nodes)
        }
      }
    }
  }
}
