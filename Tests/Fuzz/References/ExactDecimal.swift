/// A decimal number as all of its digits, for sums and comparisons by hand.
struct ExactDecimal: Comparable {
  private let isNegative: Bool
  /// From the front, without zeros there.
  private let digits: [UInt8]
  /// How many of the digits stand behind the point.
  let scale: Int

  /// How many digits it has from the first to the last that is written.
  var precision: Int { digits.count }

  /// The number that text such as "-1.50e3" writes; nil for an exponent beyond `limit`, which keeps made-up numbers short.
  init?(_ text: String, limit: Int = 10_000) {
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0, abs(exponent) <= limit else {
      return nil
    }
    let halves = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = halves.count > 1 ? Array(halves[1].utf8) : []
    var digits = halves[0].utf8.filter { $0 >= 48 } + fraction
    var scale = fraction.count - exponent
    while scale < 0 {
      digits.append(48)
      scale += 1
    }
    self.init(isNegative: mantissa.hasPrefix("-"), digits: digits.map { $0 - 48 }, scale: scale)
  }

  private init(isNegative: Bool, digits: [UInt8], scale: Int) {
    self.digits = Array(digits.drop { $0 == 0 })
    self.isNegative = isNegative && !self.digits.isEmpty
    self.scale = scale
  }

  /// The number with more digits behind the point.
  private func scaled(to scale: Int) -> [UInt8] {
    digits.isEmpty ? [] : digits + Array(repeating: 0, count: scale - self.scale)
  }

  private static func order(_ one: [UInt8], _ other: [UInt8]) -> Int {
    if one.count != other.count { return one.count < other.count ? -1 : 1 }
    return one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
  }

  private static func order(_ one: ExactDecimal, _ other: ExactDecimal) -> Int {
    if one.isNegative != other.isNegative { return one.isNegative ? -1 : 1 }
    let scale = max(one.scale, other.scale)
    let order = order(one.scaled(to: scale), other.scaled(to: scale))
    return one.isNegative ? -order : order
  }

  static func < (one: ExactDecimal, other: ExactDecimal) -> Bool { order(one, other) < 0 }
  static func == (one: ExactDecimal, other: ExactDecimal) -> Bool { order(one, other) == 0 }

  static func + (one: ExactDecimal, other: ExactDecimal) -> ExactDecimal {
    let scale = max(one.scale, other.scale)
    var (large, small) = (one.scaled(to: scale), other.scaled(to: scale))
    var isNegative = one.isNegative
    if order(large, small) < 0 {
      (large, small) = (small, large)
      isNegative = other.isNegative
    }
    small = Array(repeating: 0, count: large.count - small.count) + small
    var carry = 0
    var result: [UInt8] = []
    for (digit, otherDigit) in zip(large, small).reversed() {
      let sum = Int(digit) + carry + (one.isNegative == other.isNegative ? Int(otherDigit) : -Int(otherDigit))
      result.append(UInt8((sum + 10) % 10))
      carry = sum >= 10 ? 1 : sum < 0 ? -1 : 0
    }
    if carry > 0 { result.append(1) }
    return ExactDecimal(isNegative: isNegative, digits: result.reversed(), scale: scale)
  }

  /// The number written out: "-1500", "0.050".
  var text: String {
    let padded = Array(repeating: 0, count: max(0, scale + 1 - digits.count)) + digits
    let figures = padded.map { String($0) }
    let whole = figures.dropLast(scale).joined()
    return (isNegative ? "-" : "") + whole + (scale > 0 ? "." + figures.suffix(scale).joined() : "")
  }
}
