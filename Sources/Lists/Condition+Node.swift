import CellistRecords
import CellistText

/// The names that conditions can use: the fields of a record type, and a list's flags.
package struct ConditionScope: Sendable {
  package let type: RecordType
  package let values: ValueReader
  package var flags: [String]

  package init(type: RecordType, values: ValueReader, flags: [String] = []) {
    self.type = type
    self.values = values
    self.flags = flags
  }
}

extension Condition {
  /// Reads a condition as settings write it; nil, with diagnostics, when something in it does not exist or fit.
  package init?(_ node: Node, in scope: ConditionScope, _ diagnostics: inout Diagnostics) {
    guard let entries = node.entries, !entries.isEmpty else {
      let found = node.entries == nil ? node.summary : "an empty one"
      diagnostics.error(
        .invalidSetting, "a condition must be a mapping of fields to values, found \(found)", at: node.location,
        hint: "for example {year: {above: 1900}}")
      return nil
    }
    let parts = entries.map { Self.part($0, in: scope, &diagnostics) }
    let read = parts.compactMap(\.self)
    guard read.count == parts.count else { return nil }
    self = read.count == 1 ? read[0] : .all(read)
  }

  private static func part(
    _ entry: Node.Entry, in scope: ConditionScope, _ diagnostics: inout Diagnostics
  ) -> Condition? {
    switch entry.key {
    case "any" where entry.value.items != nil:
      let parts = (entry.value.items ?? []).map { Condition($0, in: scope, &diagnostics) }
      let read = parts.compactMap(\.self)
      return read.count == parts.count ? .any(read) : nil
    case "not" where entry.value.entries != nil:
      return Condition(entry.value, in: scope, &diagnostics).map { .not($0) }
    case "any", "not":
      diagnostics.error(
        .invalidSetting,
        entry.key == "any"
          ? "'any' must be a list of conditions, found \(entry.value.summary)"
          : "'not' must be a condition, found \(entry.value.summary)", at: entry.value.location)
      return nil
    default: break
    }
    if let flag = scope.flags.firstIndex(of: entry.key) {
      switch entry.value.text {
      case "true": return .flag(flag)
      case "false": return .not(.flag(flag))
      default:
        diagnostics.error(
          .invalidSetting, "the flag '\(entry.key)' is true or false, found \(entry.value.summary)",
          at: entry.value.location)
        return nil
      }
    }
    guard let path = scope.type.path(entry.key, at: entry.keyLocation, others: scope.flags + words, &diagnostics)
    else { return nil }
    guard let comparisons = entry.value.entries else {
      return isIn([entry.value], path, entry.key, scope, &diagnostics)
    }
    guard !comparisons.isEmpty else {
      diagnostics.error(
        .invalidSetting, "'\(entry.key)' is compared with nothing", at: entry.value.location,
        hint: "for example {\(entry.key): {exists: true}}")
      return nil
    }
    let tests = comparisons.map { test -> Condition? in
      if test.key == "in", test.value.items?.isEmpty != true {
        return isIn(test.value.items ?? [test.value], path, entry.key, scope, &diagnostics)
      }
      if let relation = ClockBound.Relation(comparison: test.key), let bound = clockBound(test.value, path) {
        return .clock(path, relation, bound)
      }
      return comparison(test, path, entry.key, scope, &diagnostics).map { .test(path, $0) }
    }
    let read = tests.compactMap(\.self)
    guard read.count == tests.count else { return nil }
    if isEmptyRange(read, path, scope) {
      diagnostics.error(
        .invalidSetting, "no value of '\(entry.key)' is within these bounds", at: entry.value.location)
      return nil
    }
    return read.count == 1 ? read[0] : .all(read)
  }

  /// Whether a lower bound is beyond an upper one.
  private static func isEmptyRange(_ tests: [Condition], _ path: FieldPath, _ scope: ConditionScope) -> Bool {
    var (lower, upper): ([(Value, isStrict: Bool)], [(Value, isStrict: Bool)]) = ([], [])
    for case .test(_, let test) in tests {
      switch test {
      case .above(let bound): lower.append((bound, true))
      case .atLeast(let bound): lower.append((bound, false))
      case .below(let bound): upper.append((bound, true))
      case .atMost(let bound): upper.append((bound, false))
      default: break
      }
    }
    return lower.contains { low in
      upper.contains { high in
        let order = low.0.order(comparedWith: high.0, type: path.type, language: scope.values.language) ?? -1
        return order > 0 || order == 0 && (low.isStrict || high.isStrict)
      }
    }
  }

