import CellistRecords

/// The text of a template and where it comes from.
package struct TemplateSource: Hashable, Sendable {
  /// The path that messages show.
  package let path: String
  package let text: String
  /// Whether it is part of the program, rather than a file of the site.
  package let isBuiltIn: Bool

  package init(path: String, text: String, isBuiltIn: Bool = false) {
    self.path = path
    self.text = text
    self.isBuiltIn = isBuiltIn
  }
}

/// A parsed template: Mustache's tags, before names are bound.
struct TemplateTree: Sendable {
  let path: String
  let isBuiltIn: Bool
  let nodes: [TemplateNode]
}

/// One piece of a parsed template.
indirect enum TemplateNode: Sendable {
  /// Text within one line, its line break included, and where it begins.
  case text(String, startsLine: Bool, SourceLocation)
  case variable(Tag, isRaw: Bool)
  case section(Tag, isInverted: Bool, [TemplateNode])
  case partial(Tag, isDynamic: Bool, indent: String)
  case parent(Tag, isDynamic: Bool, indent: String, blocks: [String: TemplateBlock])
  case block(Tag, TemplateBlock)

  /// A name as it is written in a tag.
  struct Tag: Sendable {
    let name: String
    let location: SourceLocation
    /// Whether the tag is the first on its line.
    let startsLine: Bool
  }
}

extension TemplateNode {
  var location: SourceLocation {
    switch self {
    case .text(_, _, let location): location
    case .variable(let tag, _), .section(let tag, _, _), .partial(let tag, _, _), .parent(let tag, _, _, _),
      .block(let tag, _):
      tag.location
    }
  }

  /// Whether other nodes are nested in the node, or in what it names.
  var isNested: Bool {
    switch self {
    case .text, .variable: false
    case .section, .partial, .parent, .block: true
    }
  }

  /// The cost of compiling the node, beyond what any costs: long lines cost more.
  var weight: Int { if case .text(let text, _, _) = self { text.utf8.count / 64 } else { 0 } }
}

/// The content between `{{$name}}` and `{{/name}}`.
struct TemplateBlock: Sendable {
  var nodes: [TemplateNode]
  /// The white space before the block on its line.
  var indent: String
  /// Whether the content begins on the line below the opening tag.
  let isMultiline: Bool

  /// The white space with which the first line of the content begins.
  var intrinsicIndent: String? {
    switch nodes.first {
    case .text(let text, startsLine: true, _): String(text.prefix { $0 == " " || $0 == "\t" })
    case .block(_, let block): block.isMultiline ? block.indent : nil
    case .partial(_, _, let indent): indent
    case nil: nil
    default: ""
    }
  }
}

extension [TemplateNode] {
  /// The nodes with `indent` removed from the start of each line that begins with it.
  func dedented(by indent: String) -> [TemplateNode] {
    guard !indent.isEmpty else { return self }
    func cut(_ text: String) -> String {
      text.utf8.starts(with: indent.utf8) ? String(text.unicodeScalars.dropFirst(indent.unicodeScalars.count)) : text
    }
    return map { node in
      switch node {
      case .text(let text, startsLine: true, let location):
        let rest = cut(text)
        let columns = text.utf8.count == rest.utf8.count ? 0 : indent.utf8.count
        return .text(rest, startsLine: true, location.advanced(line: 1, column: columns + 1))
      case .section(let tag, let isInverted, let nodes):
        return .section(tag, isInverted: isInverted, nodes.dedented(by: indent))
      case .partial(let tag, let isDynamic, let own): return .partial(tag, isDynamic: isDynamic, indent: cut(own))
      case .parent(let tag, let isDynamic, let own, let blocks):
        return .parent(tag, isDynamic: isDynamic, indent: cut(own), blocks: blocks)
      case .block(let tag, var block):
        block.indent = cut(block.indent)
        block.nodes = block.nodes.dedented(by: indent)
        return .block(tag, block)
      default: return node
      }
    }
  }
}
