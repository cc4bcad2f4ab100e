import CellistRecords

/// Where in a file the records are: keys joined with dots, and `*` for each item of a list or value of a mapping.
package struct ItemsPath: Hashable, Sendable {
  /// A key that records take from the levels around them.
  struct Inherited: Hashable, Sendable {
    let key: String
    /// The key there, dotted into mappings; `$key` is the key of the level itself.
    let source: String
    /// How many of those that have it are passed over, from the nearest out.
    let skipped: Int
    let location: SourceLocation

    init(_ key: String, from source: String, location: SourceLocation) {
      let steps = source.split(separator: Self.outwards, omittingEmptySubsequences: false).map(String.init)
      self.key = key
      self.source = steps.last ?? source
      skipped = steps.count - 1
      self.location = location
    }

    /// Written before a key to pass over the nearest that has it.
    private static let outwards = "../"
  }

  private enum Step: Hashable {
    case key(String)
    case each
  }

  /// As settings write it.
  let text: String
  private let steps: [Step]
  let inherited: [Inherited]

  init(_ text: String, inheriting inherited: [Inherited] = []) {
    self.text = text
    self.inherited = inherited
    var steps: [Step] = []
    var key: [Substring] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part == "*" else {
        key.append(part)
        continue
      }
      if !key.isEmpty { steps.append(.key(key.joined(separator: "."))) }
      key = []
      steps.append(.each)
    }
    if !key.isEmpty { steps.append(.key(key.joined(separator: "."))) }
    self.steps = steps
  }

  /// All settings of the path, to compare it with others.
  package var words: String {
    ([text] + inherited.map { "\($0.key): \($0.skipped) \($0.source)" }).joined(separator: "\n")
  }
}

extension ItemsPath {
  /// A node on the way, and its name where it is a value of a mapping that `*` walks.
  private struct Parent {
    let node: Node
    var name: Node?
  }

  /// A node that the path leads to.
  struct Item {
    let node: Node
    /// The entries that it inherits.
    let entries: [Node.Entry]
    /// The name of a record that it is: its key in the mapping that `*` walks, or its file's where it is the only one.
    let name: String?
  }

  /// Calls `body` with each node that the path leads to, in the order of the file; false where there is nothing at all.
  ///
  /// - Parameter name: the file's name, which names its only record.
  func forEach(in root: Node, named name: String?, _ body: (Item) -> Void) -> Bool {
    var way = [Parent(node: root)]
    let hasSeveral = steps.contains(.each)
    return walk(steps[...], &way) { node, way in
      body(
        Item(
          node: node, entries: inherited.compactMap { entry(of: $0, way) },
          name: hasSeveral ? way[way.count - 1].name?.text : name))
    }
  }

  private func walk(_ steps: ArraySlice<Step>, _ way: inout [Parent], _ body: (Node, [Parent]) -> Void) -> Bool {
    let node = way[way.count - 1].node
    guard let step = steps.first else {
      body(node, way)
      return true
    }
    let rest = steps.dropFirst()
    let depth = way.count
    defer { way.removeSubrange(depth...) }
    switch (step, node.content) {
    case (.key(let key), _):
      guard Self.follow(key, &way) else { return false }
      return walk(rest, &way, body)
    case (.each, .sequence(let items)):
      var isThere = items.isEmpty
      for item in items {
        way.append(Parent(node: item))
        if walk(rest, &way, body) { isThere = true }
        way.removeSubrange(depth...)
      }
      return isThere
    case (.each, .mapping(let entries)):
      var isThere = entries.isEmpty
      for entry in entries {
        way.append(Parent(node: entry.value, name: Node(.scalar(entry.key, quoted: true), at: entry.keyLocation)))
        if walk(rest, &way, body) { isThere = true }
        way.removeSubrange(depth...)
      }
      return isThere
    case (.each, .null): return true
    case (.each, .scalar): return false
    }
  }

