import CellistRecords

extension TemplateCompiler {
  func slot(of binding: NamesInReach.Binding) -> Operation.Place {
    Operation.Place(level: binding.level, slot: builders[binding.level].slot(binding.path))
  }

  mutating func emitVariable(_ tag: TemplateNode.Tag, isRaw: Bool, into operations: inout [Operation]) {
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
    let hasEscapes = mode == .html ? !isHTML : !isRaw
    let isPhrase = mode == .html && place.isText && !place.elements.areText
    operations.append(.print(slot(of: binding), !hasEscapes ? .raw : isPhrase ? .phrase : .escaped))
    place.print(
      tag.name, at: tag.location, anchor: TemplateContract.anchor(binding.path), isOwn: binding.shape.isOwn)
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
    if isHTML, !place.isText {
      diagnostics.error(
        .unsafePlace, "'\(tag.name)' is HTML, which can stand only between elements", at: tag.location,
        hint: shape.member("text") == nil ? nil : "{{\(tag.name).text}} is its text without markup")
      return false
    }
    // Only Markdown has a form without blocks.
    if isHTML, shape.member("inline") != nil, let paragraph = place.elements.paragraph {
      diagnostics.error(
        .unbalancedHTML, "'\(tag.name)' can have paragraphs and lists, which end the 'p' around it", at: tag.location,
        hint: "{{\(tag.name).inline}} has none; or use 'div'"
          + (paragraph.location.map { " in place of the 'p' at \($0)" } ?? ""))
      return false
    }
    if !shape.isOwn, place.choosesCode {
      reportContent(tag.name, in: "the '\(place.html.attribute)' of '\(place.html.element)'", tag.location)
      return false
    }
    if place.beginsLink, !isURL(shape) {
      diagnostics.error(
        .unsafePlace, "'\(tag.name)' is \(shape.description) and cannot begin the link in '\(place.html.attribute)'",
        at: tag.location, hint: "a field of the type url is checked to be safe here")
      return false
    }
    return true
  }

  /// Reports a value from content that would choose what a browser loads as a part of the page.
  mutating func reportContent(_ name: String, in place: String, _ location: SourceLocation) {
    diagnostics.error(
      .unsafePlace, "'\(name)' comes from content, which cannot choose \(place)", at: location,
      hint: "write the address in the template, or take a file of the theme: @theme.assets")
  }

  private func isURL(_ shape: Shape) -> Bool {
    if case .url = shape.kind { true } else { false }
  }

  mutating func emitSection(
    _ tag: TemplateNode.Tag, _ body: [TemplateNode], into operations: inout [Operation]
  ) {
    guard let binding = names.resolve(tag, &diagnostics) else { return }
    switch binding.shape.kind {
    case .nothing: return
    case .list(let variants): emitList(tag, binding, variants, body, into: &operations)
    case .object where !binding.shape.isOptional: emit(body, inside: binding, into: &operations)
    case .object, .text, .url, .html, .boolean:
      let slot = slot(of: binding)
      var inner: [Operation] = []
      beginBranch(OpenElements.Condition(place: slot, isTrue: true))
      if case .boolean = binding.shape.kind {
        emit(body, into: &inner)
      } else {
        emit(body, inside: binding, into: &inner)
      }
      endBranch(of: tag)
      operations.append(.when(slot, true, inner))
    }
  }

  mutating func emitInverted(
    _ tag: TemplateNode.Tag, _ body: [TemplateNode], into operations: inout [Operation]
  ) {
    guard let binding = names.resolve(tag, &diagnostics) else { return }
    switch binding.shape.kind {
    case .nothing: emit(body, into: &operations)
    case .object where !binding.shape.isOptional: return
    default:
      let slot = slot(of: binding)
      var inner: [Operation] = []
      beginBranch(OpenElements.Condition(place: slot, isTrue: false))
      emit(body, into: &inner)
      endBranch(of: tag)
      operations.append(.when(slot, false, inner))
    }
  }

  private mutating func emitList(
    _ tag: TemplateNode.Tag, _ binding: NamesInReach.Binding, _ variants: [Shape.Variant], _ body: [TemplateNode],
    into operations: inout [Operation]
  ) {
    let slot = slot(of: binding)
    let elements = builders[binding.level].elements(of: slot.slot, variants: variants.count)
    let loop = TemplateContract.loop(binding.path)
    let outer = beginLoop(loop, at: tag.location)
    var bodies: [[Operation]] = []
    for (variant, builder) in zip(variants, elements) {
      builders.append(builder)
      beginBranch(OpenElements.Condition(place: slot, isTrue: true, variant: bodies.count))
      let siblings = beginTurn(of: loop)
      bodies.append([])
      emit(
        body, inside: NamesInReach.Binding(shape: variant.shape, level: builders.count - 1, path: []),
        into: &bodies[bodies.count - 1])
      endTurn(of: loop, siblings, at: tag.location)
      endBranch(of: tag, repeats: true)
      builders.removeLast()
    }
    endLoop(loop, outer, at: tag.location)
    operations.append(.each(slot, bodies, areRows: loop == .cells))
  }

  private mutating func emit(
    _ body: [TemplateNode], inside scope: NamesInReach.Binding, into operations: inout [Operation]
  ) {
    names.open(scope)
    emit(body, into: &operations)
    names.close()
  }

  /// Begins operations that may be skipped or repeated, and so must leave the HTML in the state in which they found it.
  private mutating func beginBranch(_ condition: OpenElements.Condition) {
    branches.append((place, condition))
    place.beginBranch(condition)
  }

  private mutating func endBranch(of tag: TemplateNode.Tag, repeats: Bool = false) {
    let (before, condition) = branches.removeLast()
    guard mode == .html, !place.endBranch(from: before, under: condition, repeats: repeats), steps > 0 else { return }
    diagnostics.error(
      .unbalancedHTML,
      place.lost.map { "the HTML cannot be followed after \($0) in '\(tag.name)'" }
        ?? "'\(tag.name)' begins in \(before.description) and ends in \(place.description)", at: tag.location,
      hint: "a tag, an attribute or a comment that opens in a section must close in it")
    place = before
  }

  mutating func emitDynamic(_ tag: TemplateNode.Tag, into operations: inout [Operation]) {
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
      var body: [Operation] = []
      beginBranch(OpenElements.Condition(place: slot, isTrue: true, variant: bodies.count))
      include(choice.template, at: tag.location, into: &body)
      endBranch(of: tag)
      bodies[choice.text] = body
    }
    operations.append(.choose(slot, bodies))
  }
}
