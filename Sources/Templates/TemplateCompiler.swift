import CellistRecords

/// Compiles templates against the shapes of what they will be filled with.
///
/// A partial is compiled anew at each place that includes it, so that every name is bound to the scopes of that place;
/// so is the body of a list section for each variant of the list's elements.
package struct TemplateCompiler {
  /// How text is printed, and what is forbidden.
  package enum Mode: Sendable {
    /// Any text: the Mustache specification as it stands.
    case text
    /// Pages: nothing that a record says can become markup.
    case html
  }

  private let mode: Mode
  private let library: TemplateLibrary
  private var diagnostics = Diagnostics()
  private var place = HTMLPlace()
  private var scopes: [OpenScope] = []
  private var builders: [LayoutBuilder] = []
  /// The white space that begins each line of the partials that are open.
  private var indent = ""
  /// The blocks that take the place of blocks of the same name in the parents that are open.
  private var overrides: [String: TemplateBlock] = [:]
  private var open: [(name: String, scopes: Int)] = []
  private var sources: Set<String> = []
  private var inclusions = 0

  /// Names that are in reach, and where their values are found.
  private struct OpenScope {
    let shape: Shape
    /// The frame that holds the values.
    let level: Int
    /// The path within the frame that leads to this scope.
    let prefix: [String]
  }

  /// What a name turned out to be.
  private struct Binding {
    let shape: Shape
    let level: Int
    let path: [String]
  }

  /// How many partials one template may come to; more can only come from partials that include each other.
  private static let limit = 5_000

  /// Compiles the template called `name` for data of the given shape; nil, with diagnostics, when it does not fit.
  package static func compile(
    _ name: String, at location: SourceLocation? = nil, against shape: Shape, mode: Mode,
    from library: TemplateLibrary, _ diagnostics: inout Diagnostics
  ) -> CompiledTemplate? {
    var compiler = TemplateCompiler(mode: mode, library: library)
    let root = LayoutBuilder()
    compiler.builders = [root]
    compiler.scopes = [OpenScope(shape: shape, level: 0, prefix: [])]
    var operations: [Operation] = []
    let isComplete = compiler.include(name, at: location, into: &operations)
    if mode == .html, isComplete, compiler.place.state != .text, !compiler.diagnostics.hasErrors {
      compiler.diagnostics.error(
        .unbalancedHTML, "the page ends inside a tag, a comment or an attribute",
        at: library.resolve(name).flatMap { library.tree($0) }.map { SourceLocation(file: $0.path) })
    }
    diagnostics.append(compiler.diagnostics)
    guard isComplete, !compiler.diagnostics.hasErrors else { return nil }
    return CompiledTemplate(layout: root.layout, sources: compiler.sources.sorted(), operations: operations)
  }

  private init(mode: Mode, library: TemplateLibrary) {
    self.mode = mode
    self.library = library
  }

  /// Compiles a template where the compiler stands. False when there is none that can be compiled.
  @discardableResult
  private mutating func include(_ name: String, at location: SourceLocation?, into operations: inout [Operation])
    -> Bool
  {
    guard let full = library.resolve(name) else {
      diagnostics.error(
        .unknownTemplate, "there is no template '\(name)'", at: location,
        hint: Suggestion.hint(for: name, in: library.names))
      return false
    }
    guard let tree = library.tree(full) else { return false }
    inclusions += 1
    guard !open.contains(where: { $0 == (full, scopes.count) }), inclusions < Self.limit else {
      diagnostics.error(.recursivePartial, "the template '\(name)' includes itself without end", at: location)
      return false
    }
    sources.insert(tree.path)
    open.append((full, scopes.count))
    emit(tree.nodes, into: &operations)
    open.removeLast()
    return true
  }

  private mutating func emit(_ nodes: [TemplateNode], into operations: inout [Operation]) {
    for node in nodes {
      switch node {
      case .text(let text, let startsLine):
        emit(text: startsLine && text != "\n" ? indent + text : text, into: &operations)
      case .variable(let tag, let isRaw):
        emitIndent(before: tag, into: &operations)
        emitVariable(tag, isRaw: isRaw, into: &operations)
      case .section(let tag, let isInverted, let body):
        emitIndent(before: tag, into: &operations)
        guard let binding = resolve(tag) else { continue }
        if isInverted {
          emitInverted(tag, binding, body, into: &operations)
        } else {
          emitSection(tag, binding, body, into: &operations)
        }
      case .partial(let tag, let isDynamic, let own):
        emitIndent(before: tag, into: &operations)
        indented(by: own) { compiler in
          compiler.emitPartial(tag, isDynamic: isDynamic, into: &operations)
        }
      case .parent(let tag, let isDynamic, let own, let blocks):
        emitIndent(before: tag, into: &operations)
        let outer = overrides
        overrides.merge(blocks) { first, _ in first }
        indented(by: own) { compiler in
          compiler.emitPartial(tag, isDynamic: isDynamic, into: &operations)
        }
        overrides = outer
      case .block(let tag, let block):
        emitIndent(before: tag, into: &operations)
        emitBlock(tag, block, into: &operations)
      }
    }
  }

  private mutating func indented(by own: String, _ body: (inout TemplateCompiler) -> Void) {
    let outer = indent
    indent += own
    body(&self)
    indent = outer
  }

  private mutating func emit(text: String, into operations: inout [Operation]) {
    guard !text.isEmpty else { return }
    let bytes = Array(text.utf8)
    if mode == .html { place.follow(bytes) }
    if case .literal(let before) = operations.last {
      operations[operations.count - 1] = .literal(before + bytes)
    } else {
      operations.append(.literal(bytes))
    }
  }

  private mutating func emitIndent(before tag: TemplateNode.Tag, into operations: inout [Operation]) {
    if tag.startsLine { emit(text: indent, into: &operations) }
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
    defer { overrides[tag.name] = replacement }
    guard replacement.isMultiline else {
      emit(replacement.nodes, into: &operations)
      return
    }
    var nodes = replacement.nodes.dedented(by: replacement.intrinsicIndent ?? "")
    if !block.isMultiline, case .text(let text, startsLine: true) = nodes.first {
      nodes[0] = .text(text, startsLine: false)
    }
    indented(by: block.isMultiline ? block.intrinsicIndent ?? block.indent : block.indent) { compiler in
      compiler.emit(nodes, into: &operations)
    }
  }
}

