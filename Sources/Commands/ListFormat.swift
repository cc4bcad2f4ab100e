import ArgumentParser

/// How records are printed.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people.
  case table
  /// For programs.
  case json, csv
}
