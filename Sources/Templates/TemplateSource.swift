import CellistRecords

/// The text of a template and where it comes from.
package struct TemplateSource: Hashable, Sendable {
  /// The path that messages show.
  package let path: String
  package let text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// A parsed template: what Mustache's tags are, before names mean anything.
struct TemplateTree: Sendable {
  let path: String
  let nodes: [TemplateNode]
}

/// One piece of a parsed template.
indirect enum TemplateNode: Sendable {
  /// Text within one line, its line break included.
  case text(String, startsLine: Bool)
  case variable(Tag, isRaw: Bool)
  case section(Tag, isInverted: Bool, [TemplateNode])
  case partial(Tag, isDynamic: Bool, indent: String)
  case parent(Tag, isDynamic: Bool, indent: String, blocks: [String: TemplateBlock])
  case block(Tag, TemplateBlock)

  /// A name as it stands in a tag.
  struct Tag: Sendable {
    let name: String
    let location: SourceLocation
    /// Whether nothing stands before the tag on its line.
    let startsLine: Bool
  }
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
    case .text(let text, startsLine: true): String(text.prefix { $0 == " " || $0 == "\t" })
    case .block(_, let block): block.isMultiline ? block.indent : nil
    case .partial(_, _, let indent): indent
    case nil: nil
    default: ""
    }
  }
}

extension [TemplateNode] {
  /// The nodes with `indent` taken away from the start of each line that begins with it.
  func dedented(by indent: String) -> [TemplateNode] {
    guard !indent.isEmpty else { return self }
    func cut(_ text: String) -> String { text.hasPrefix(indent) ? String(text.dropFirst(indent.count)) : text }
    return map { node in
      switch node {
      case .text(let text, startsLine: true): return .text(cut(text), startsLine: true)
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