  private static func comparison(
    _ entry: Node.Entry, _ path: FieldPath, _ name: String, _ scope: ConditionScope, _ diagnostics: inout Diagnostics
  ) -> Comparison? {
    func one() -> Value? { values([entry.value], path, name, scope, &diagnostics)?.first }
    switch entry.key {
    case "in":
      diagnostics.error(.invalidSetting, "'in' must be a list of values, found an empty one", at: entry.value.location)
      return nil
    case "above": return one().map { .above($0) }
    case "at-least": return one().map { .atLeast($0) }
    case "below": return one().map { .below($0) }
    case "at-most": return one().map { .atMost($0) }
    case "contains" where !path.type.holdsText && !path.type.holdsItems, "matches" where !path.type.holdsText:
      diagnostics.error(
        .invalidSetting, "'\(name)' is \(path.type.name), which '\(entry.key)' cannot look into", at: entry.keyLocation,
        hint: "'\(entry.key)' is for \(entry.key == "matches" ? "text" : "text and lists")")
      return nil
    case "contains":
      let item: FieldType = if case .list(let item) = path.type { item } else { .text }
      let inner = FieldPath(field: path.field, part: path.part, type: item)
      return values([entry.value], inner, name, scope, &diagnostics).map { values in
        let isFolded = path.type != item && isFolded(inner, scope)
        return isFolded ? .containsSpelt([values[0].plainText.folded]) : .contains(values[0])
      }
    case "matches":
      guard let source = entry.value.text else { break }
      do {
        return .matches(try Pattern(source))
      } catch {
        // A pattern that is written over several lines has a space or a line break where each of them ends.
        let isOnFirstLine = !source.unicodeScalars.prefix(error.offset).contains { $0 == " " || $0 == "\n" }
        let start = entry.value.location
        diagnostics.error(
          .invalidSetting, "the pattern is not valid: \(error.message)",
          at: isOnFirstLine ? start.advanced(line: 1, column: error.offset + 1) : start)
        return nil
      }
    case "exists":
      if entry.value.text == "true" { return .exists(true) }
      if entry.value.text == "false" { return .exists(false) }
    default:
      diagnostics.error(
        .unknownKey, "there is no comparison '\(entry.key)'", at: entry.keyLocation,
        hint: diagnostics.hint(for: entry.key, in: Comparison.names))
      return nil
    }
    diagnostics.error(
      .invalidSetting,
      "'\(entry.key)' must be \(entry.key == "exists" ? "true or false" : "a pattern"), found \(entry.value.summary)",
      at: entry.value.location)
    return nil
  }

  /// The condition that a value is one of several.
  private static func isIn(
    _ nodes: [Node], _ path: FieldPath, _ name: String, _ scope: ConditionScope, _ diagnostics: inout Diagnostics
  ) -> Condition? {
    let bounds = nodes.compactMap { clockBound($0, path) }.map { Condition.clock(path, .equal, $0) }
    let nodes = nodes.filter { clockBound($0, path) == nil }
    guard !nodes.isEmpty else { return bounds.count == 1 ? bounds[0] : .any(bounds) }
    guard let values = values(nodes, path, name, scope, &diagnostics) else { return nil }
    let test = Condition.test(
      path, isFolded(path, scope) ? .isSpelt(Set(values.map(\.plainText.folded))) : .isIn(values))
    return bounds.isEmpty ? test : .any(bounds + [test])
  }

  /// The bound of a date or a datetime that moves with the clock; nil for other values.
  private static func clockBound(_ node: Node, _ path: FieldPath) -> ClockBound? {
    guard path.type == .date || path.type == .datetime, let text = node.text else { return nil }
    return ClockBound(text.trimmed)
  }

  /// Whether all spellings of the texts that a path leads to are one.
  private static func isFolded(_ path: FieldPath, _ scope: ConditionScope) -> Bool {
    guard scope.type.fields[path.field].isFolded else { return false }
    if case .record = path.type { return true }
    return path.type == .text
  }

  /// The values that a field is compared with, read as the field's own type.
  private static func values(
    _ nodes: [Node], _ path: FieldPath, _ name: String, _ scope: ConditionScope, _ diagnostics: inout Diagnostics
  ) -> [Value]? {
    if case .list = path.type, let node = nodes.first(where: { $0.text != nil }) {
      diagnostics.error(
        .invalidSetting, "'\(name)' is a list, and \(node.summary) is not", at: node.location,
        hint: "{\(name): {contains: \(node.text ?? "")}} holds where the list has it")
      return nil
    }
    var field = scope.type.field(of: path, called: name)
    field.type = path.type
    let isOfTime = path.type == .date || path.type == .datetime
    let read = nodes.map { node -> Value? in
      if isOfTime, let text = node.text, ClockBound.isMeant(by: text.trimmed) {
        diagnostics.error(
          .invalidSetting, "there is no time \(quoted(text))", at: node.location,
          hint: "'today' and 'now' may have a number of d, w, m or y, and 'now' of h: today+30d, today-1y, now+2h")
        return nil
      }
      guard let value = scope.values.read(node, as: field, &diagnostics) else { return nil }
      if !value.isAbsent { return value }
      diagnostics.error(
        .invalidSetting, "'\(name)' cannot be compared with nothing", at: node.location,
        hint: "{\(name): {exists: false}} holds where a value is missing")
      return nil
    }
    let values = read.compactMap(\.self)
    return values.count == nodes.count && !values.isEmpty ? values : nil
  }
}

extension FieldType {
  fileprivate var holdsText: Bool {
    switch self {
    case .text, .markdown, .url, .email, .telephone, .version, .asset, .choice: true
    default: false
    }
  }

  fileprivate var holdsItems: Bool { if case .list = self { true } else { false } }
}
