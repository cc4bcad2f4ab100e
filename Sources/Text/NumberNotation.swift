/// How a source writes numbers: the decimal separator, and the units beside numbers.
package struct NumberNotation: Hashable, Sendable {
  /// The decimal separator. The other sign may separate groups of three digits.
  package enum DecimalSign: String, CaseIterable, Hashable, Sendable {
    case point = "."
    case comma = ","

    fileprivate var scalar: Unicode.Scalar { self == .point ? "." : "," }
    fileprivate var other: Unicode.Scalar { self == .point ? "," : "." }
  }

  package let decimal: DecimalSign
  /// The texts allowed at either end of a number, such as "%" or "€".
  package let units: [String]

  package init(decimal: DecimalSign, units: [String] = []) {
    self.decimal = decimal
    self.units = units.filter { !$0.isEmpty }.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// The number that a text writes, in digits with a point and an exponent where it has one: "-1234.50" for "−1,234.50 €";
  /// nil where it writes none. O(n).
  package func digits(of text: some StringProtocol) -> String? {
    var rest = Substring(String(text)).unicodeScalars[...]
    var isNegative = false
    var (isSigned, hasUnit) = (false, false)
    // Signs and units are allowed in either order: "-€5", "€ -5", "(5) €".
    while true {
      rest = rest.trimmingSpaces
      if !isSigned, let sign = rest.first, Self.signs.contains(sign) {
        (isSigned, isNegative) = (true, sign != "+")
        rest = rest.dropFirst()
      } else if !isSigned, rest.first == "(", rest.last == ")", rest.count > 2 {
        (isSigned, isNegative) = (true, true)
        rest = rest.dropFirst().dropLast()
      } else if !hasUnit, let inner = withoutUnit(rest) {
        hasUnit = true
        rest = inner
      } else {
        break
      }
    }
    return plain(rest).map { isNegative ? "-\($0)" : $0 }
  }

  private static let signs: Set<Unicode.Scalar> = ["-", "+", "\u{2212}"]

  private func withoutUnit(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    for unit in units {
      let unit = unit.unicodeScalars
      guard text.count > unit.count else { continue }
      if text.starts(with: unit) { return text.dropFirst(unit.count) }
      if text.suffix(unit.count).elementsEqual(unit) { return text.dropLast(unit.count) }
    }
    return nil
  }

  /// The digits of a number without its sign.
  private func plain(_ text: Substring.UnicodeScalarView) -> String? {
    var digits = ""
    var group: Unicode.Scalar?
    // The number of digits in the group, or of decimals.
    var count = 0
    var isFraction = false
    for index in text.indices {
      let scalar = text[index]
      switch scalar {
      case "0"..."9":
        digits.unicodeScalars.append(scalar)
        count += 1
      case decimal.scalar where !isFraction && (group == nil || count == 3):
        if digits.isEmpty { digits = "0" }
        digits += "."
        (isFraction, count) = (true, 0)
      case "e", "E":
        guard count > 0, isFraction || group == nil || count == 3, let power = Self.power(text[index...].dropFirst())
        else { return nil }
        return "\(digits)e\(power)"
      case _ where !isFraction && isGrouping(scalar):
        guard group.map({ $0 == scalar && count == 3 }) ?? (1...3).contains(count) else { return nil }
        (group, count) = (scalar, 0)
      default: return nil
      }
    }
    guard count > 0, isFraction || group == nil || count == 3 else { return nil }
    return digits
  }

  private func isGrouping(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case decimal.other, " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "\u{2019}": true
    default: false
    }
  }

  /// The digits of an exponent with its sign.
  private static func power(_ text: Substring.UnicodeScalarView) -> String? {
    let sign = text.first.flatMap { signs.contains($0) ? $0 : nil }
    let digits = sign == nil ? text : text.dropFirst()
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return (sign == nil || sign == "+" ? "" : "-") + String(String.UnicodeScalarView(digits))
  }
}

extension Substring.UnicodeScalarView {
  /// The text without white space at its ends.
  fileprivate var trimmingSpaces: Self {
    var text = drop { $0.properties.isWhitespace }
    while let last = text.last, last.properties.isWhitespace { text = text.dropLast() }
    return text
  }
}
