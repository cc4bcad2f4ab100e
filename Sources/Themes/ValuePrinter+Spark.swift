import CellistRecords
import CellistTemplates

extension ValuePrinter {
  /// Numbers as a line, in SVG, with the numbers as its title; a value that is not several of them is printed as any other.
  func sparkHTML(_ located: Located, field: Field) -> String? {
    let values = located.value.items
    let numbers = values.compactMap { Double($0.plainText) }
    guard numbers.count > 1, let least = numbers.min(), let greatest = numbers.max() else {
      return fieldHTML(located, field: field)
    }
    let points = numbers.enumerated().map { index, number in
      let height = greatest > least ? (greatest - number) / (greatest - least) : 0.5
      return "\(Self.tenths(100 * Double(index) / Double(numbers.count - 1))),\(Self.tenths(1 + 18 * height))"
    }
    let title = ByteBuffer.escaped(values.map { figure($0, of: field) }.joined(separator: ", "))
    return
      "<svg class=\"spark\" viewBox=\"0 0 100 20\" preserveAspectRatio=\"none\" role=\"img\"><title>\(title)</title>"
      + "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"currentColor\""
      + " vector-effect=\"non-scaling-stroke\"/></svg>"
  }

  /// A length with one decimal at most.
  private static func tenths(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
