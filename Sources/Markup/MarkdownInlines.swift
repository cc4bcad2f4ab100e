import CCMark

/// Puts links, footnotes' references, strikethrough and the boxes of tasks among the inlines of a paragraph or heading.
///
/// Elements around several inlines are two nodes without children, which begin and end them: to move nodes in a deep tree
/// takes libcmark long.
struct MarkdownInlines {
  /// A part of a text that becomes something else.
  private struct Part {
    enum Kind {
      case address(MarkdownSearch.Address)
      case reference(String)
      case mark(String)
    }

    let range: Range<Int>
    let kind: Kind
  }

  /// A text among the children of a node.
  private struct Text {
    let node: OpaquePointer
    let bytes: [UInt8]
    let alignment: MarkdownAlignment?
    var parts: [Part] = []
  }

  private let document: MarkdownDocument
  private let leaf: MarkdownLeaf
  private let draft: MarkdownDraft
  private let signs: MarkdownSigns
  private let addresses: [MarkdownSearch.Address]
  private let labels: Set<String>

  init(
    _ leaf: MarkdownLeaf, of document: MarkdownDocument, _ draft: MarkdownDraft, _ signs: MarkdownSigns,
    _ found: MarkdownSearch.Found, labels: Set<String>
  ) {
    (self.leaf, self.document, self.draft, self.signs) = (leaf, document, draft, signs)
    (addresses, self.labels) = (found.addresses, labels)
  }

  func run() {
    var containers: [(node: OpaquePointer, isLink: Bool)] = []
    var (links, images) = (0, 0)
    MarkdownDocument.forEachEvent(below: leaf.node) { node, isEnter in
      let type = cmark_node_get_type(node)
      if type == CMARK_NODE_LINK { links += isEnter ? 1 : -1 }
      if type == CMARK_NODE_IMAGE { images += isEnter ? 1 : -1 }
      guard isEnter else { return }
      switch type {
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING, CMARK_NODE_EMPH, CMARK_NODE_STRONG:
        if images == 0 { containers.append((node, links > 0)) }
      case CMARK_NODE_LINK:
        if images == 0 { containers.append((node, true)) }
        document.places[node] = leaf.offset(of: node).map(draft.place)
      case CMARK_NODE_TEXT, CMARK_NODE_IMAGE, CMARK_NODE_HTML_INLINE:
        document.places[node] = leaf.offset(of: node).map(draft.place)
      default: break
      }
    }
    let task = signs.forms.contains(.taskLists) ? task : nil
    for container in containers { change(container.node, isLink: container.isLink, task) }
    guard task != nil, let end = cmark_node_new(CMARK_NODE_CUSTOM_INLINE) else { return }
    cmark_node_set_on_enter(end, "</label>")
    cmark_node_append_child(leaf.node, end)
  }

  // MARK: Texts

  private func change(_ container: OpaquePointer, isLink: Bool, _ task: (text: OpaquePointer, part: Part)?) {
    var texts: [Text] = []
    var runs: [MarkdownTildes.Run] = []
    var next = cmark_node_first_child(container)
    while let node = next {
      next = cmark_node_next(node)
      guard cmark_node_get_type(node) == CMARK_NODE_TEXT, let literal = cmark_node_get_literal(node) else { continue }
      let bytes = Array(String(cString: literal).utf8)
      guard task?.text == node || bytes.contains(where: isSign) else { continue }
      var text = Text(node: node, bytes: bytes, alignment: leaf.alignment(of: node, bytes))
      if let task, task.text == node { text.parts.append(task.part) }
      if !isLink { text.parts += addresses(in: bytes) + references(in: text) }
      if signs.forms.contains(.strikethrough), let alignment = text.alignment {
        runs += MarkdownTildes.runs(in: bytes, alignment, draft.text, leaf, text: texts.count)
      }
      texts.append(text)
    }
    for pair in MarkdownTildes.pairs(runs) {
      texts[pair.opening.text].parts.append(Part(range: pair.opening.range, kind: .mark("<del>")))
      texts[pair.closing.text].parts.append(Part(range: pair.closing.range, kind: .mark("</del>")))
    }
    for text in texts { replace(text, isLink: isLink) }
  }

