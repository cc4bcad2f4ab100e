import CCMark

extension MarkdownDocument {
  /// Turns what stands in the draft's tree for other forms into those.
  func complete(_ draft: MarkdownDraft, _ signs: MarkdownSigns, _ found: MarkdownSearch.Found) {
    let labels = Set(found.definitions.map { $0.label.lowercased() })
    let finder = MarkdownLines(draft)
    var leaves: [OpaquePointer] = []
    var items: [OpaquePointer] = []
    var placeholders: [Int: OpaquePointer] = [:]
    forEachNode { node in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING: leaves.append(node)
      case CMARK_NODE_ITEM: items.append(node)
      case CMARK_NODE_HTML_BLOCK: placeholders[Int(cmark_node_get_start_line(node)) - 1 - draft.cells.count] = node
      default: break
      }
    }
    for node in leaves {
      MarkdownInlines(MarkdownLeaf(node, draft, finder), of: self, draft, signs, found, labels: labels).run()
    }
    restore(signs, found)
    for block in placeholders.values {
      let line = Int(cmark_node_get_start_line(block)) - 1
      places[block] = draft.place(at: draft.starts[line] + Int(cmark_node_get_start_column(block)) - 1)
    }
    placeTables(found.tables, draft, placeholders)
    if !found.definitions.isEmpty { placeFootnotes(found.definitions, draft, items, placeholders) }
  }

  /// Puts back what a draft hides where it turned out to be no footnote and no address: in code, in raw HTML, in links.
  private func restore(_ signs: MarkdownSigns, _ found: MarkdownSearch.Found) {
    guard !found.addresses.isEmpty || signs.forms.contains(.footnotes) else { return }
    forEachNode { node in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE, CMARK_NODE_HTML_BLOCK, CMARK_NODE_CODE_BLOCK:
        if let text = signs.restored(cmark_node_get_literal(node), found.addresses) {
          cmark_node_set_literal(node, text)
        }
        if cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK,
          let info = signs.restored(cmark_node_get_fence_info(node), found.addresses)
        {
          cmark_node_set_fence_info(node, info)
        }
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
        if let url = signs.restored(cmark_node_get_url(node), found.addresses) { cmark_node_set_url(node, url) }
        if let title = signs.restored(cmark_node_get_title(node), found.addresses) { cmark_node_set_title(node, title) }
      default: break
      }
    }
  }

  // MARK: Tables

  private func placeTables(
    _ tables: [MarkdownTable], _ draft: MarkdownDraft, _ placeholders: [Int: OpaquePointer]
  ) {
    guard !draft.cells.isEmpty || !tables.isEmpty else { return }
    var cells: [OpaquePointer] = []
    var next = cmark_node_first_child(root)
    while cells.count < draft.cells.count, let cell = next {
      next = cmark_node_next(cell)
      cells.append(cell)
    }
    cells.forEach(remove)
    for table in tables {
      let lines = (table.line..<(table.line + table.count)).map { placeholders[$0] }
      guard let first = lines.first.flatMap(\.self), let box = block(""), let node = block("<table>", "</table>") else {
        continue
      }
      boxes.append(
        (box, table.rows[0].map { Self.words(of: cells[$0]) }.filter { !$0.isEmpty }.joined(separator: ", ")))
      cmark_node_insert_before(first, box)
      cmark_node_append_child(box, node)
      for (index, row) in table.rows.enumerated() {
        let (start, end) = index == 0 ? ("<thead>\n<tr>", "</tr>\n</thead>") : ("<tr>", "</tr>")
        let isLast = index > 0 && index == table.rows.count - 1
        guard let line = block((index == 1 ? "<tbody>\n" : "") + start, end + (isLast ? "\n</tbody>" : "")) else {
          continue
        }
        cmark_node_append_child(node, line)
        for (column, alignment) in table.alignments.enumerated() {
          let content = column < row.count ? cells[row.lowerBound + column] : nil
          add(content, to: line, element: index == 0 ? "th" : "td", alignment)
        }
      }
      lines.compactMap(\.self).forEach(remove)
    }
  }

  private func add(
    _ content: OpaquePointer?, to row: OpaquePointer, element: String, _ alignment: MarkdownTable.Alignment
  ) {
    guard let cell = cmark_node_new(CMARK_NODE_CUSTOM_INLINE) else { return }
    let style =
      switch alignment {
      case .none: ""
      case .left: " style=\"text-align: left\""
      case .center: " style=\"text-align: center\""
      case .right: " style=\"text-align: right\""
      }
    cmark_node_set_on_enter(cell, "<\(element)\(style)>")
    cmark_node_set_on_exit(cell, "</\(element)>")
    cmark_node_append_child(row, cell)
    while let content, let inline = cmark_node_first_child(content) { cmark_node_append_child(cell, inline) }
  }

  /// Whether a node is the cell of a table.
  func isCell(_ node: OpaquePointer) -> Bool {
    guard let parent = cmark_node_parent(node) else { return false }
    return cmark_node_get_type(parent) == CMARK_NODE_CUSTOM_BLOCK
  }

  /// Puts boxes around tables that can be scrolled by keyboard, each with the headings of its columns as its name.
  func openBoxes() {
    for box in boxes {
      let name = box.name.isEmpty ? "" : " role=\"group\" aria-label=\"\(box.name.escapedForHTML)\""
      cmark_node_set_on_enter(box.node, "<div class=\"markdown-table\"\(name) tabindex=\"0\">")
      cmark_node_set_on_exit(box.node, "</div>")
    }
  }

  func block(_ start: String, _ end: String = "") -> OpaquePointer? {
    guard let node = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK) else { return nil }
    cmark_node_set_on_enter(node, start)
    cmark_node_set_on_exit(node, end)
    return node
  }
}

extension String {
  /// The text as the value of an attribute in double quotes.
  var escapedForHTML: String {
    var html = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }
}
