import Testing

@testable import CellistText

@Suite struct NumberFormatTests {
  @Test(arguments: [
    ("en", "1234567.50", "1,234,567.50"), ("de", "1234567.50", "1.234.567,50"), ("en", "0", "0"),
    ("en", "-0.001", "-0.001"),
    ("de", "-12", "-12"), ("en", "3.14159265358979323846264338327950288", "3.14159265358979323846264338327950288"),
    ("en", "123456789012345678901234567890", "123,456,789,012,345,678,901,234,567,890"), ("en", "1e3", "1,000"),
    ("en", "1.5e-3", "0.0015"), ("en", "1.2345e2", "123.45"), ("en", "2E+2", "200"),
  ])
  func `every digit is kept`(tag: String, digits: String, text: String) {
    #expect(Language(tag: tag)?.format(digits: digits) == text)
  }

  @Test(arguments: [("en", true), ("de-CH", true), ("ar", false), ("fa", false), ("fa-u-nu-latn", true), ("hi", true)])
  func `digits are those of the language`(tag: String, isLatin: Bool) {
    #expect(Language(tag: tag)?.hasLatinDigits == isLatin)
  }

  @Test(arguments: [
    ("en", 0, "other"), ("en", 1, "one"), ("fr", 0, "one"), ("fr", 1_000_000, "many"), ("pl", 3, "few"),
    ("pl", 12, "many"),
    ("ar", 0, "zero"), ("ar", 2, "two"), ("ja", 1, "other"),
  ])
  func `counts have the plural category of the language`(tag: String, count: Int, category: String) {
    #expect(Language(tag: tag)?.pluralCategory(of: count) == category)
  }

  @Test(arguments: ["1e999999999", "1e-999999999", "1e-9223372036854775808", "1e9223372036854775807"])
  func `a huge exponent stays as it was written`(digits: String) {
    #expect(Language(tag: "en")?.format(digits: digits) == digits)
  }

  @Test func `more decimals than ICU writes stay as they were written`() {
    let digits = "0." + String(repeating: "7", count: 1_200)
    #expect(Language(tag: "en")?.format(digits: digits) == digits)
  }

  @Test(arguments: ["en", "de", "fr", "de-CH"])
  func `what remains without marks of grouping is what was written`(tag: String) throws {
    let language = try #require(Language(tag: tag))
    for _ in 0..<500 {
      let whole = String(Int.random(in: 1...Int(Int32.max)))
      let fraction = String((0..<Int.random(in: 0...12)).map { _ in Character(String(Int.random(in: 0...9))) })
      let digits = fraction.isEmpty ? whole : "\(whole).\(fraction)"
      #expect(language.format(digits: digits).filter(\.isNumber) == whole + fraction)
    }
  }

  @Test(arguments: [("12", 0), ("1.50", 2), ("1e-3", 3), ("1.5e3", 0), ("1.2345e2", 2), ("-0.0", 1)])
  func `decimals are counted as if without an exponent`(digits: String, decimals: Int) {
    #expect(DecimalNumber.decimals(of: digits) == decimals)
  }
}
