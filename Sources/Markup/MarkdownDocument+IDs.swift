import CCMark

extension MarkdownDocument {
  /// Gives for the plain id of a heading or a footnote what a link to it is where a renderer shows the text; nil for what
  /// is no id of the text.
  func ownIDs(of renderer: MarkdownRenderer) -> (String) -> String? {
    var links: [String: String]?
    return { [self] id in
      if links == nil { links = linksToIDs(renderer) }
      return links?[id]
    }
  }

  private func linksToIDs(_ renderer: MarkdownRenderer) -> [String: String] {
    guard let base = renderer.idPrefix == nil ? renderer.idBase : "#" else { return [:] }
    let shown = headings(prefix: renderer.idPrefix ?? "", renderer.idPrefix == nil ? { _ in false } : renderer.isTaken)
    var links: [String: String] = [:]
    for (plain, shown) in zip(headings(prefix: "") { _ in false }, shown) where !plain.id.isEmpty {
      links[plain.id] = base + shown.id
    }
    for id in footnoteIDs { links[id] = base + (renderer.idPrefix ?? "") + id }
    return links
  }

  fileprivate var footnoteIDs: [String] {
    footnotes.enumerated().flatMap { index, note in
      ["fn:\(index + 1)"]
        + note.references.indices.map { $0 == 0 ? "fnref:\(index + 1)" : "fnref:\(index + 1):\($0 + 1)" }
    }
  }
}

extension MarkdownRenderer {
  /// The ids that links to a text may name: those of its headings and footnotes, and of elements in raw HTML.
  package static func ids(in source: String, _ dialect: MarkdownDialect) -> Set<String> {
    let document = MarkdownDocument(source, dialect.extensions)
    var ids = Set(document.footnoteIDs)
    for heading in document.headings(prefix: "", { _ in false }) where !heading.id.isEmpty { ids.insert(heading.id) }
    guard dialect.allowsHTML else { return ids }
    document.forEachNode { node in
      let type = cmark_node_get_type(node)
      guard type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE else { return }
      let html = String(cString: cmark_node_get_literal(node))
      for match in html.matches(of: /\b(?:id|name)\s*=\s*["']?([^"'\s>]+)/.ignoresCase()) {
        ids.insert(String(match.1))
      }
    }
    return ids
  }
}
