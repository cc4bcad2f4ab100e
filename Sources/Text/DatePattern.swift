/// How a source writes dates or times, as a pattern of Unicode Technical Standard 35.
package struct DatePattern: Hashable, Sendable {
  package let text: String
  /// Whether it has hours.
  package let hasTime: Bool
  /// How much of a date it has.
  package let precision: Day.Precision
  /// Whether it names a zone or an offset.
  package let hasZone: Bool
  /// Whether it has the name of a day of the week.
  let hasWeekday: Bool
  /// Why it would read other dates than people write, and what is meant instead; nil where it reads them.
  package let problem: (reason: String, hint: String?)?

  package init(_ text: String) {
    self.text = text
    // Letters between apostrophes are themselves.
    let letters = text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 0 }.map(\.element).joined()
    hasTime = letters.contains { "hHkKjJC".contains($0) }
    precision =
      letters.contains { "dDEecFg".contains($0) } ? .day : letters.contains { "MLqQ".contains($0) } ? .month : .year
    hasZone = letters.contains { "zZOvVXx".contains($0) }
    hasWeekday = letters.contains { "Ec".contains($0) }
    problem = Self.problem(of: letters, hasTime: hasTime)
  }

  /// Letters that are often taken for others: a parser accepts them, and leaves out what the text says.
  private static func problem(of letters: String, hasTime: Bool) -> (reason: String, hint: String?)? {
    func has(_ symbols: String) -> Bool { letters.contains { symbols.contains($0) } }
    if has("m"), !hasTime { return ("'m' is minutes, and it has no hours", "MM is the month") }
    if has("D"), has("ML") { return ("'D' is the day of the year", "dd is the day of the month") }
    if has("Y"), !has("w") { return ("'Y' is the year that a week belongs to", "y is the year") }
    return has("yYurg") ? nil : ("it has no year", nil)
  }
}

extension DatePattern {
  package static func == (one: DatePattern, other: DatePattern) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
