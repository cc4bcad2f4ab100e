import CellistMarkup
import CellistRecords

/// Compiles templates against the shapes of what they will be filled with.
///
/// A partial is compiled anew at each place that includes it, so that every name is bound to the scopes of that place;
/// so is the body of a list section for each variant of the list's elements.
package struct TemplateCompiler {
  /// How text is printed, and what is forbidden.
  package enum Mode: Sendable {
    /// Any text: exactly the Mustache specification.
    case text
    /// Pages: no value of a record can become markup.
    case html
  }

  /// The address for a link in a template's own text; nil if it is unchanged. A broken link is reported.
  package typealias Links = (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String?

  /// The rules by which a template is compiled.
  package struct Rules {
    let mode: Mode
    /// How many pieces a template may have beside the size of the library.
    let steps: Int
    let links: Links

    package init(
      _ mode: Mode, steps: Int = TemplateCompiler.stepLimit, links: @escaping Links = { target, _, _, _ in nil }
    ) {
      self.mode = mode
      self.steps = steps
      self.links = links
    }
  }

  let mode: Mode
  let library: TemplateLibrary
  private let links: Links
  var diagnostics = Diagnostics()
  var place = HTMLPlace()
  /// Where the sections that are open began.
  var branches: [(place: HTMLPlace, condition: OpenElements.Condition)] = []
  var contract = TemplateContract()
  var names: NamesInReach
  var builders: [LayoutBuilder] = []
  /// The white space that begins each line of the partials that are open.
  private var indent = ""
  /// The blocks that take the place of blocks of the same name in the parents that are open.
  private var overrides: [String: TemplateBlock] = [:]
  /// The templates that are open, from the outermost.
  private var open: [(name: String, full: String, location: SourceLocation?)] = []
  private var sources: Set<String> = []
  /// Templates that include themselves without end, which has been reported.
  private var recursive: Set<String> = []
  /// How many sections, blocks and templates are open.
  private var depth = 0
  private var isTooDeep = false
  /// How many steps are left, and the limit; without any left, nothing more is compiled.
  private(set) var steps: Int
  private let allSteps: Int
  /// The blocks of templates, as requested so far.
  private var knownBlocks: [String: Set<String>?] = [:]
  /// The texts of all literals so far.
  private var literals: [UInt8] = []

  /// How deep sections, blocks and templates may nest: rendering recurses as deep, on threads with half a megabyte of
  /// stack. A template may include itself: in a list within its own list, or in a block that replaces one of its own.
  /// Such recursion ends soon, since shapes do, except through references: records may refer to each other in circles.
  static let depthLimit = 64

  /// How many pieces a template may have with all that it includes: its tags, and each 64 bytes of its text.
  package static let stepLimit = 1_000_000

  /// Compiles the template called `name` for data of the given shape; nil, with diagnostics, when it does not fit.
  package static func compile(
    _ name: String, at location: SourceLocation? = nil, against shape: Shape, from library: TemplateLibrary,
    by rules: Rules, _ diagnostics: inout Diagnostics
  ) -> CompiledTemplate? {
    let root = LayoutBuilder()
    var compiler = TemplateCompiler(shape, root, library, rules)
    var operations: [Operation] = []
    let isComplete = compiler.include(name, at: location, into: &operations)
    if rules.mode == .html, isComplete {
      compiler.checkEnd(of: name)
      compiler.checkCells()
    }
    diagnostics.append(compiler.diagnostics)
    guard isComplete, !compiler.diagnostics.hasErrors else { return nil }
    return CompiledTemplate(
      layout: root.layout, sources: compiler.sources.sorted(), text: compiler.literals, operations: operations)
  }

  private init(_ shape: Shape, _ root: LayoutBuilder, _ library: TemplateLibrary, _ rules: Rules) {
    mode = rules.mode
    self.library = library
    allSteps = rules.steps + library.size
    steps = allSteps
    links = rules.links
    builders = [root]
    names = NamesInReach(shape)
  }

  private mutating func checkEnd(of name: String) {
    guard place.html.state != .text, !diagnostics.hasErrors else { return }
    diagnostics.error(
      .unbalancedHTML,
      place.lost.map { "the HTML cannot be followed after \($0)" }
        ?? "the template ends inside \(place.description)",
      at: library.resolve(name).flatMap { library.tree($0) }.map { SourceLocation(file: $0.path) })
  }

  /// Compiles a template at the current place. False if no such template can be compiled.
  @discardableResult
  mutating func include(_ name: String, at location: SourceLocation?, into operations: inout [Operation]) -> Bool {
    guard let tree = begin(name, at: location) else {
      contract.miss()
      return false
    }
    let (outer, before) = (place.enterTemplate(), place)
    emit(tree.nodes, into: &operations)
    end(outer, from: before)
    return true
  }

  /// Begins to compile a template; nil if no such template can be compiled.
  private mutating func begin(_ name: String, at location: SourceLocation?) -> TemplateTree? {
    guard let full = library.resolve(name) else {
      diagnostics.error(
        .unknownTemplate, "there is no template '\(name.shortened)'", at: location,
        hint: Suggestion.hint(for: name, in: library.names))
      return nil
    }
    guard let tree = library.tree(full), !recursive.contains(full) else { return nil }
    sources.insert(tree.path)
    contract.include(tree.path, isBuiltIn: tree.isBuiltIn)
    open.append((name, full, location))
    return tree
  }

  private mutating func end(_ outer: OpenElements.Template, from before: HTMLPlace) {
    let isOutermost = open.count == 1
    open.removeLast()
    // The end of the page is checked separately.
    if !isOutermost, mode == .html, before.isText, !place.isText, place.lost == nil, steps > 0 {
      diagnostics.error(
        .unbalancedHTML, "the template ends inside \(place.description)", at: place.beginning,
        hint: Self.unclosedHint)
      place = before
      _ = place.leaveTemplate(to: outer)
      contract.miss()
    } else if let left = place.leaveTemplate(to: outer), mode == .html, steps > 0 {
      report(unclosed: left, hint: Self.unclosedHint)
    }
  }

  private static let unclosedHint =
    "an element ends in the template that begins it; a block can put something around others"

  private mutating func report(unclosed element: OpenElements.Element, hint: String) {
    diagnostics.error(
      .unbalancedHTML, "'\(element.name.shortened)' begins here and does not end in this template",
      at: element.location, hint: hint)
  }

  /// Compiles nodes. All nesting recurses through here: keep stack frames on this path small.
  mutating func emit(_ nodes: [TemplateNode], into operations: inout [Operation]) {
    for node in nodes {
      guard take(node) else { return }
      if node.isNested {
        guard depth < Self.depthLimit else {
          reportDepth(at: node.location)
          continue
        }
        depth += 1
        emitNested(node, into: &operations)
        depth -= 1
      } else {
        emitFlat(node, into: &operations)
      }
    }
  }

  private mutating func emitFlat(_ node: TemplateNode, into operations: inout [Operation]) {
    switch node {
    case .text(let text, let startsLine, let location):
      if startsLine, text != "\n", text != "\r\n" { emit(text: indent, at: location, into: &operations) }
      emit(text: text, at: location, into: &operations)
    case .variable(let tag, let isRaw):
      emitIndent(before: tag, into: &operations)
      emitVariable(tag, isRaw: isRaw, into: &operations)
    case .section, .partial, .parent, .block: break
    }
  }

  private mutating func emitNested(_ node: TemplateNode, into operations: inout [Operation]) {
    switch node {
    case .text, .variable: break
    case .section(let tag, let isInverted, let body):
      emitIndent(before: tag, into: &operations)
      if isInverted { emitInverted(tag, body, into: &operations) } else { emitSection(tag, body, into: &operations) }
    case .partial(let tag, let isDynamic, let own): emitPartial(tag, isDynamic, own, into: &operations)
    case .parent(let tag, let isDynamic, let own, let blocks):
      if mode == .html, !isDynamic { check(blocks, fit: tag) }
      let outer = overrides
      overrides.merge(blocks) { first, _ in first }
      emitPartial(tag, isDynamic, own, into: &operations)
      overrides = outer
    case .block(let tag, let block):
      emitIndent(before: tag, into: &operations)
      emitBlock(tag, block, into: &operations)
    }
  }

  private mutating func emitPartial(
    _ tag: TemplateNode.Tag, _ isDynamic: Bool, _ own: String, into operations: inout [Operation]
  ) {
    emitIndent(before: tag, into: &operations)
    let outer = indent
    indent += own
    if isDynamic {
      emitDynamic(tag, into: &operations)
    } else {
      include(tag.name, at: tag.location, into: &operations)
    }
    indent = outer
  }

  /// Reports the blocks that would be left out silently, since the parent has no blocks of their names.
  private mutating func check(_ blocks: [String: TemplateBlock], fit parent: TemplateNode.Tag) {
    steps -= overrides.count + blocks.count
    guard !blocks.isEmpty else { return }
    let found = knownBlocks[parent.name] ?? library.blocks(of: parent.name)
    knownBlocks[parent.name] = .some(found)
    guard let known = found else { return }
    let tree = library.resolve(parent.name).flatMap { library.tree($0) }
    // The author of the parent can change it, and not a page that is part of the program.
    let isParentsFault = tree?.isBuiltIn == false && open.last.flatMap { library.tree($0.full) }?.isBuiltIn == true
    for name in blocks.keys.sorted() where !known.contains(name) {
      if isParentsFault, let tree {
        diagnostics.error(
          .unknownName, "the template has no block '\(name.shortened)', which pages of the theme it extends fill",
          at: SourceLocation(file: tree.path),
          hint: "put {{$\(name.shortened)}}{{/\(name.shortened)}} where that belongs")
        continue
      }
      diagnostics.error(
        .unknownName, "the template '\(parent.name)' has no block '\(name.shortened)'", at: parent.location,
        hint: Suggestion.hint(for: name, in: known.sorted()))
    }
  }

  mutating func emit(text: String, at location: SourceLocation, into operations: inout [Operation]) {
    guard !text.isEmpty else { return }
    var start = literals.count
    if case .literal(let before) = operations.last, before.upperBound == start {
      start = before.lowerBound
      operations.removeLast()
    }
    if mode == .html { follow(text, at: location) } else { literals += text.utf8 }
    operations.append(.literal(start..<literals.count))
  }

  /// Adds text to the literals, with its links rewritten as pages have them.
  private mutating func follow(_ text: String, at location: SourceLocation) {
    place.begin(at: location)
    for byte in text.utf8 {
      if let found = place.follow(byte) { for event in found { handle(event) } }
      literals.append(byte)
    }
  }

  private mutating func handle(_ event: HTMLPlace.Event) {
    switch event {
    case .links(let kind, let value, let location):
      let resolved = HTMLLinks.resolved(value, kind) { [links] target in
        links(target, kind, location, &diagnostics)
      }
      guard let resolved else { return }
      literals.removeLast(value.count)
      literals += place.tag.isQuoted ? resolved : [UInt8(ascii: "\"")] + resolved + [UInt8(ascii: "\"")]
    case .unclosed(let elements, let location):
      for element in elements {
        report(unclosed: element, hint: location.map { "the element around it ends at \($0)" } ?? Self.unclosedHint)
      }
    case .stray(let name, let location):
      diagnostics.error(
        .unbalancedHTML, "'</\(name.shortened)>' ends no element", at: location,
        hint: name == "p" ? "a paragraph ends where a block such as a list begins in it" : nil)
    case .closed(let element, let location):
      diagnostics.error(
        .unbalancedHTML, "'</\(element.name.shortened)>' ends an element that another template began", at: location,
        hint: element.location.map { "it begins at \($0)" })
    case .misplaced(let name, let location):
      diagnostics.error(
        .unbalancedHTML, "a '\(name)' can only be in a table: browsers leave its tag out", at: location)
    case .chosen(let printed, let reason):
      reportContent(
        printed.name, in: "the '\(printed.attribute)' of '\(place.html.element)' \(reason)", printed.location)
    case .sectionAnchor: contract.noteSectionAnchor()
    }
  }

  mutating func emitIndent(before tag: TemplateNode.Tag, into operations: inout [Operation]) {
    if tag.startsLine { emit(text: indent, at: tag.location, into: &operations) }
  }

  private mutating func emitBlock(
    _ tag: TemplateNode.Tag, _ block: TemplateBlock, into operations: inout [Operation]
  ) {
    guard let replacement = overrides[tag.name] else {
      emit(block.nodes, into: &operations)
      return
    }
    // Inside its own replacement a block of the same name means its default.
    overrides[tag.name] = nil
    let outer = indent
    let nodes = nodes(of: replacement, for: block)
    emit(nodes, into: &operations)
    indent = outer
    overrides[tag.name] = replacement
  }

  /// The nodes for a block, under the indentation that it has there.
  private mutating func nodes(of replacement: TemplateBlock, for block: TemplateBlock) -> [TemplateNode] {
    guard replacement.isMultiline else { return replacement.nodes }
    indent += block.isMultiline ? block.intrinsicIndent ?? block.indent : block.indent
    var nodes = replacement.nodes.dedented(by: replacement.intrinsicIndent ?? "")
    if !block.isMultiline, case .text(let text, startsLine: true, let location) = nodes.first {
      nodes[0] = .text(text, startsLine: false, location)
    }
    return nodes
  }
}

// MARK: - Limits

extension TemplateCompiler {
  /// Whether there is a step left for a piece. Templates that include each other several times grow beyond any measure.
  private mutating func take(_ node: TemplateNode) -> Bool {
    guard steps > 0 else { return false }
    steps -= 1 + node.weight
    if steps > 0 { return true }
    diagnostics.error(
      .tooComplex,
      "with all that it includes, the template '\(open.first?.name ?? "")' has more than \(allSteps) tags and lines",
      at: open.last?.location ?? node.location, hint: "templates that include each other several times multiply")
    return false
  }

  /// Reports that templates and sections are nested too deeply, and why.
  private mutating func reportDepth(at location: SourceLocation) {
    var seen: Set<String> = []
    let repeated = Set(open.filter { !seen.insert($0.full).inserted }.map(\.full))
    if let last = open.last(where: { repeated.contains($0.full) }) {
      guard recursive.insert(last.full).inserted else { return }
      diagnostics.error(
        .recursivePartial,
        "the template '\(last.name)' includes itself, and does not end within \(Self.depthLimit) levels",
        at: last.location)
    } else if !isTooDeep {
      isTooDeep = true
      diagnostics.error(
        .tooComplex, "templates and sections are nested more than \(Self.depthLimit) levels deep", at: location
      )
    }
  }
}
