/// The layout of a list's records on its pages: the views of the default theme.
public enum ListView: String, CaseIterable, Sendable {
  /// A title, a line of facts and some text each.
  case rows
  /// A row each, with the fields as columns.
  case table
  /// A picture, a title and facts each.
  case cards
  /// Dense squares with a badge and a short fact.
  case tiles
  /// Terms and their definitions.
  case glossary
  /// Dates at the left, and years as sections.
  case timeline
  /// Months and their days.
  case calendar
  /// Times by places, a grid for each day.
  case schedule
}
