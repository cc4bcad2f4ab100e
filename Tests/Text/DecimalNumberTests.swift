import Testing

@testable import CellistText

@Suite struct DecimalNumberTests {
  private func number(_ text: String) throws -> DecimalNumber { try #require(DecimalNumber(text)) }

  private func sum(_ texts: String...) throws -> DecimalSum {
    var sum = DecimalSum()
    for text in texts { sum.add(try number(text)) }
    return sum
  }

  @Test(arguments: [
    ("1.50", "1.5"), ("007", "7"), ("-0", "0"), ("0.000", "0e99"), ("1e3", "1000"), ("1200", "12E+2"),
    ("-1e-3", "-0.001"),
  ])
  func `a number is its value`(one: String, other: String) throws {
    #expect(try number(one) == number(other))
    #expect(try key(one) == key(other))
  }

  @Test(arguments: ["", "-", ".5", "1.", "1e", "1e+", "e5", "0x10", "nan", "inf", "1 ", "1,5", "٣", "--1"])
  func `other texts write no number`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test(arguments: [
    "1e6145", "1e-6145", "0e6145", "1e9223372036854775807", "1e-9223372036854775808", "1e99999999999999999999999999",
  ])
  func `exponents have a limit`(text: String) {
    #expect(DecimalNumber(text) == nil)
    #expect(DecimalNumber.decimals(of: text) == 0)
    #expect(DecimalNotation(text) != nil)
  }

  private func key(_ text: String) throws -> [UInt8] {
    var key: [UInt8] = []
    try number(text).appendKey(to: &key)
    return key
  }

  static let rising = [
    "-1e6144", "-9007199254740993", "-9007199254740992", "-10", "-9.99", "-1.1", "-1.01", "-1", "-0.1", "-1e-6144", "0",
    "1e-6144", "0.1", "0.10000000000000000001", "0.11", "1", "1.01", "1.1", "9.99", "10", "11", "100", "101",
    "9007199254740992", "9007199254740993", "1e6144",
  ]

  @Test func `the order of the keys is the order of the numbers`() throws {
    for (index, one) in Self.rising.enumerated() {
      for (place, other) in Self.rising.enumerated() {
        #expect(try (number(one) < number(other)) == (index < place), "\(one) and \(other)")
        // The text behind a number in a key does not outweigh it.
        let (first, second) = (
          try key(one) + (index < place ? [255] : []), try key(other) + (index < place ? [] : [255])
        )
        if index != place { #expect(first.lexicographicallyPrecedes(second) == (index < place), "\(one) and \(other)") }
      }
    }
  }

  @Test func `random numbers are in the order of their digits`() throws {
    for _ in 0..<5_000 {
      let (one, other) = (Int.random(in: -20_000...20_000), Int.random(in: -20_000...20_000))
      func written(_ hundredths: Int) -> String {
        let digits = "\(hundredths.magnitude)"
        return Bool.random() ? "\(hundredths)e-2" : "\(hundredths < 0 ? "-" : "")0.\(digits)e\(digits.count - 2)"
      }
      let (left, right) = (written(one), written(other))
      #expect(try (number(left) < number(right)) == (one < other), "\(left) and \(right)")
      #expect(try key(left).lexicographicallyPrecedes(key(right)) == (one < other), "\(left) and \(right)")
    }
  }

  @Test func `whole numbers at the limits`() throws {
    #expect(try DecimalNumber(Int.max) == number("9223372036854775807"))
    #expect(try DecimalNumber(Int.min) == number("-9223372036854775808"))
    #expect(
      try sum("9223372036854775807", "9223372036854775807", "-9223372036854775808").text(decimals: 0)
        == "9223372036854775806")
  }

  @Test func `sums are exact whatever their order`() throws {
    #expect(try sum("1e6144", "1e-30", "-1e6144").text(decimals: 30) == "0." + String(repeating: "0", count: 29) + "1")
    #expect(try sum("0.1", "0.2").text(decimals: 1) == "0.3")
    #expect(try sum("9007199254740993", "2").text(decimals: 0) == "9007199254740995")
    #expect(try sum("-0.5", "0.25").text(decimals: 2) == "-0.25")
    #expect(try sum("1000000000", "-1", "999999999.9").text(decimals: 1) == "1999999998.9")
    for _ in 0..<300 {
      let addends = (0..<20).map { _ in Int.random(in: -1_000_000_000_000_000...1_000_000_000_000_000) }
      var sum = DecimalSum()
      for addend in addends { sum.add(try number("\(addend)e-7")) }
      #expect(try sum.total == number("\(addends.reduce(0, +))e-7"))
    }
  }

  @Test func `a sum of more than 34 digits is rounded half to even, and one far from 1 has an exponent`() throws {
    #expect(try sum("1e6144", "1e-6144").text(decimals: 6144) == "1e6144")
    #expect(try sum("1e-6144", "1e-6144").text(decimals: 6144) == "2e-6144")
    #expect(try sum("1.25e40").text(decimals: 0) == "1.25e40")
    #expect(try sum("1e33", "0.5").text(decimals: 1) == "1000000000000000000000000000000000")
    #expect(try sum("1e33", "1.5").text(decimals: 1) == "1000000000000000000000000000000002")
    #expect(try sum("1e33", "0.500001").text(decimals: 6) == "1000000000000000000000000000000001")
    #expect(try sum("9999999999999999999999999999999999", "0.5").text(decimals: 1) == "1e34")
    #expect(try sum("0", "0e-6000").text(decimals: 6000) == "0")
  }

  @Test(arguments: [
    (["1", "2"], 1, "1.5"), (["1", "2", "2"], 1, "1.7"), (["0.5", "0.25"], 2, "0.38"), (["0.5", "0.75"], 2, "0.62"),
    (["-1", "-2", "-2"], 1, "-1.7"), (["0", "0"], 1, "0.0"), (["1e6144"], 1, "1e6144"), (["1", "0", "0"], 1, "0.3"),
    (["9007199254740993", "9007199254740993"], 1, "9007199254740993.0"), (["1", "-1"], 1, "0.0"),
    (["0.01", "0", "0", "0"], 2, "0.00"), (["0.03", "0", "0", "0"], 2, "0.01"), (["1e-6144"], 6144, "1e-6144"),
  ])
  func `a mean is rounded half to even`(numbers: [String], decimals: Int, mean: String) throws {
    var sum = DecimalSum()
    for text in numbers { sum.add(try number(text)) }
    #expect(sum.meanText(decimals: decimals) == mean)
  }
}
