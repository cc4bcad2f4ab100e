import CellistRecords
import CellistText

@testable import CellistLists

extension FuzzTarget {
  private static let english = Language(tag: "en")

  /// Decimal numbers: figures are exact, and what is printed has all digits.
  static let numbers = FuzzTarget(
    "numbers",
    seeds: [
      "1\n2.50\n-3e2\n", "0.1\n0.2\n", "9007199254740993\n1\n", "1e100\n1\n-1e100\n",
      "123456789012345678901234567890.123\n",
      "-0.0\n0\n", "5e-7\n", "12e400\n1\n", "0.01e-399\n",
    ],
    words: ["e-", "e+", "E", "0.0", "9007199254740992", "-", "9223372036854775807"]
  ) { input in
    guard let english, let reader = TimeZoneRules("UTC").map({ ValueReader(language: english, zone: $0) }) else {
      return
    }
    var none = Diagnostics()
    let values = input.texts("\n").prefix(20).compactMap { text in
      reader.read(Node(.scalar(text, quoted: false), at: SourceLocation(file: "a")), as: Field("n", .number), &none)
    }.filter { !$0.isAbsent }
    let numbers = values.compactMap { ExactDecimal($0.plainText, limit: 400) }
    for (value, number) in zip(values, numbers) where numbers.count == values.count {
      lawOfFormat(value.plainText, number, english)
    }
    guard let first = numbers.first, numbers.count == values.count else { return }
    let sum = numbers.dropFirst().reduce(first, +)
    law(figure(.count, values) == ExactDecimal(String(values.count)), "a count counts")
    // Of longer sums the first digits are told.
    let isShort = sum.precision <= 34
    if isShort {
      law(figure(.sum, values) == sum, "the sum of \(numbers.map(\.text)) is not \(figure(.sum, values).text)")
    }
    law(figure(.min, values) == numbers.min(), "the least is one of them")
    law(figure(.max, values) == numbers.max(), "the greatest is one of them")
    guard isShort, figure(.mean, values).precision < 34 else { return }
    // A mean is rounded, by less than one of its last digit; that many times as often as it is added up.
    let mean = figure(.mean, values)
    let product = repeatElement(mean, count: values.count - 1).reduce(mean, +)
    guard let bound = ExactDecimal("\(values.count)e-\(mean.scale)") else { return }
    law(product < sum + bound && sum < product + bound, "the mean of \(numbers.map(\.text)) is not \(mean.text)")
  }

  private static func figure(_ function: Aggregate.Function, _ values: [Value]) -> ExactDecimal {
    var diagnostics = Diagnostics()
    guard let path = RecordType(fields: [Field("n", .number)]).path("n", at: nil, &diagnostics),
      let text = Aggregate(name: "n", path: path, function: function).value(over: values)?.plainText,
      let number = ExactDecimal(text)
    else { fatalError("a law is broken: numbers have a \(function)") }
    return number
  }

  private static func lawOfFormat(_ digits: String, _ number: ExactDecimal, _ language: Language) {
    let text = language.format(digits: digits)
    let plain = text.replacing(",", with: "")
    law(ExactDecimal(plain) == number, "\(digits) is printed as \(text)")
  }
}
