import CCMark

/// A footnote that its text refers to.
struct MarkdownFootnote {
  /// The block of its text.
  let node: OpaquePointer
  /// The node at its end, for the links back.
  let back: OpaquePointer
  /// The nodes of the references to it, in order.
  var references: [OpaquePointer]
}

extension MarkdownDocument {
  /// Takes footnotes out of the text, and puts those that it refers to behind it, in the order of the references.
  func placeFootnotes(
    _ definitions: [MarkdownSearch.Definition], _ draft: MarkdownDraft, _ items: [OpaquePointer],
    _ placeholders: [Int: OpaquePointer]
  ) {
    var known: [Int: MarkdownSearch.Definition] = [:]
    for definition in definitions { known[definition.line] = definition }
    var texts: [String: OpaquePointer] = [:]
    for item in items {
      let line = Int(cmark_node_get_start_line(item)) - 1 - draft.cells.count
      guard let definition = known[line], Int(cmark_node_get_start_column(item)) == definition.column else { continue }
      // A footnote that begins in the line behind its mark has a block of HTML before it.
      if let first = cmark_node_first_child(item), cmark_node_get_type(first) == CMARK_NODE_HTML_BLOCK,
        String(cString: cmark_node_get_literal(first)).hasPrefix("<?>")
      {
        remove(first)
      }
      let list = cmark_node_parent(item)
      remove(item)
      if let list, cmark_node_first_child(list) == nil { remove(list) }
      // The first of two with one label counts.
      if texts[definition.label.lowercased()] == nil { texts[definition.label.lowercased()] = item }
    }
    number(texts)
  }

  private func number(_ texts: [String: OpaquePointer]) {
    guard let section = block("<section class=\"footnotes\">\n<ol>", "</ol>\n</section>") else { return }
    var numbers: [String: Int] = [:]
    var next = root
    var last = 0
    while true {
      Self.forEachEvent(below: next) { node, isEnter in
        guard isEnter, let label = references[node] else { return }
        if let number = numbers[label] {
          footnotes[number].references.append(node)
        } else if let text = texts[label], let note = self.footnote(text, reference: node) {
          numbers[label] = footnotes.count
          footnotes.append(note)
        }
      }
      // Footnotes may refer to others.
      guard last < footnotes.count else { break }
      next = footnotes[last].node
      cmark_node_append_child(section, next)
      last += 1
    }
    if footnotes.isEmpty {
      cmark_node_free(section)
    } else {
      cmark_node_append_child(root, section)
      footnoteSection = section
    }
    linkFootnotes(base: nil, hasIDs: false)
  }

  private func footnote(_ text: OpaquePointer, reference: OpaquePointer) -> MarkdownFootnote? {
    guard let node = block("<li>", "</li>") else { return nil }
    while let child = cmark_node_first_child(text) { cmark_node_append_child(node, child) }
    let last = cmark_node_last_child(node)
    let isBehindText = last.map { cmark_node_get_type($0) == CMARK_NODE_PARAGRAPH } ?? false
    guard let back = cmark_node_new(isBehindText ? CMARK_NODE_CUSTOM_INLINE : CMARK_NODE_CUSTOM_BLOCK) else {
      return nil
    }
    cmark_node_append_child(isBehindText ? last : node, back)
    return MarkdownFootnote(node: node, back: back, references: [reference])
  }

  /// Leaves out the texts of footnotes.
  func removeFootnotes() {
    if let footnoteSection { remove(footnoteSection) }
    footnoteSection = nil
  }

  /// Gives footnotes the links to them and back.
  ///
  /// - Parameters:
  ///   - base: what stands before the ids in links; nil for no links.
  ///   - prefix: the beginning of the ids.
  ///   - hasIDs: whether the elements have ids, as they have but where links lead to another page.
  func linkFootnotes(base: String?, prefix: String = "", hasIDs: Bool) {
    let base = base?.escapedForHTML
    func attribute(_ id: String) -> String { hasIDs ? " id=\"\(prefix)\(id)\"" : "" }
    for (index, note) in footnotes.enumerated() {
      let number = index + 1
      var back = ""
      for (use, reference) in note.references.enumerated() {
        let id = use == 0 ? "fnref:\(number)" : "fnref:\(number):\(use + 1)"
        let link = base.map { "<a href=\"\($0)\(prefix)fn:\(number)\"\(attribute(id))>\(number)</a>" } ?? "\(number)"
        cmark_node_set_on_enter(reference, "<sup class=\"footnote-ref\">\(link)</sup>")
        guard let base else { continue }
        let sign = use == 0 ? "↩" : "↩<sup>\(use + 1)</sup>"
        back += " <a class=\"footnote-back\" href=\"\(base)\(prefix)\(id)\">\(sign)</a>"
      }
      cmark_node_set_on_enter(note.node, "<li\(attribute("fn:\(number)"))>")
      let isBlock = cmark_node_get_type(note.back) == CMARK_NODE_CUSTOM_BLOCK && base != nil
      cmark_node_set_on_enter(note.back, isBlock ? "<p>\(back)</p>" : back)
    }
  }
}
