/// What can be said of a decimal number from the digits that it was written with, such as "-1.50e3".
package enum DecimalDigits {
  /// The exponent, 0 when none is written.
  static func exponent(of digits: String) -> Int {
    guard let mark = digits.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return 0 }
    return Int(digits[digits.index(after: mark)...]) ?? 0
  }

  /// How many decimals the number has when it is written without an exponent: 2 for "1.50", 3 for "1e-3".
  package static func decimals(of digits: String) -> Int {
    let mantissa = digits.prefix { $0 != "e" && $0 != "E" }
    let written = mantissa.firstIndex(of: ".").map { mantissa[$0...].count - 1 } ?? 0
    return max(0, written - exponent(of: digits))
  }
}