  private func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "~") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "[") || byte == signs.mark
  }

  private func addresses(in bytes: [UInt8]) -> [Part] {
    guard let mark = signs.mark, !addresses.isEmpty else { return [] }
    var parts: [Part] = []
    var start = 0
    while let place = bytes[start...].firstIndex(of: mark) {
      let number = MarkdownSigns.number(bytes[place...])
      guard addresses.indices.contains(number) else { break }
      start = min(place + addresses[number].text.utf8.count, bytes.count)
      parts.append(Part(range: place..<start, kind: .address(addresses[number])))
    }
    return parts
  }

  private func references(in text: Text) -> [Part] {
    guard !labels.isEmpty, let alignment = text.alignment else { return [] }
    var parts: [Part] = []
    var start = 0
    while let place = text.bytes[start...].firstIndex(of: UInt8(ascii: "[")) {
      start = place + 1
      guard alignment.isWritten(place),
        let close = MarkdownSigns.endOfLabel(text.bytes, place, text.bytes.count, hasColon: false)
      else { continue }
      let label = String(decoding: text.bytes[(place + 2)..<close], as: UTF8.self).lowercased()
      guard labels.contains(label) else { continue }
      start = close + 1
      parts.append(Part(range: place..<start, kind: .reference(label)))
    }
    return parts
  }

  /// Puts the nodes of its parts in the place of a text.
  private func replace(_ text: Text, isLink: Bool) {
    let findsMails = !isLink && signs.forms.contains(.autolinks) && text.bytes.contains(UInt8(ascii: "@"))
    guard !text.parts.isEmpty || findsMails else { return }
    var start = 0
    for part in text.parts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard part.range.lowerBound >= start else { continue }
      insert(text, start..<part.range.lowerBound, findsMails: findsMails)
      switch part.kind {
      case .address(let address): insert(address.text, address.url, text, at: part.range.lowerBound)
      case .reference(let label):
        if let node = mark("", before: text.node) { document.references[node] = label }
      case .mark(let html): mark(html, before: text.node)
      }
      start = part.range.upperBound
    }
    insert(text, start..<text.bytes.count, findsMails: findsMails)
    document.remove(text.node)
  }

  private func insert(_ text: Text, _ range: Range<Int>, findsMails: Bool) {
    var start = range.lowerBound
    for mail in findsMails ? MarkdownAddress.mails(in: Array(text.bytes[range])) : [] {
      let (first, end) = (range.lowerBound + mail.lowerBound, range.lowerBound + mail.upperBound)
      insert(text, start..<first)
      let written = String(decoding: text.bytes[first..<end], as: UTF8.self)
      insert(written, "mailto:\(written)", text, at: first)
      start = end
    }
    insert(text, start..<range.upperBound)
  }

  private func insert(_ text: Text, _ range: Range<Int>) {
    guard !range.isEmpty, let node = cmark_node_new(CMARK_NODE_TEXT) else { return }
    cmark_node_set_literal(node, String(decoding: text.bytes[range], as: UTF8.self))
    document.places[node] = place(in: text, at: range.lowerBound)
    cmark_node_insert_before(text.node, node)
  }

  private func insert(_ words: String, _ url: String, _ text: Text, at index: Int) {
    guard let node = cmark_node_new(CMARK_NODE_LINK), let child = cmark_node_new(CMARK_NODE_TEXT) else { return }
    cmark_node_set_literal(child, words)
    cmark_node_set_url(node, url)
    cmark_node_append_child(node, child)
    document.places[node] = place(in: text, at: index)
    document.places[child] = document.places[node]
    cmark_node_insert_before(text.node, node)
  }

  private func place(in text: Text, at index: Int) -> MarkdownDraft.Place? {
    text.alignment.map { draft.place(at: $0.offset(at: index)) } ?? document.places[text.node]
  }

  @discardableResult
  private func mark(_ html: String, before node: OpaquePointer) -> OpaquePointer? {
    guard let mark = cmark_node_new(CMARK_NODE_CUSTOM_INLINE) else { return nil }
    cmark_node_set_on_enter(mark, html)
    cmark_node_insert_before(node, mark)
    return mark
  }

  // MARK: Task lists

  /// The text of a list item that begins with the sign of a task, and the box that stands there instead.
  private var task: (text: OpaquePointer, part: Part)? {
    guard let item = cmark_node_parent(leaf.node), cmark_node_get_type(item) == CMARK_NODE_ITEM,
      cmark_node_previous(leaf.node) == nil, cmark_node_get_start_line(item) == cmark_node_get_start_line(leaf.node),
      let line = leaf.lines.first, line.end - line.start > 4, let first = cmark_node_first_child(leaf.node)
    else { return nil }
    let sign = Array(draft.text[line.start..<(line.start + 4)])
    guard sign[0] == 0x5B, sign[2] == 0x5D, sign[3] == 0x20 || sign[3] == 0x09,
      sign[1] == 0x20 || sign[1] | 0x20 == UInt8(ascii: "x"),
      draft.text[(line.start + 4)..<line.end].contains(where: { $0 != 0x20 && $0 != 0x09 })
    else { return nil }
    // The sign may be the name of a link reference as well.
    let isLink = cmark_node_get_type(first) == CMARK_NODE_LINK
    guard let text = isLink ? cmark_node_next(first) : first, cmark_node_get_type(text) == CMARK_NODE_TEXT,
      let literal = cmark_node_get_literal(text)
    else { return nil }
    let bytes = Array(String(cString: literal).utf8)
    guard isLink || bytes.starts(with: sign[..<3]) else { return nil }
    if isLink { document.remove(first) }
    let end = bytes.dropFirst(isLink ? 0 : 3).drop { $0 == 0x20 || $0 == 0x09 }.startIndex
    let isDone = sign[1] != 0x20 ? " checked=\"\"" : ""
    return (text, Part(range: 0..<end, kind: .mark("<label><input type=\"checkbox\"\(isDone) disabled=\"\" /> ")))
  }
}
