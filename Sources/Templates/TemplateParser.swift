import CellistRecords

/// Builds the tree of a template.
struct TemplateParser {
  private let lexer: TemplateLexer
  private let tokens: [TemplateToken]
  private let lines: StandaloneLines
  private var next = 0
  private var depth = 0

  /// The tree of a template; nil, with diagnostics, when its tags are broken.
  static func parse(_ source: TemplateSource, _ diagnostics: inout Diagnostics) -> TemplateTree? {
    var lexer = TemplateLexer(source)
    guard let tokens = lexer.tokens(&diagnostics) else { return nil }
    var parser = TemplateParser(
      lexer: lexer, tokens: tokens, lines: StandaloneLines(Array(source.text.utf8), tokens))
    guard let nodes = parser.nodes(inside: nil, &diagnostics) else { return nil }
    return TemplateTree(path: source.path, isBuiltIn: source.isBuiltIn, nodes: nodes)
  }

  private init(lexer: TemplateLexer, tokens: [TemplateToken], lines: StandaloneLines) {
    self.lexer = lexer
    self.tokens = tokens
    self.lines = lines
  }

  /// The nodes up to the tag that closes `opening`, or up to the end.
  private mutating func nodes(inside opening: TemplateToken?, _ diagnostics: inout Diagnostics) -> [TemplateNode]? {
    var nodes: [TemplateNode] = []
    while next < tokens.count {
      let index = next
      let token = tokens[index]
      let tag = TemplateNode.Tag(
        name: token.name, location: lexer.location(token.nameOffset),
        startsLine: lines.beginsLine(index, token))
      next += 1
      switch token.kind {
      case .text: nodes += lines.text(token.range, lexer.location)
      case .variable(let isRaw): nodes.append(.variable(tag, isRaw: isRaw))
      case .comment, .delimiters: break
      case .partial: nodes.append(.partial(tag, isDynamic: token.isDynamic, indent: lines.indents[index] ?? ""))
      case .section, .inverted, .block, .parent:
        guard depth < TemplateCompiler.depthLimit else {
          diagnostics.error(
            .tooComplex, "tags are nested more than \(TemplateCompiler.depthLimit) levels deep",
            at: tag.location)
          return nil
        }
        depth += 1
        defer { depth -= 1 }
        guard let content = self.nodes(inside: token, &diagnostics) else { return nil }
        nodes.append(node(token, tag, index, content))
      case .close:
        guard let opening, opening.name == token.name else {
          diagnostics.error(
            .templateSyntax,
            opening.map { "'\(token.name.shortened)' is closed where '\($0.name.shortened)' is open" }
              ?? "'\(token.name.shortened)' is closed, but nothing is open", at: tag.location)
          return nil
        }
        return nodes
      }
    }
    guard let opening else { return nodes }
    diagnostics.error(
      .templateSyntax, "'\(opening.name.shortened)' is opened here and never closed",
      at: lexer.location(opening.nameOffset), hint: "close it with {{/\(opening.name.shortened)}}")
    return nil
  }

  private func node(
    _ token: TemplateToken, _ tag: TemplateNode.Tag, _ index: Int, _ content: [TemplateNode]
  ) -> TemplateNode {
    let indent = lines.indents[index] ?? ""
    switch token.kind {
    case .block:
      let block = TemplateBlock(nodes: content, indent: indent, isMultiline: lines.multilineBlocks.contains(index))
      return .block(tag, block)
    case .parent:
      var blocks: [String: TemplateBlock] = [:]
      for case .block(let tag, let block) in content { blocks[tag.name] = block }
      return .parent(tag, isDynamic: token.isDynamic, indent: indent, blocks: blocks)
    default: return .section(tag, isInverted: token.kind == .inverted, content)
    }
  }
}
