import CCMark
import CellistText
import Glibc

/// A parsed Markdown document, owned for the time of one rendering: a tree of libcmark's, with nodes of ours for what
/// CommonMark does not know.
final class MarkdownDocument {
  private(set) var root: OpaquePointer
  private var removed: [OpaquePointer] = []
  /// Where nodes stand in the source, for those of a text that was parsed in another form.
  var places: [OpaquePointer: MarkdownDraft.Place] = [:]
  /// The nodes of references to footnotes, each with the footnote's label.
  var references: [OpaquePointer: String] = [:]
  var footnotes: [MarkdownFootnote] = []
  var footnoteSection: OpaquePointer?
  /// The boxes around tables, each with the words of its headings.
  var boxes: [(node: OpaquePointer, name: String)] = []
  private let source: String
  /// The source as a draft, for the places of inlines behind the first line of a paragraph.
  private lazy var plain = MarkdownDraft(Array(source.utf8))
  private lazy var index = LineIndex(source)
  private var leaf: MarkdownLeaf?

  /// How often a text is parsed again at most, since what was found changed what lies behind it.
  private static let rounds = 8

  init(_ source: String, _ extensions: MarkdownExtensions) {
    self.source = source
    let forms = extensions.signed(in: source)
    guard !forms.isEmpty else {
      root = Self.parse(source)
      return
    }
    let bytes = Array(source.utf8)
    let signs = MarkdownSigns(bytes, forms)
    var draft = signs.draft(bytes)
    var found = MarkdownSearch.Found()
    var tree = Self.parse(draft.text)
    if !signs.forms.isDisjoint(with: [.tables, .autolinks, .footnotes]) {
      for _ in 0..<Self.rounds {
        var search = MarkdownSearch(draft, signs: signs, found: found)
        var next = draft
        guard search.run(tree, into: &next) else { break }
        (found, draft) = (search.found, next)
        cmark_node_free(tree)
        tree = Self.parse(draft.text)
      }
    }
    root = tree
    complete(draft, signs, found)
  }

  deinit {
    removed.forEach { cmark_node_free($0) }
    cmark_node_free(root)
  }

