import CellistRecords
import CellistText

/// Which of a file's records a source takes: a condition on what is written in them, before it is checked.
package struct SourceFilter: Hashable, Sendable {
  private indirect enum Test: Hashable, Sendable {
    case all([Test])
    case any([Test])
    case not(Test)
    case value(key: String, Comparison)
  }

  private enum Comparison: Hashable, Sendable {
    case isIn([String])
    case contains(String)
    case matches(Pattern)
    case exists(Bool)
  }

  private let test: Test
  /// The keys that a record must have to be taken, and where they are written.
  let keys: [String: SourceLocation]
  /// The keys that it looks at, whole and up to the first dot.
  let names: Set<String>
  /// The condition as it is written, for telling one filter from another.
  package let words: String

  /// The texts that keys must have in each record, where there is only one that they can have.
  package var onlyTexts: [(key: String, text: String)] {
    let tests = if case .all(let parts) = test { parts } else { [test] }
    return tests.compactMap { test in
      if case .value(let key, .isIn(let texts)) = test, texts.count == 1 { (key, texts[0]) } else { nil }
    }
  }

  /// Whether a record is one of those that the source takes.
  package func accepts(_ record: Node) -> Bool { Self.holds(test, of: record) }

  private static func holds(_ test: Test, of record: Node) -> Bool {
    switch test {
    case .all(let parts): parts.allSatisfy { holds($0, of: record) }
    case .any(let parts): parts.contains { holds($0, of: record) }
    case .not(let part): !holds(part, of: record)
    case .value(let key, let comparison): holds(comparison, of: record.descendant(key))
    }
  }

  private static func holds(_ comparison: Comparison, of node: Node?) -> Bool {
    switch comparison {
    case .isIn(let texts): node?.text.map { texts.contains(String($0.trimmed)) } ?? false
    case .contains(let part):
      node?.items.map { $0.contains { $0.text?.trimmed == part[...] } } ?? node?.text?.contains(part) ?? false
    case .matches(let pattern): node?.text.map { pattern.matches($0) } ?? false
    case .exists(let isThere): isThere == node.map { !$0.isNothing && !$0.isEmpty }
    }
  }
}

extension SourceFilter {
  /// Reads `where` of a source; nil, with diagnostics, when something in it is wrong.
  init?(_ node: Node, _ diagnostics: inout Diagnostics) {
    guard let test = Self.test(node, &diagnostics) else { return nil }
    self.test = test
    words = node.words
    keys = Dictionary(Self.keys(of: node)) { first, _ in first }
    names = Set(Self.names(of: node))
  }

  /// The keys whose values are compared, but for those that may be missing from all records.
  private static func keys(of node: Node) -> [(String, SourceLocation)] {
    (node.entries ?? []).flatMap { entry -> [(String, SourceLocation)] in
      if entry.key == "any", let items = entry.value.items { return items.flatMap(keys) }
      let comparisons = entry.value.entries
      if entry.key == "not", comparisons != nil { return [] }
      return comparisons?.contains { $0.key == "exists" } ?? false ? [] : [(entry.key, entry.keyLocation)]
    }
  }

  private static func names(of node: Node) -> [String] {
    (node.entries ?? []).flatMap { entry -> [String] in
      if entry.key == "any", let items = entry.value.items { return items.flatMap(names) }
      if entry.key == "not", entry.value.entries != nil { return names(of: entry.value) }
      return [entry.key, String(entry.key.prefix { $0 != "." })]
    }
  }

  private static func test(_ node: Node, _ diagnostics: inout Diagnostics) -> Test? {
    guard let entries = node.entries, !entries.isEmpty else {
      diagnostics.error(
        .invalidSetting, "'where' of a source must be a mapping of keys to values, found \(node.summary)",
        at: node.location, hint: "for example {kind: grant}")
      return nil
    }
    return every(entries.map { part($0, &diagnostics) })
  }

  /// All of several tests; nil where one of them could not be read.
  private static func every(_ parts: [Test?]) -> Test? {
    let read = parts.compactMap(\.self)
    guard read.count == parts.count else { return nil }
    return read.count == 1 ? read[0] : .all(read)
  }

  private static func part(_ entry: Node.Entry, _ diagnostics: inout Diagnostics) -> Test? {
    if entry.key == "any", let items = entry.value.items {
      let parts = items.map { test($0, &diagnostics) }
      let read = parts.compactMap(\.self)
      return read.count == parts.count && !read.isEmpty ? .any(read) : nil
    }
    if entry.key == "not", entry.value.entries != nil { return test(entry.value, &diagnostics).map { .not($0) } }
    guard let comparisons = entry.value.entries else {
      return texts(entry.value, of: entry.key, &diagnostics).map { .value(key: entry.key, .isIn($0)) }
    }
    return every(comparisons.map { comparison($0, of: entry.key, &diagnostics).map { .value(key: entry.key, $0) } })
  }

  private static func comparison(
    _ entry: Node.Entry, of key: String, _ diagnostics: inout Diagnostics
  ) -> Comparison? {
    let value = entry.value
    switch entry.key {
    case "in": return texts(value, of: key, &diagnostics).map { .isIn($0) }
    case "contains":
      if let text = value.text { return .contains(text) }
    case "matches":
      guard let source = value.text else { break }
      do {
        return .matches(try Pattern(source))
      } catch {
        diagnostics.error(.invalidSetting, "the pattern is not valid: \(error.message)", at: value.location)
        return nil
      }
    case "exists":
      if value.text == "true" { return .exists(true) }
      if value.text == "false" { return .exists(false) }
    default:
      diagnostics.error(
        .unknownKey, "'where' of a source has no comparison '\(entry.key)'", at: entry.keyLocation,
        hint: diagnostics.nearest(to: entry.key, in: ["in", "contains", "matches", "exists"]).map {
          "did you mean '\($0)'?"
        }
          ?? "it compares texts as they are written, by in, contains, matches and exists; "
          + "'where' of the list compares values")
      return nil
    }
    diagnostics.error(
      .invalidSetting,
      "'\(entry.key)' must be \(entry.key == "exists" ? "true or false" : "a text"), found \(value.summary)",
      at: value.location)
    return nil
  }

  private static func texts(_ node: Node, of key: String, _ diagnostics: inout Diagnostics) -> [String]? {
    let nodes = node.items ?? [node]
    let texts = nodes.compactMap { $0.text.map { String($0.trimmed) } }
    if texts.count == nodes.count, !texts.isEmpty { return texts }
    diagnostics.error(
      .invalidSetting, "'\(key)' must be compared with a text or a list of texts, found \(node.summary)",
      at: node.location, hint: "{\(key): {exists: false}} holds where nothing is written")
    return nil
  }
}

extension Node {
  /// Whether it is a text without characters, or a list or mapping of nothing.
  fileprivate var isEmpty: Bool {
    switch content {
    case .null: true
    case .scalar(let text, _): text.trimmed.isEmpty
    case .sequence(let items): items.isEmpty
    case .mapping(let entries): entries.isEmpty
    }
  }
}
