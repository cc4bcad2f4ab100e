/// How a source writes dates or times, as a pattern of Unicode Technical Standard 35.
package struct DatePattern: Hashable, Sendable {
  package let text: String
  /// Whether it has hours.
  package let hasTime: Bool
  /// How much of a date it has.
  package let precision: Day.Precision
  /// Whether it names a zone or an offset.
  package let hasZone: Bool

  package init(_ text: String) {
    self.text = text
    // Letters between apostrophes are themselves.
    let letters = text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 0 }.map(\.element).joined()
    hasTime = letters.contains { "hHkKjJC".contains($0) }
    precision =
      letters.contains { "dDEecFg".contains($0) } ? .day : letters.contains { "MLqQ".contains($0) } ? .month : .year
    hasZone = letters.contains { "zZOvVXx".contains($0) }
  }
}