// MARK: - Names

extension TemplateCompiler {
  /// What a name means here: the innermost scope that declares its first part decides.
  private mutating func resolve(_ tag: TemplateNode.Tag) -> Binding? {
    if tag.name == ".", let scope = scopes.last {
      return Binding(shape: scope.shape, level: scope.level, path: scope.prefix)
    }
    let parts = tag.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for scope in scopes.reversed() {
      switch Self.find(parts[...], in: scope.shape) {
      case .found(let shape, let path):
        return Binding(shape: shape, level: scope.level, path: scope.prefix + path)
      case .stuck(let shape, let part, let before):
        diagnostics.error(
          .unknownName, "'\(before)' has no part '\(part)'", at: tag.location,
          hint: Suggestion.hint(for: part, in: shape.members.map(\.name)))
        return nil
      case .unknown: continue
      }
    }
    let reachable = scopes.reversed().flatMap { $0.shape.members.map(\.name) }
    diagnostics.error(
      .unknownName, "there is no name '\(tag.name)' here", at: tag.location,
      hint: Suggestion.hint(for: parts[0], in: reachable))
    return nil
  }

  private enum Finding {
    case found(Shape, path: [String])
    /// The first part is declared, but not what follows.
    case stuck(Shape, part: String, before: String)
    case unknown
  }

  /// Follows a dotted name. A member's own name may contain dots, as a file's does, so the longest fit goes first.
  private static func find(_ parts: ArraySlice<String>, in shape: Shape) -> Finding {
    guard !parts.isEmpty else { return .found(shape, path: []) }
    var stuck: Finding = .unknown
    for count in stride(from: parts.count, through: 1, by: -1) {
      let name = parts.prefix(count).joined(separator: ".")
      guard let member = shape.member(name) else { continue }
      let rest = parts.dropFirst(count)
      switch find(rest, in: member) {
      case .found(let shape, let path): return .found(shape, path: [name] + path)
      case .stuck(let shape, let part, let before): stuck = .stuck(shape, part: part, before: "\(name).\(before)")
      case .unknown: stuck = .stuck(member, part: rest.first ?? "", before: name)
      }
    }
    return stuck
  }

  private func slot(of binding: Binding) -> Operation.Place {
    Operation.Place(level: binding.level, slot: builders[binding.level].slot(binding.path))
  }
}

// MARK: - Tags

extension TemplateCompiler {
  private mutating func emitVariable(_ tag: TemplateNode.Tag, isRaw: Bool, into operations: inout [Operation]) {
    guard let binding = resolve(tag) else { return }
    var isHTML = false
    switch binding.shape.kind {
    case .object, .list:
      diagnostics.error(
        .invalidTag, "'\(tag.name)' is \(binding.shape.description) and cannot be printed", at: tag.location,
        hint: "open it as a section: {{#\(tag.name)}}…{{/\(tag.name)}}")
      return
    case .html: isHTML = true
    case .nothing: return
    case .text, .url, .boolean: break
    }
    if mode == .html, !mayPrint(tag, binding.shape, isRaw: isRaw, isHTML: isHTML) { return }
    operations.append(.print(slot(of: binding), escapes: mode == .html ? !isHTML : !isRaw))
    place.print()
  }

