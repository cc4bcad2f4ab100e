/// A decimal number by its value, such as the one that "-1.50e3" writes; it keeps every digit that was written.
package struct DecimalNumber: Hashable, Sendable {
  /// The largest exponent that may be written, and with a minus sign the smallest: those of IEEE 754's decimal128.
  package static let exponentLimit = 6_144

  /// Whether the number is below zero.
  package let isNegative: Bool
  /// The digits from the first that is not 0 to the last that is not, each 0 to 9; none for zero.
  package let digits: [UInt8]
  /// The power of ten of the last digit.
  package let exponent: Int

  /// The number with these digits, where `exponent` is the power of ten of the last.
  init(isNegative: Bool, digits: ArraySlice<UInt8>, exponent: Int) {
    let end = digits.lastIndex { $0 != 0 }.map { $0 + 1 } ?? digits.startIndex
    let significant = digits[..<end].drop { $0 == 0 }
    self.isNegative = isNegative && !significant.isEmpty
    self.digits = Array(significant)
    self.exponent = significant.isEmpty ? 0 : exponent + digits.endIndex - end
  }

  /// The number that a text writes; nil where the text writes none, or an exponent beyond the limit.
  package init?(_ text: some StringProtocol) {
    guard let written = DecimalNotation(text), let exponent = written.exponent else { return nil }
    self.init(isNegative: written.isNegative, digits: written.digits[...], exponent: exponent - written.fractionCount)
  }

  /// A whole number.
  package init(_ integer: Int) {
    var digits: [UInt8] = []
    var rest = integer.magnitude
    while rest > 0 {
      digits.append(UInt8(rest % 10))
      rest /= 10
    }
    self.init(isNegative: integer < 0, digits: digits.reversed()[...], exponent: 0)
  }

  /// How many decimals a text writes when it is written without an exponent: 2 for "1.50", 3 for "1e-3".
  package static func decimals(of text: String) -> Int {
    guard let written = DecimalNotation(text), let exponent = written.exponent else { return 0 }
    return max(0, written.fractionCount - exponent)
  }

  /// The power of ten of the first digit.
  package var magnitude: Int { exponent + max(digits.count - 1, 0) }
}

extension DecimalNumber: Comparable {
  package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    guard left.isNegative == right.isNegative else { return left.isNegative }
    return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
  }

  private func isCloserToZero(than other: DecimalNumber) -> Bool {
    guard !digits.isEmpty, !other.digits.isEmpty else { return digits.isEmpty && !other.digits.isEmpty }
    guard magnitude == other.magnitude else { return magnitude < other.magnitude }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  /// Appends bytes whose order is that of the numbers; no number's bytes are a prefix of another's.
  package func appendKey(to key: inout [UInt8]) {
    guard !digits.isEmpty else {
      key.append(1)
      return
    }
    key.append(isNegative ? 0 : 2)
    let start = key.count
    let biased = UInt32(bitPattern: Int32(clamping: magnitude)) ^ 1 << 31
    withUnsafeBytes(of: biased.bigEndian) { key.append(contentsOf: $0) }
    for index in stride(from: 0, to: digits.count, by: 2) {
      key.append(1 + digits[index] * 10 + (index + 1 < digits.count ? digits[index + 1] : 0))
    }
    key.append(0)
    guard isNegative else { return }
    for index in start..<key.count { key[index] = ~key[index] }
  }
}

extension DecimalNumber {
  /// The most digits that a figure has, as decimal128 has them.
  static let figureDigits = 34

  /// The number rounded to `decimals`, or to 34 digits where those are fewer; half to even.
  ///
  /// - Parameter hasRest: whether something follows the last digit.
  func rounded(toDecimals decimals: Int, hasRest: Bool = false) -> DecimalNumber {
    let place = figurePlace(decimals)
    let dropped = place - exponent
    guard dropped > 0, !digits.isEmpty else { return self }
    guard dropped <= digits.count else { return DecimalNumber(0) }
    var kept = [0] + digits.dropLast(dropped)
    let rest = digits.suffix(dropped)
    let isBeyondHalf = (rest.first ?? 0) > 5 || rest.first == 5 && (rest.count > 1 || hasRest)
    if isBeyondHalf || rest.first == 5 && kept[kept.count - 1] % 2 == 1 {
      var last = kept.count - 1
      while kept[last] == 9 {
        kept[last] = 0
        last -= 1
      }
      kept[last] += 1
    }
    return DecimalNumber(isNegative: isNegative, digits: kept[...], exponent: place)
  }

