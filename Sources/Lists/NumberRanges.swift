import CellistBase
import CellistRecords
import CellistText

/// Ranges of numbers that follow each other: below the first bound, from each bound up to the next, which is not in it,
/// and from the last bound on.
package struct NumberRanges: Hashable, Sendable {
  private let bounds: [DecimalNumber]
  /// The title that readers see for each range.
  private let titles: [String]
  /// The name of each in addresses.
  private let slugs: [String]

  /// Reads `ranges`: a list of bounds, or a mapping of titles to the bounds that end them, the last of which ends with
  /// nothing.
  init?(
    _ node: Node, of name: String, _ type: FieldType, in field: Field, _ language: Language,
    _ diagnostics: inout Diagnostics
  ) {
    let hint = "for example ranges: [10, 100] or ranges: {small: 10, medium: 100, large: ~}"
    guard type == .integer || type == .number else {
      diagnostics.error(
        .invalidSetting, "'ranges' are of numbers, and '\(name)' is \(type.name)", at: node.location)
      return nil
    }
    let nodes: [Node]
    if let entries = node.entries, entries.count > 1, entries.last?.value.isNothing == true {
      nodes = entries.dropLast().map(\.value)
    } else if let items = node.items, !items.isEmpty {
      nodes = items
    } else {
      diagnostics.error(
        .invalidSetting, "'ranges' must be bounds of numbers, found \(node.summary)", at: node.location, hint: hint)
      return nil
    }
    var bounds: [DecimalNumber] = []
    for node in nodes {
      guard let bound = node.text.flatMap({ DecimalNumber(String($0.trimmed)) }),
        bounds.last.map({ $0 < bound }) ?? true
      else {
        diagnostics.error(
          .invalidSetting, "a bound must be a number above those before it, found \(node.summary)", at: node.location,
          hint: hint)
        return nil
      }
      bounds.append(bound)
    }
    self.bounds = bounds
    let digits = nodes.compactMap { $0.text.map { String($0.trimmed) } }
    slugs =
      ["under-\(digits[0])"] + zip(digits, digits.dropFirst()).map { "\($0)-\($1)" }
      + ["from-\(digits[digits.count - 1])"]
    if let entries = node.entries {
      titles = entries.map(\.key)
      return
    }
    var plain = Field(field.name, type)
    (plain.unit, plain.grouping) = (field.unit, field.grouping)
    let numbers = digits.map { plain.figure($0, in: language) }
    let suffix = field.unit.map { "\u{A0}\($0)" } ?? ""
    let middle = zip(numbers, numbers.dropFirst()).map { "\($0)–\($1)" }
    titles = (["< \(numbers[0])"] + middle + ["≥ \(numbers[numbers.count - 1])"]).map { $0 + suffix }
  }

  var indices: Range<Int> { 0..<titles.count }

  /// The range that a number falls into. O(log n) in the number of ranges.
  func index(of value: Value) -> Int {
    guard let number = value.decimal else { return 0 }
    return bounds.firstPlace { number < $0 }
  }

  func title(at index: Int) -> String { titles[index] }
  func slug(at index: Int) -> String { Slug.naming(slugs[index].replacing(".", with: "-")) }
}
