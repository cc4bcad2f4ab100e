/// Adds decimal numbers without losing a digit, in any order.
package struct DecimalSum: Sendable {
  /// The sum so far, in parts of nine digits; carries are propagated only at the end.
  private var parts: [Int] = []
  /// The place of the first part: its unit is 10 to the power of nine times that.
  private var first = 0
  /// How many numbers have been added.
  package private(set) var count = 0

  private static let width = 9
  private static let base = 1_000_000_000
  private static let powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

  package init() {}

  /// Takes time in proportion to the digits of the number.
  package mutating func add(_ number: DecimalNumber) {
    count += 1
    guard !number.digits.isEmpty else { return }
    makeRoom(for: Self.part(of: number.exponent), Self.part(of: number.magnitude))
    var place = number.magnitude
    for digit in number.digits {
      let part = Self.part(of: place)
      let amount = Int(digit) * Self.powers[place - part * Self.width]
      // A part overflows only after nine thousand million numbers.
      parts[part - first] += number.isNegative ? -amount : amount
      place -= 1
    }
  }

  /// The sum with `decimals`, as digits; of more than 34 digits it is rounded half to even.
  package func text(decimals: Int) -> String {
    total.rounded(toDecimals: decimals).figure(decimals: decimals)
  }

  /// The mean of the numbers with `decimals`, rounded half to even; of more than 34 digits to those.
  package func meanText(decimals: Int) -> String {
    let (quotient, hasRest) = total.divided(by: count, decimals: decimals)
    return quotient.rounded(toDecimals: decimals, hasRest: hasRest).figure(decimals: decimals)
  }

  /// The exact sum.
  var total: DecimalNumber {
    let (carried, isNegative) = carried(parts)
    let size = isNegative ? self.carried(parts.map { -$0 }).parts : carried
    var digits: [UInt8] = []
    for part in size.reversed() {
      for power in Self.powers.reversed() { digits.append(UInt8(part / power % 10)) }
    }
    return DecimalNumber(isNegative: isNegative, digits: digits[...], exponent: first * Self.width)
  }

  /// The parts, each from 0 to just below the base, and whether the remainder is negative.
  private func carried(_ parts: [Int]) -> (parts: [Int], isNegative: Bool) {
    var carry = 0
    var carried = parts.map { part in
      let sum = part + carry
      carry = Self.quotient(sum, Self.base)
      return sum - carry * Self.base
    }
    while carry > 0 {
      carried.append(carry % Self.base)
      carry /= Self.base
    }
    return (carried, carry < 0)
  }

  private mutating func makeRoom(for low: Int, _ high: Int) {
    if parts.isEmpty { first = low }
    if low < first {
      parts.insert(contentsOf: repeatElement(0, count: first - low), at: 0)
      first = low
    }
    if high - first >= parts.count { parts += repeatElement(0, count: high - first - parts.count + 1) }
  }

  private static func part(of place: Int) -> Int { quotient(place, width) }

  /// A quotient rounded down.
  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
  }
}
