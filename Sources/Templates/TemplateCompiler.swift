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
  private var names: NamesInReach
  private var builders: [LayoutBuilder] = []
  /// The white space that begins each line of the partials that are open.
  private var indent = ""
  /// The blocks that take the place of blocks of the same name in the parents that are open.
  private var overrides: [String: TemplateBlock] = [:]
  /// The templates that are open, from the outermost.
  private var open: [String] = []
  private var sources: Set<String> = []
  /// Templates that include themselves without end; that has been reported.
  private var recursive: Set<String> = []
  /// The texts of all literals so far.
  private var literals: [UInt8] = []

  /// How deep partials may stand in each other. A template may well include itself: in a list within its own list, or
  /// in a block that replaces one of its own. All of that ends soon, since shapes do, but for those behind references:
  /// records may refer to each other in circles.
  private static let depthLimit = 100

  /// The names of what the rows of a page are made of.
  private static let rows = ["@section", "cells"]

  /// Compiles the template called `name` for data of the given shape; nil, with diagnostics, when it does not fit.
  package static func compile(
    _ name: String, at location: SourceLocation? = nil, against shape: Shape, mode: Mode,
    from library: TemplateLibrary, _ diagnostics: inout Diagnostics
  ) -> CompiledTemplate? {
    let root = LayoutBuilder()
    var compiler = TemplateCompiler(shape, root, mode: mode, library: library)
    var operations: [Operation] = []
    let isComplete = compiler.include(name, at: location, into: &operations)
    if mode == .html, isComplete, compiler.place.state != .text, !compiler.diagnostics.hasErrors {
      compiler.diagnostics.error(
        .unbalancedHTML,
        compiler.place.lost.map { "the HTML cannot be followed after \($0)" }
          ?? "the template ends inside \(compiler.place.description)",
        at: library.resolve(name).flatMap { library.tree($0) }.map { SourceLocation(file: $0.path) })
    }
    diagnostics.append(compiler.diagnostics)
    guard isComplete, !compiler.diagnostics.hasErrors else { return nil }
    return CompiledTemplate(
      layout: root.layout, sources: compiler.sources.sorted(), text: compiler.literals, operations: operations)
  }

  private init(_ shape: Shape, _ root: LayoutBuilder, mode: Mode, library: TemplateLibrary) {
    self.mode = mode
    self.library = library
    builders = [root]
    names = NamesInReach(shape)
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
    guard let tree = library.tree(full), !recursive.contains(full) else { return false }
    guard open.count < Self.depthLimit else {
      // Another one that happens to stand at this depth is not to blame.
      guard open.contains(full) || Set(open).count == open.count else { return false }
      recursive.insert(full)
      diagnostics.error(.recursivePartial, "the template '\(name)' includes itself without end", at: location)
      return false
    }
    sources.insert(tree.path)
    open.append(full)
    emit(tree.nodes, into: &operations)
    open.removeLast()
    return true
  }

  private mutating func emit(_ nodes: [TemplateNode], into operations: inout [Operation]) {
    for node in nodes {
      switch node {
      case .text(let text, let startsLine):
        emit(text: startsLine && !["\n", "\r\n"].contains(text) ? indent + text : text, into: &operations)
      case .variable(let tag, let isRaw):
        emitIndent(before: tag, into: &operations)
        emitVariable(tag, isRaw: isRaw, into: &operations)
      case .section(let tag, let isInverted, let body):
        emitIndent(before: tag, into: &operations)
        guard let binding = names.resolve(tag, &diagnostics) else { continue }
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
        if mode == .html, !isDynamic { check(blocks, fit: tag) }
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

  /// Reports the blocks that would be left out without a word, since the parent has none of their names.
  private mutating func check(_ blocks: [String: TemplateBlock], fit parent: TemplateNode.Tag) {
    guard let known = library.blocks(of: parent.name) else { return }
    for name in blocks.keys.sorted() where !known.contains(name) {
      diagnostics.error(
        .unknownName, "the template '\(parent.name)' has no block '\(name)'", at: parent.location,
        hint: Suggestion.hint(for: name, in: known.sorted()))
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
    if mode == .html { place.follow(Array(text.utf8)) }
    let start = literals.count
    literals += text.utf8
    if case .literal(let before) = operations.last, before.upperBound == start {
      operations[operations.count - 1] = .literal(before.lowerBound..<literals.count)
    } else {
      operations.append(.literal(start..<literals.count))
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

// MARK: - Tags

extension TemplateCompiler {
  private func slot(of binding: NamesInReach.Binding) -> Operation.Place {
    Operation.Place(level: binding.level, slot: builders[binding.level].slot(binding.path))
  }

  private mutating func emitVariable(_ tag: TemplateNode.Tag, isRaw: Bool, into operations: inout [Operation]) {
    guard let binding = names.resolve(tag, &diagnostics) else { return }
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
    _ tag: TemplateNode.Tag, _ binding: NamesInReach.Binding, _ body: [TemplateNode],
    into operations: inout [Operation]
  ) {
    switch binding.shape.kind {
    case .nothing: return
    case .list(let variants):
      let slot = slot(of: binding)
      let elements = builders[binding.level].elements(of: slot.slot, variants: variants.count)
      let bodies = zip(variants, elements).map { variant, builder in
        builders.append(builder)
        defer { builders.removeLast() }
        let element = NamesInReach.Binding(shape: variant.shape, level: builders.count - 1, path: [])
        return branch(of: tag, repeats: true) { $0.emit(body, inside: element, into: &$1) }
      }
      operations.append(.each(slot, bodies, areRows: binding.path == Self.rows))
    case .object where !binding.shape.isOptional:
      emit(body, inside: binding, into: &operations)
    case .boolean:
      operations.append(.when(slot(of: binding), true, branch(of: tag) { $0.emit(body, into: &$1) }))
    case .object, .text, .url, .html:
      operations.append(
        .when(slot(of: binding), true, branch(of: tag) { $0.emit(body, inside: binding, into: &$1) }))
    }
  }

  private mutating func emitInverted(
    _ tag: TemplateNode.Tag, _ binding: NamesInReach.Binding, _ body: [TemplateNode],
    into operations: inout [Operation]
  ) {
    switch binding.shape.kind {
    case .nothing: emit(body, into: &operations)
    case .object where !binding.shape.isOptional: return
    default: operations.append(.when(slot(of: binding), false, branch(of: tag) { $0.emit(body, into: &$1) }))
    }
  }

  private mutating func emit(
    _ body: [TemplateNode], inside scope: NamesInReach.Binding, into operations: inout [Operation]
  ) {
    names.open(scope)
    emit(body, into: &operations)
    names.close()
  }

  /// Operations that run at times only, or several times, and so must leave the HTML where they found it.
  private mutating func branch(
    of tag: TemplateNode.Tag, repeats: Bool = false,
    _ emit: (inout TemplateCompiler, inout [Operation]) -> Void
  ) -> [Operation] {
    let before = place
    var operations: [Operation] = []
    place = before.branch
    emit(&self, &operations)
    guard mode == .html else { return operations }
    if let joined = before.joined(with: place, repeats: repeats) {
      place = joined
    } else {
      diagnostics.error(
        .unbalancedHTML,
        place.lost.map { "the HTML cannot be followed after \($0) in '\(tag.name)'" }
          ?? "'\(tag.name)' begins in \(before.description) and ends in \(place.description)", at: tag.location,
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
    guard let binding = names.resolve(tag, &diagnostics) else { return }
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
    let slot = slot(of: binding)
    var bodies: [String: [Operation]] = [:]
    for choice in choices {
      bodies[choice.text] = branch(of: tag) { $0.include(choice.template, at: tag.location, into: &$1) }
    }
    operations.append(.choose(slot, bodies))
  }
}