  private mutating func mayPrint(_ tag: TemplateNode.Tag, _ shape: Shape, isRaw: Bool, isHTML: Bool) -> Bool {
    if let reason = place.forbidden {
      diagnostics.error(
        .unsafePlace, "'\(tag.name)' cannot be printed \(reason)", at: tag.location,
        hint: reason.hasSuffix("without quotes") ? "put the attribute's value in quotes" : nil)
      return false
    }
    if isRaw, !isHTML {
      diagnostics.error(
        .rawText, "'\(tag.name)' is \(shape.description) and cannot be printed raw", at: tag.location,
        hint: "write {{\(tag.name)}}; only Markdown is HTML by type")
      return false
    }
    if isHTML, !place.takesHTML {
      diagnostics.error(
        .unsafePlace, "'\(tag.name)' is HTML, which can stand only between elements", at: tag.location,
        hint: shape.member("text") == nil ? nil : "{{\(tag.name).text}} is its text without markup")
      return false
    }
    if place.beginsLink, !isURL(shape) {
      diagnostics.error(
        .unsafePlace, "'\(tag.name)' is \(shape.description) and cannot begin the link in '\(place.attribute)'",
        at: tag.location, hint: "a field of the type url is checked to be safe here")
      return false
    }
    return true
  }

  private func isURL(_ shape: Shape) -> Bool {
    if case .url = shape.kind { true } else { false }
  }

  private mutating func emitSection(
    _ tag: TemplateNode.Tag, _ binding: Binding, _ body: [TemplateNode], into operations: inout [Operation]
  ) {
    let inner = OpenScope(shape: binding.shape, level: binding.level, prefix: binding.path)
    switch binding.shape.kind {
    case .nothing: return
    case .list(let variants):
      let slot = slot(of: binding)
      let elements = builders[binding.level].elements(of: slot.slot, variants: variants.count)
      let bodies = zip(variants, elements).map { variant, builder in
        builders.append(builder)
        defer { builders.removeLast() }
        let element = OpenScope(shape: variant.shape, level: builders.count - 1, prefix: [])
        return self.body(body, of: tag, in: element)
      }
      operations.append(.each(slot, bodies))
    case .object where !binding.shape.isOptional:
      operations += self.body(body, of: tag, in: inner)
    case .boolean:
      operations.append(.when(slot(of: binding), true, self.body(body, of: tag, in: nil)))
    case .object, .text, .url, .html:
      operations.append(.when(slot(of: binding), true, self.body(body, of: tag, in: inner)))
    }
  }

  private mutating func emitInverted(
    _ tag: TemplateNode.Tag, _ binding: Binding, _ body: [TemplateNode], into operations: inout [Operation]
  ) {
    switch binding.shape.kind {
    case .nothing: operations += self.body(body, of: tag, in: nil)
    case .object where !binding.shape.isOptional: return
    default: operations.append(.when(slot(of: binding), false, self.body(body, of: tag, in: nil)))
    }
  }

  /// The operations of a section's body, which must leave the HTML where it found it.
  private mutating func body(
    _ nodes: [TemplateNode], of tag: TemplateNode.Tag, in scope: OpenScope?
  ) -> [Operation] {
    let before = place
    var operations: [Operation] = []
    if let scope { scopes.append(scope) }
    emit(nodes, into: &operations)
    if scope != nil { scopes.removeLast() }
    if mode == .html, !place.continues(before) {
      diagnostics.error(
        .unbalancedHTML, "the section '\(tag.name)' begins and ends in different places of the HTML", at: tag.location,
        hint: "a tag, an attribute or a comment that opens in a section must close in it")
      place = before
    }
    return operations
  }

  private mutating func emitPartial(_ tag: TemplateNode.Tag, isDynamic: Bool, into operations: inout [Operation]) {
    guard isDynamic else {
      include(tag.name, at: tag.location, into: &operations)
      return
    }
    guard let binding = resolve(tag) else { return }
    if case .nothing = binding.shape.kind { return }
    guard case .text(let choices?) = binding.shape.kind else {
      diagnostics.error(
        .openDynamicName, "'\(tag.name)' can be anything, so it cannot name a template", at: tag.location,
        hint: "a dynamic name is @cell or a field of the type {choice: […]}")
      return
    }
    if choices.count == 1, !binding.shape.isOptional {
      include(choices[0].template, at: tag.location, into: &operations)
      return
    }
    var bodies: [String: [Operation]] = [:]
    let before = place
    for choice in choices {
      place = before
      var body: [Operation] = []
      include(choice.template, at: tag.location, into: &body)
      bodies[choice.text] = body
      if mode == .html, !place.continues(before) {
        diagnostics.error(
          .unbalancedHTML, "the template '\(choice.template)' begins and ends in different places of the HTML",
          at: tag.location)
      }
    }
    place = before
    operations.append(.choose(slot(of: binding), bodies))
  }
}
