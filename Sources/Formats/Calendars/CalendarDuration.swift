/// A length of time as a calendar writes it: `P1D`, `PT1H30M`, `P2W`.
package struct CalendarDuration {
  package var days = 0
  package var seconds = 0

  /// Nil for what is none.
  package init?(_ written: String) {
    var rest = written.trimmed.uppercased()[...]
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
    guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
    var isTime = false
    while let first = rest.first {
      if first == "T", !isTime {
        isTime = true
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard digits.count <= 9, let count = Int(digits), let unit = rest.popFirst() else { return nil }
      switch (unit, isTime) {
      case ("W", false): days += count * 7
      case ("D", false): days += count
      case ("H", true): seconds += count * 3_600
      case ("M", true): seconds += count * 60
      case ("S", true): seconds += count
      default: return nil
      }
    }
    if isNegative { (days, seconds) = (-days, -seconds) }
  }
}
