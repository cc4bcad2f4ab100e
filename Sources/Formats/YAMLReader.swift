import CellistRecords
import CellistText

/// Reads YAML into located nodes. Scalars stay text: what `no` or `007` means is for the declared type to say.
package struct YAMLReader: ~Copyable {
  private typealias Event = YAMLEvents.Event

  /// A node that aliases may repeat.
  private struct Anchored {
    let event: Event
    let node: Node
    /// How many nodes it consists of, and how deep they are nested.
    let size: Int
    let height: Int
  }

  private var events: YAMLEvents
  private var diagnostics = Diagnostics()
  private var anchors: [String: Anchored] = [:]
  /// How many more nodes there may be.
  ///
  /// Every node needs at least a byte of source. Shared defaults may repeat some of them; more than ten times as many
  /// can only come from aliases of aliases.
  private var budget: Int
  /// The greatest depth of a node in the innermost anchored one.
  private var deepest = 0

  /// The root of the document in `text`, which begins at `line` of a file; nil, with diagnostics, when it is broken.
  package static func read(_ text: String, file: String, line: Int = 1, _ diagnostics: inout Diagnostics) -> Node? {
    var text = text
    let hasZero = text.holds("\0")
    return text.withUTF8 { bytes in
      if hasZero, let zero = bytes.firstIndex(of: 0) {
        var cursor = PositionCursor(file: file, line: line)
        diagnostics.error(
          .yamlSyntax, "the YAML contains a NUL character", at: cursor.location(at: zero, in: bytes))
        return nil
      }
      var reader = YAMLReader(YAMLEvents(bytes, file: file, line: line), budget: bytes.count * 10 + 10_000)
      do throws(YAMLProblem) {
        let root = try reader.root() ?? Node(.null, at: SourceLocation(file: file, line: line))
        if !reader.diagnostics.hasErrors { return root }
      } catch {
        reader.diagnostics.append(error.diagnostic)
      }
      diagnostics.append(reader.diagnostics)
      return nil
    }
  }

  private init(_ events: consuming YAMLEvents, budget: Int) {
    self.events = events
    self.budget = budget
  }

  /// The root of the only document; nil when there is none.
  private mutating func root() throws(YAMLProblem) -> Node? {
    guard case .documentStart = try events.next().content else { return nil }
    let root = try node(try events.next(), depth: 0)
    let end = try events.next()
    guard case .textEnd = end.content else {
      throw .broken("expected a single document in the stream but found another document", at: end.location)
    }
    return root
  }

  /// The node that an event begins.
  private mutating func node(_ event: Event, depth: Int) throws(YAMLProblem) -> Node {
    if case .alias = event.content {
      let anchored = try anchored(event)
      try take(anchored.size, depth: depth + anchored.height, at: event.location)
      return anchored.node
    }
    guard let anchor = event.anchor else { return try newNode(event, depth: depth) }
    let (outerBudget, outerDeepest) = (budget, deepest)
    deepest = depth
    let node = try newNode(event, depth: depth)
    anchors[anchor] = Anchored(event: event, node: node, size: outerBudget - budget, height: deepest - depth)
    deepest = max(deepest, outerDeepest)
    return node
  }

  private func anchored(_ alias: Event) throws(YAMLProblem) -> Anchored {
    guard let anchored = alias.anchor.flatMap({ anchors[$0] }) else {
      throw .broken(
        "found undefined alias", at: alias.location, hint: YAMLProblem.hint(for: "found undefined alias"))
    }
    return anchored
  }

  private mutating func take(_ count: Int, depth: Int, at location: SourceLocation) throws(YAMLProblem) {
    budget -= count
    deepest = max(deepest, depth)
    guard budget >= 0, depth < 100 else {
      let message =
        budget < 0 ? "the YAML grows beyond reason through its aliases" : "the YAML is nested too deeply"
      throw YAMLProblem(diagnostic: Diagnostic(.error, .tooComplex, message, at: location))
    }
  }

  private mutating func newNode(_ event: Event, depth: Int) throws(YAMLProblem) -> Node {
    try take(1, depth: depth, at: event.location)
    switch event.content {
    case .scalar(let text, .plain):
      switch text {
      case "", "~", "null", "Null", "NULL": return Node(.null, at: event.location)
      default: return Node(.scalar(text, quoted: false), at: event.location)
      }
    case .scalar(let text, .quoted): return Node(.scalar(text, quoted: true), at: event.location)
    case .scalar(let text, .block):
      // Positions in the text count from its first line, which is below the indicator.
      return Node(.scalar(text, quoted: true), at: events.lineBelow(event.location))
    case .sequenceStart: return Node(.sequence(try items(depth: depth + 1)), at: event.location)
    case .mappingStart: return Node(.mapping(try entries(depth: depth + 1)), at: event.location)
    case .alias, .collectionEnd, .documentStart, .textEnd:
      throw .broken("expected a node", at: event.location)
    }
  }

  private mutating func items(depth: Int) throws(YAMLProblem) -> [Node] {
    var items: [Node] = []
    while true {
      let event = try events.next()
      if case .collectionEnd = event.content { return items }
      items.append(try node(event, depth: depth))
    }
  }

  private mutating func entries(depth: Int) throws(YAMLProblem) -> [Node.Entry] {
    var own = EntryList()
    var merged: [Node.Entry]?
    while true {
      let event = try events.next()
      if case .collectionEnd = event.content { break }
      let key = try key(event, depth: depth)
      let isMerge = key?.name == "<<" && key?.style == .plain
      let isKnown = if let key { isMerge ? merged != nil : own.holds(key.name) } else { false }
      if let key, isKnown {
        diagnostics.error(.duplicateKey, "the key '\(key.name)' appears twice", at: event.location)
      }
      let value = try node(try events.next(), depth: depth)
      guard let key, !isKnown else { continue }
      if isMerge {
        merged = mergedEntries(value)
      } else {
        own.append(Node.Entry(key: key.name, keyLocation: event.location, value: value))
      }
    }
    for entry in merged ?? [] where !own.holds(entry.key) { own.append(entry) }
    return own.entries
  }

  /// The entries that a merge key takes over, those of earlier mappings first.
  private mutating func mergedEntries(_ value: Node) -> [Node.Entry] {
    var merged: [Node.Entry] = []
    for mapping in value.items ?? [value] {
      guard let entries = mapping.entries else {
        diagnostics.error(
          .yamlSyntax, "the merge key '<<' takes a mapping or a list of mappings, found \(mapping.summary)",
          at: mapping.location, hint: "put a key that is really called '<<' in quotes")
        continue
      }
      merged += entries
    }
    return merged
  }

  /// The key that an event begins; nil, with a diagnostic, when it is not text.
  private mutating func key(
    _ event: Event, depth: Int
  ) throws(YAMLProblem) -> (name: String, style: Event.ScalarStyle)? {
    if case .scalar(let name, let style) = event.content, event.anchor == nil { return (name, style) }
    _ = try node(event, depth: depth)
    let meant = if case .alias = event.content { try anchored(event).event } else { event }
    if case .scalar(let name, let style) = meant.content { return (name, style) }
    diagnostics.error(.yamlSyntax, "a key must be text", at: event.location)
    return nil
  }
}