  /// Follows a dotted key, which may also be one key with dots in it.
  private static func follow(_ key: String, _ way: inout [Parent]) -> Bool {
    let node = way[way.count - 1].node
    if let direct = node[key] {
      way.append(Parent(node: direct))
      return true
    }
    guard let dot = key.utf8.firstIndex(of: UInt8(ascii: ".")), let next = node[String(key[..<dot])] else {
      return false
    }
    way.append(Parent(node: next))
    return follow(String(key[key.utf8.index(after: dot)...]), &way)
  }

  /// The entry that a record takes from the nearest enclosing level that has it.
  private func entry(of inherited: Inherited, _ way: [Parent]) -> Node.Entry? {
    let value =
      inherited.source == Self.name
      ? way.lazy.reversed().compactMap(\.name).dropFirst(inherited.skipped).first
      : way.dropLast().lazy.reversed().compactMap { $0.node.descendant(inherited.source) }
        .dropFirst(inherited.skipped).first
    return value.map { Node.Entry(key: inherited.key, keyLocation: inherited.location, value: $0) }
  }

  /// Stands for the name of a value in its mapping.
  private static let name = "$key"
}

extension ItemsPath {
  /// Reads `items` and `inherit` of a source.
  init?(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    let text = reader.text("items", &diagnostics)
    guard let node = reader.node("inherit") else {
      guard let text else { return nil }
      self.init(text)
      return
    }
    guard let text else {
      diagnostics.error(
        .invalidSetting, "'inherit' takes keys of the levels above the records, which 'items' names", at: node.location,
        hint: "for example {file: data.json, items: groups.*.members, inherit: [group]}")
      return nil
    }
    var inherited: [Inherited] = []
    for entry in node.entries ?? [] {
      if let source = entry.value.text, !source.isEmpty {
        inherited.append(Inherited(entry.key, from: source, location: entry.keyLocation))
      }
    }
    for item in node.items ?? (node.text == nil ? [] : [node]) {
      if let key = item.text, !key.isEmpty {
        inherited.append(Inherited(key, from: key, location: item.location))
      }
    }
    if inherited.isEmpty || inherited.count != node.items?.count ?? node.entries?.count ?? 1 {
      diagnostics.error(
        .invalidSetting, "'inherit' must be a list of keys, or a mapping of keys to those above, found \(node.summary)",
        at: node.location, hint: "for example inherit: {category: name, code: $key}")
    }
    self.init(text, inheriting: inherited)
  }
}

extension RawRecord {
  /// Calls `emit` with the records in what a file was read into.
  static func emitItems(
    of root: Node, _ source: RecordSource, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    guard let path = source.details?.items else {
      emitRecords(
        of: ItemsPath.Item(node: root, entries: [], name: source.recordName), source, &diagnostics, emit: emit)
      return
    }
    let isThere = path.forEach(in: root, named: source.recordName) { item in
      emitRecords(of: item, source, &diagnostics, emit: emit)
    }
    guard !isThere else { return }
    diagnostics.error(
      .missingSource, "there is nothing at '\(path.text)' in \(source.path)",
      at: source.details?.location ?? root.location)
  }

  private static func emitRecords(
    of item: ItemsPath.Item, _ source: RecordSource, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    switch item.node.content {
    case .null: return
    case .mapping:
      emit(RawRecord(node: item.node.adding(item.entries), name: item.name), &diagnostics)
    case .sequence(let nodes):
      for node in nodes {
        guard node.entries != nil else {
          diagnostics.error(.invalidValue, "a record must be a mapping, found \(node.summary)", at: node.location)
          continue
        }
        emit(RawRecord(node: node.adding(item.entries)), &diagnostics)
      }
    case .scalar:
      diagnostics.error(
        .invalidValue, "expected a list of records or a mapping, found \(item.node.summary)", at: item.node.location)
    }
  }
}

extension Node {
  /// The mapping with entries whose keys it has not.
  fileprivate func adding(_ others: [Entry]) -> Node {
    guard !others.isEmpty, let entries else { return self }
    return Node(.mapping(entries + others.filter { self[$0.key] == nil }), at: location)
  }
}
