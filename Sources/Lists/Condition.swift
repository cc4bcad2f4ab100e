import CellistRecords
import CellistText

/// A condition on a record: the value of `where`, of a flag, or of a cell rule's `when`.
package indirect enum Condition: Hashable, Sendable {
  case all([Condition])
  case any([Condition])
  case not(Condition)
  /// A named condition, by its place among the list's flags.
  case flag(Int)
  case test(FieldPath, Comparison)
  /// A comparison of a date or a datetime with the clock.
  case clock(FieldPath, ClockBound.Relation, ClockBound)

  /// How a value is compared. A comparison with a missing value is false.
  package enum Comparison: Hashable, Sendable {
    case isIn([Value])
    /// The same of texts, of which all spellings are one.
    case isSpelt(Set<String>)
    case above(Value)
    case atLeast(Value)
    case below(Value)
    case atMost(Value)
    case contains(Value)
    /// Whether a list of texts has one of these, in any spelling.
    case containsSpelt(Set<String>)
    case matches(Pattern)
    case exists(Bool)

    package static let names = ["in", "above", "at-least", "below", "at-most", "contains", "matches", "exists"]
  }

  /// The words that a condition may begin with instead of a field.
  package static let words = ["any", "not"]
}

extension Condition {
  /// Whether the condition holds of a record whose flags so far are `flags`, as of the clock's instant.
  package func holds(of record: Record, flags: [Bool], language: Language, _ clock: inout ConditionClock) -> Bool {
    switch self {
    case .all(let parts):
      for part in parts where !part.holds(of: record, flags: flags, language: language, &clock) { return false }
      return true
    case .any(let parts):
      for part in parts where part.holds(of: record, flags: flags, language: language, &clock) { return true }
      return false
    case .not(let part): return !part.holds(of: record, flags: flags, language: language, &clock)
    case .flag(let index): return flags[index]
    case .test(let path, let comparison):
      return comparison.holds(of: path.value(in: record, language: language), type: path.type, language: language)
    case .clock(let path, let relation, let bound):
      return bound.holds(relation, of: path.value(in: record, language: language), &clock)
    }
  }

  /// Whether what it decides may change without an edit.
  package var readsClock: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains(where: \.readsClock)
    case .not(let part): part.readsClock
    case .clock: true
    case .flag, .test: false
    }
  }

  /// The conditions that must all hold, when the condition is a conjunction; itself alone otherwise.
  package var conjuncts: Set<Condition> {
    if case .all(let parts) = self { Set(parts) } else { [self] }
  }
}

extension Condition.Comparison {
  func holds(of value: Value, type: FieldType, language: Language) -> Bool {
    func order(_ other: Value) -> Int? { value.order(comparedWith: other, type: type, language: language) }
    switch self {
    case .exists(let wanted): return value.isMissing != wanted
    case .isIn(let values): return values.contains { $0 == value || $0.isWrittenInSeveralWays && order($0) == 0 }
    case .isSpelt(let texts): return if case .text(let text) = value { texts.contains(text.folded) } else { false }
    case .containsSpelt(let texts): return value.items.contains { texts.contains($0.plainText.folded) }
    case .above(let bound): return order(bound).map { $0 > 0 } ?? false
    case .atLeast(let bound): return order(bound).map { $0 >= 0 } ?? false
    case .below(let bound): return order(bound).map { $0 < 0 } ?? false
    case .atMost(let bound): return order(bound).map { $0 <= 0 } ?? false
    case .contains(let part):
      if case .text(let text) = value, case .text(let piece) = part { return text.contains(piece) }
      return value.items.contains(part)
    case .matches(let pattern):
      if case .text(let text) = value { return pattern.matches(text) }
      return false
    }
  }
}

extension Value {
  /// Whether values that differ may mean the same: numbers, and instants by the clocks of two zones.
  fileprivate var isWrittenInSeveralWays: Bool {
    switch self {
    case .integer, .number, .datetime: true
    default: false
    }
  }

  /// Negative, 0 or positive as this value comes before, with or after another; nil when either is missing.
  func order(comparedWith other: Value, type: FieldType, language: Language) -> Int? {
    guard !isAbsent, !other.isAbsent else { return nil }
    if case .integer(let one) = self, case .integer(let two) = other { return one < two ? -1 : one > two ? 1 : 0 }
    if let one = decimal, let two = other.decimal { return one < two ? -1 : one > two ? 1 : 0 }
    var keys = (OrderKey(), OrderKey())
    keys.0.append(self, type: type, language: language)
    keys.1.append(other, type: type, language: language)
    return keys.0 < keys.1 ? -1 : keys.0 == keys.1 ? 0 : 1
  }
}
