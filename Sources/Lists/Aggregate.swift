import CellistRecords
import CellistText

/// One figure over all rows of a section: what `footer` asks for.
package struct Aggregate: Hashable, Sendable {
  package enum Function: String, CaseIterable, Sendable { case count, sum, min, max, mean }

  /// The name under which templates find it: its field's.
  package let name: String
  package let path: FieldPath
  package let function: Function

  /// The figure over a section's rows, as digits or as the text of the least or greatest value; nil when no row has a
  /// value. A sum is exact and keeps as many decimals as the most precise value has; a mean has one at least, and is
  /// rounded half to even. Neither has more than 34 digits.
  package func value(over values: some Sequence<Value>) -> Value? {
    let values = values.filter { !$0.isAbsent }
    switch function {
    case .count: return .integer(values.count)
    case .min: return values.min { Self.precedes($0, $1) }
    case .max: return values.max { Self.precedes($0, $1) }
    case .sum, .mean:
      var sum = DecimalSum()
      var decimals = 0
      for value in values {
        guard let number = value.decimal else { continue }
        sum.add(number)
        decimals = Swift.max(decimals, DecimalNumber.decimals(of: value.plainText))
      }
      guard sum.count > 0 else { return nil }
      return .number(
        function == .sum ? sum.text(decimals: decimals) : sum.meanText(decimals: Swift.max(decimals, 1)))
    }
  }

  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.date(let one), .date(let other)): return one < other
    case (.datetime(let one), .datetime(let other)): return one < other
    default:
      guard let one = left.decimal, let other = right.decimal else { return false }
      return one < other
    }
  }
}

extension Aggregate {
  /// Reads the `footer` of a list's sections: a mapping of fields to functions.
  static func read(
    _ node: Node, type: RecordType, _ diagnostics: inout Diagnostics
  ) -> [Aggregate] {
    guard let entries = node.entries else {
      diagnostics.error(
        .invalidSetting, "'footer' must be a mapping of fields to functions, found \(node.summary)", at: node.location,
        hint: "for example footer: {mass: mean}")
      return []
    }
    return entries.compactMap { entry in
      guard let path = type.path(entry.key, at: entry.keyLocation, &diagnostics) else { return nil }
      guard let name = entry.value.text, let function = Function(rawValue: name) else {
        diagnostics.error(
          .invalidSetting, "there is no such figure as \(entry.value.summary)", at: entry.value.location,
          hint: diagnostics.hint(for: entry.value.text ?? "", in: Function.allCases.map(\.rawValue)))
        return nil
      }
      let fits =
        switch (function, path.type) {
        case (.count, _), (_, .integer), (_, .number): true
        case (.min, .date), (.max, .date), (.min, .datetime), (.max, .datetime): true
        default: false
        }
      guard fits else {
        diagnostics.error(
          .invalidSetting, "'\(entry.key)' is \(path.type.name), which has no \(name)", at: entry.value.location,
          hint: "sum and mean take numbers; min and max also dates")
        return nil
      }
      return Aggregate(name: entry.key, path: path, function: function)
    }
  }
}