  /// The number divided by a count, with one digit more than a figure with `decimals` has, and whether more follow.
  func divided(by count: Int, decimals: Int) -> (quotient: DecimalNumber, hasRest: Bool) {
    let divisor = UInt64(max(count, 1))
    var quotient: [UInt8] = []
    var rest: UInt64 = 0
    var place = magnitude
    let last = min(-decimals - 1, exponent)
    while place >= last {
      let index = magnitude - place
      // No list has so many rows that this overflows.
      rest = rest * 10 + UInt64(digits.indices.contains(index) ? digits[index] : 0)
      quotient.append(UInt8(rest / divisor))
      rest %= divisor
      place -= 1
    }
    return (DecimalNumber(isNegative: isNegative, digits: quotient[...], exponent: last), rest != 0)
  }

  /// Digits that mean the number, with at least as many decimals: "1.50", and with an exponent where it would fill a
  /// line, such as "1e6144".
  func figure(decimals: Int) -> String {
    guard !digits.isEmpty || decimals < Self.figureDigits else { return "0" }
    let decimals = max(0, -figurePlace(decimals))
    let sign = isNegative ? "-" : ""
    let text = digits.isEmpty ? "0" : String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    guard magnitude < Self.figureDigits, decimals < Self.figureDigits else {
      let fraction = text.dropFirst()
      return "\(sign)\(text.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(magnitude)"
    }
    let padded =
      String(repeating: "0", count: max(0, -magnitude)) + text
      + String(repeating: "0", count: max(0, exponent + decimals))
    guard decimals > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// The power of ten of the last digit of a figure.
  private func figurePlace(_ decimals: Int) -> Int { max(-decimals, magnitude - Self.figureDigits + 1) }
}

/// The parts of a decimal number as a text writes them: a sign, digits, a point with digits, an exponent.
package struct DecimalNotation {
  let isNegative: Bool
  /// All digits before the exponent, each 0 to 9.
  let digits: [UInt8]
  /// How many of them follow the point.
  let fractionCount: Int
  /// The exponent, 0 when none is written; nil where it is beyond what numbers may have.
  package let exponent: Int?

  /// Which part of a number a byte of its text belongs to.
  private enum Part { case start, whole, fraction, power, powerDigits }

  /// The parts of a whole text; nil where it writes no decimal number.
  package init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let notation = text.withUTF8(Self.init(utf8:)) else { return nil }
    self = notation
  }

  private init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.count)
    var part = Part.start
    var (isNegative, isSmall) = (false, false)
    var (wholeCount, power) = (0, 0)
    for byte in text {
      switch (byte, part) {
      case (UInt8(ascii: "0")...UInt8(ascii: "9"), .power), (UInt8(ascii: "0")...UInt8(ascii: "9"), .powerDigits):
        power = min(power * 10 + Int(byte - 48), DecimalNumber.exponentLimit + 1)
        part = .powerDigits
      case (UInt8(ascii: "0")...UInt8(ascii: "9"), _):
        digits.append(byte - 48)
        if part != .fraction { (part, wholeCount) = (.whole, digits.count) }
      case (UInt8(ascii: "-"), .start), (UInt8(ascii: "+"), .start):
        isNegative = byte == UInt8(ascii: "-")
        part = .whole
      case (UInt8(ascii: "."), .whole) where wholeCount > 0: part = .fraction
      case (UInt8(ascii: "e"), .whole), (UInt8(ascii: "E"), .whole), (UInt8(ascii: "e"), .fraction),
        (UInt8(ascii: "E"), .fraction):
        guard wholeCount > 0, part == .whole || digits.count > wholeCount else { return nil }
        part = .power
      case (UInt8(ascii: "-"), .power), (UInt8(ascii: "+"), .power):
        isSmall = byte == UInt8(ascii: "-")
        part = .powerDigits
      default: return nil
      }
    }
    let isWhole =
      switch part {
      case .start, .power: false
      case .whole: wholeCount > 0
      case .fraction: digits.count > wholeCount
      case .powerDigits: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[text.count - 1])
      }
    guard isWhole else { return nil }
    self.isNegative = isNegative
    self.digits = digits
    fractionCount = digits.count - wholeCount
    exponent = power > DecimalNumber.exponentLimit ? nil : isSmall ? -power : power
  }
}