  private static func parse(_ source: String) -> OpaquePointer {
    var source = source
    return source.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT) }
    }
  }

  private static func parse(_ bytes: [UInt8]) -> OpaquePointer {
    bytes.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self)
      return cmark_parse_document(text.baseAddress, text.count, CMARK_OPT_DEFAULT)
    }
  }

  /// Whether a line begins a block that is no paragraph, at the start of a text.
  static func beginsBlock(_ line: ArraySlice<UInt8>) -> Bool {
    let tree = parse(Array(line))
    defer { cmark_node_free(tree) }
    guard let first = cmark_node_first_child(tree) else { return false }
    return cmark_node_get_type(first) != CMARK_NODE_PARAGRAPH
  }

  /// Calls `visit` with each node as it is entered, parents before children.
  func forEachNode(_ visit: (OpaquePointer) -> Void) { Self.forEachNode(below: root, visit) }

  private static func forEachNode(below root: OpaquePointer, _ visit: (OpaquePointer) -> Void) {
    forEachEvent(below: root) { node, isEnter in if isEnter { visit(node) } }
  }

  /// Calls `visit` with each node as it is entered, and with those that may have children as they are left.
  ///
  /// Trees may be as deep as their text is long, so nothing here recurses into nodes.
  static func forEachEvent(below root: OpaquePointer, _ visit: (OpaquePointer, _ isEnter: Bool) -> Void) {
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return }
      if let node = cmark_iter_get_node(iterator) { visit(node, event == CMARK_EVENT_ENTER) }
    }
  }

  /// Calls `visit` with each node and the paragraph or heading that it stands in.
  func forEachInline(_ visit: (OpaquePointer, _ block: OpaquePointer?) -> Void) {
    var block: OpaquePointer?
    Self.forEachEvent(below: root) { node, isEnter in
      let type = cmark_node_get_type(node)
      if type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING { block = isEnter ? node : nil }
      if isEnter { visit(node, block) }
    }
  }

  /// Where a node stands in the source. What is asked for must stand in the order of the document.
  ///
  /// - Parameter block: the paragraph or heading that it stands in.
  func position(of node: OpaquePointer, in block: OpaquePointer?) -> TextPosition {
    if let place = places[node] { return index.position(line: place.line + 1, byteColumn: place.byte + 1) }
    let line = Int(cmark_node_get_start_line(node))
    let column = Int(cmark_node_get_start_column(node))
    guard let block, line > Int(cmark_node_get_start_line(block)) || mayBeginWithReferences(block) else {
      return index.position(line: line, byteColumn: column)
    }
    // libcmark counts columns as if each line began where the first does.
    if leaf?.node != block { leaf = MarkdownLeaf(block, plain, MarkdownLines(plain)) }
    guard let offset = leaf?.offset(of: node) else { return index.position(line: line, byteColumn: column) }
    return index.position(at: offset)
  }

  private func mayBeginWithReferences(_ block: OpaquePointer) -> Bool {
    let column = Int(cmark_node_get_start_column(block)) - 1
    let line = Int(cmark_node_get_start_line(block)) - 1
    guard plain.starts.indices.contains(line), plain.starts[line] + column < plain.text.count else { return false }
    return plain.text[plain.starts[line] + column] == 0x5B
  }

  /// Takes a node out of the document. The iterator has already moved past a leaf when it is visited.
  func remove(_ node: OpaquePointer) {
    cmark_node_unlink(node)
    removed.append(node)
  }

  /// Replaces the code in fences by the same with marks, where its language is known.
  func markCode() {
    forEachNode { node in
      guard cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK, let info = cmark_node_get_fence_info(node),
        let code = cmark_node_get_literal(node), let language = String(cString: info).split(separator: " ").first,
        let marked = CodeMarks.html(String(cString: code), language: String(language)),
        let block = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK)
      else { return }
      cmark_node_set_on_enter(block, "<pre><code class=\"language-\(language)\">\(marked)</code></pre>")
      cmark_node_insert_before(node, block)
      remove(node)
    }
  }

  func html(allowsHTML: Bool) -> String {
    let options = CMARK_OPT_DEFAULT | (allowsHTML ? CMARK_OPT_UNSAFE : 0)
    guard let text = cmark_render_html(root, options) else { return "" }
    defer { free(text) }
    return String(cString: text)
  }

  /// The address of links and images of which only the text stays. cmark could take them out of the tree, but looks at
  /// everything around a node for each that is put in its place, so it is done in the rendering.
  static let droppedAddress = "\u{1}"
  private static let droppedLink = Array("<a href=\"%01\"".utf8)
  private static let droppedImage = Array("<img src=\"%01\" alt=\"".utf8)

  /// A rendering without the elements of links and images to `droppedAddress`; what they contain stays.
  static func withoutDropped(_ html: String) -> String {
    let bytes = Array(html.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    // CommonMark's own links do not nest; addresses in angle brackets do. For each open link, whether it is removed.
    var open: [Bool] = []
    while let byte = rest.first {
      if byte != UInt8(ascii: "<") {
        result.append(byte)
        rest = rest.dropFirst()
      } else if rest.starts(with: droppedLink) {
        open.append(true)
        rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      } else if rest.starts(with: "</a>".utf8) {
        if open.popLast() != true { result += rest.prefix(4) }
        rest = rest.dropFirst(4)
      } else if rest.starts(with: "<a ".utf8) {
        open.append(false)
        result += rest.prefix(3)
        rest = rest.dropFirst(3)
      } else if rest.starts(with: droppedImage) {
        rest = rest.dropFirst(droppedImage.count)
        let text = rest.prefix { $0 != UInt8(ascii: "\"") }
        result += text
        rest = rest.dropFirst(text.count).drop { $0 != UInt8(ascii: ">") }.dropFirst()
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  // cmark cannot give a heading an id, so the id travels as the heading's first child between two control characters.
  // In a rendering `<h2>` directly before the mark can only come from a heading: text is escaped, and the author's text
  // follows the mark.
  private static let mark: UInt8 = 1

  /// Puts an id into each heading, made from its words; a repeated id gets a number, and one that is taken a prefix that
  /// no anchor has.
  ///
  /// - Returns: whether there is a heading, and `placeHeadingIDs` has something to do.
  func markHeadings(prefix: String, _ isTaken: (String) -> Bool) -> Bool {
    let headings = headings(prefix: prefix, isTaken)
    for heading in headings {
      guard let child = cmark_node_new(CMARK_NODE_CUSTOM_INLINE) else { continue }
      // A heading without an id has a mark as well, so that what follows cannot pass for one.
      cmark_node_set_on_enter(child, "\u{1}\(heading.id)\u{1}")
      cmark_node_prepend_child(heading.node, child)
    }
    return !headings.isEmpty
  }

  /// Moves all headings down so far that none stands at or above a level. None is moved beyond the sixth.
  func moveHeadings(below level: Int) {
    var nodes: [OpaquePointer] = []
    forEachNode { if cmark_node_get_type($0) == CMARK_NODE_HEADING { nodes.append($0) } }
    guard let first = nodes.map(cmark_node_get_heading_level).min(), first <= level else { return }
    for node in nodes {
      cmark_node_set_heading_level(node, min(6, cmark_node_get_heading_level(node) + Int32(level) + 1 - first))
    }
  }

  /// The headings with their words and their ids, which are empty for headings without letters and digits.
  func headings(
    prefix: String, _ isTaken: (String) -> Bool
  ) -> [(node: OpaquePointer, words: String, id: String)] {
    var used: Set<String> = []
    var uses: [String: Int] = [:]
    var nodes: [OpaquePointer] = []
    forEachNode { if cmark_node_get_type($0) == CMARK_NODE_HEADING { nodes.append($0) } }
    return nodes.map { node in
      let words = Self.words(of: node)
      let slug = Slug.make(words)
      var id = slug
      while !id.isEmpty, !used.insert(id).inserted {
        let use = uses[slug, default: 1] + 1
        uses[slug] = use
        id = "\(slug)-\(use)"
      }
      return (node, words, id.isEmpty ? "" : "\(isTaken(id) ? "content:" : "")\(prefix)\(id)")
    }
  }

  /// Moves the ids that `markHeadings` left in a rendering into their elements.
  static func placeHeadingIDs(in html: String) -> String {
    let bytes = Array(html.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: ">"), index >= 3, bytes[index - 3] == UInt8(ascii: "<"),
        bytes[index - 2] == UInt8(ascii: "h"), index + 1 < bytes.count, bytes[index + 1] == mark,
        let close = bytes[(index + 2)...].firstIndex(of: mark)
      else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let id = bytes[(index + 2)..<close]
      result += id.isEmpty ? [UInt8(ascii: ">")] : Array(" id=\"".utf8) + id + Array("\">".utf8)
      index = close + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The words of a heading, without any markup.
  static func words(of heading: OpaquePointer) -> String {
    var words = ""
    forEachNode(below: heading) { node in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: words += String(cString: cmark_node_get_literal(node))
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: words += " "
      default: break
      }
    }
    return words
  }
}
