import CellistText

extension StringProtocol {
  /// The text without differences that people do not mean: capitals, normalization, and spaces at the ends.
  package var folded: String {
    let trimmed = trimmed
    // Most texts are ASCII, of which nothing is composed.
    guard trimmed.utf8.allSatisfy({ $0 < 0x80 }) else { return String(trimmed).composed.lowercased().composed }
    return trimmed.lowercased()
  }

  /// Whether the text comes before another spelling of itself: in the order of letters, capitals first.
  package func isSpelt(before other: some StringProtocol) -> Bool {
    let one = (unicodeScalars.map { $0.properties.isUppercase ? 0 : 1 }, Array(utf8))
    let two = (other.unicodeScalars.map { $0.properties.isUppercase ? 0 : 1 }, Array(other.utf8))
    if one.0 != two.0 { return one.0.lexicographicallyPrecedes(two.0) }
    return one.1.lexicographicallyPrecedes(two.1)
  }
}
