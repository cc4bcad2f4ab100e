import CellistRecords
import CellistTemplates
import CellistText

extension ValuePrinter {
  /// Numbers as a line, in SVG, with the numbers as its title; a value that is not several of them is printed as any other.
  func sparkHTML(_ located: Located, field: Field) -> String? {
    let values = located.value.items
    let numbers = values.compactMap { Double($0.plainText) }
    guard numbers.count > 1, let least = numbers.min(), let greatest = numbers.max() else {
      return fieldHTML(located, field: field)
    }
    return spark(numbers, least...greatest, values.map { figure($0, of: field) })
  }

  /// The numbers of records in each year, from the first to the last, as a line in SVG: in each ten or hundred where the years
  /// are many, and in each month where it is one. A mere number where all are in one month, and where less is known of one;
  /// nil without records. Records without a date are counted in that number alone.
  func sparkHTML(countsOf dates: [Day?]) -> String? {
    guard !dates.isEmpty else { return nil }
    let count = language.format(digits: "\(dates.count)")
    let days = dates.compactMap(\.self)
    guard let first = days.min(), let last = days.max() else { return count }
    let years = last.date.year - first.date.year
    let step = years < 100 ? 1 : years < 1000 ? 10 : 100
    let line =
      if years > 0 {
        spark(days.map { Int((Double($0.date.year) / Double(step)).rounded(.down)) }) { unit in
          let ends = step == 1 ? [unit] : [unit * step, unit * step + step - 1]
          return ends.map { language.format(Day(year: $0), skeleton: "y") }.joined(separator: "–")
        }
      } else if days.allSatisfy({ $0.precision != .year }) {
        spark(days.map(\.date.month)) { month in
          days.first { $0.date.month == month }.map { language.format($0.rounded(to: .month), skeleton: "yMMM") } ?? ""
        }
      } else {
        String?.none
      }
    return line ?? count
  }

  /// How often each number occurs, from the least to the greatest, above a base line of 0; nil where all are the same.
  private func spark(_ units: [Int], _ label: (Int) -> String) -> String? {
    let counts = Dictionary(units.map { ($0, 1) }, uniquingKeysWith: +)
    guard let first = counts.keys.min(), let last = counts.keys.max(), first < last else { return nil }
    let texts = (first...last).compactMap { unit in
      counts[unit].map { "\(label(unit)): \(language.format(digits: "\($0)"))" }
    }
    return spark((first...last).map { Double(counts[$0] ?? 0) }, 0...Double(counts.values.max() ?? 0), texts)
  }

  private func spark(_ numbers: [Double], _ range: ClosedRange<Double>, _ texts: [String]) -> String {
    let (least, greatest) = (range.lowerBound, range.upperBound)
    let points = numbers.enumerated().map { index, number in
      let height = greatest > least ? (greatest - number) / (greatest - least) : 0.5
      return "\(Self.tenths(100 * Double(index) / Double(numbers.count - 1))),\(Self.tenths(1 + 18 * height))"
    }
    return
      "<svg class=\"spark\" viewBox=\"0 0 100 20\" preserveAspectRatio=\"none\" role=\"img\">"
      + "<title>\(ByteBuffer.escaped(texts.joined(separator: texts.contains { $0.contains(",") } ? "; " : ", ")))</title>"
      + "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"currentColor\""
      + " vector-effect=\"non-scaling-stroke\"/></svg>"
  }

  /// A length with one decimal at most.
  private static func tenths(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
