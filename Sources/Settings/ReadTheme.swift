import CellistThemes

/// A theme as it was read, for a later build.
package struct ReadTheme: Sendable {
  package let choice: ThemeChoice
  /// Nil where there is none; that has been reported.
  package let theme: Theme?

  package init(_ choice: ThemeChoice, _ theme: Theme?) { (self.choice, self.theme) = (choice, theme) }
}
