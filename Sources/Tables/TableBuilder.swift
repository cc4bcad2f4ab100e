/// Lists the parts of a table, one below the other: sections of a table, or cells of a section, with `if`, `else`,
/// `switch`, `for`, parts that may be nil, and arrays of parts.
///
/// ```swift
/// let table = TableViewModel<String, Cell> {
///   TableSectionViewModel(id: "news", header: "News") { .note("Doors open at nine") }
///   for day in days {
///     .init(id: day.id, header: day.title) { day.talks.map { .talk($0.title) } }
///   }
/// }
/// ```
///
/// A part may begin with a dot where it is the first of its block: further down, Swift takes the dot for a continuation of
/// the line above.
///
/// - Complexity: O(*n* · *d*), where *n* is the number of parts and *d* how deep `if`, `switch` and `for` are nested.
@resultBuilder public enum TableBuilder<Part> {
  /// A part.
  public static func buildExpression(_ part: Part) -> [Part] { [part] }

  /// A part that may not be there.
  public static func buildExpression(_ part: Part?) -> [Part] { part.map { [$0] } ?? [] }

  /// Parts that were listed elsewhere.
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }

  /// Parts, one below the other.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { Array(parts.joined()) }

  /// The parts of an `if` without `else`.
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

  /// The parts of an `if` or an earlier `case`.
  public static func buildEither(first parts: [Part]) -> [Part] { parts }

  /// The parts of an `else` or a later `case`.
  public static func buildEither(second parts: [Part]) -> [Part] { parts }

  /// The parts of a `for` loop.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { Array(parts.joined()) }
}
