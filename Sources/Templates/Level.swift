/// The extent within which the value of a name is the same: all pages of a site, of a theme, of a list, and so on.
///
/// Names that pages share are traced once for all of them, so each name declares its level where it is declared.
package enum Level: Int, Comparable, Sendable {
  case site, theme, list, page, section, record

  package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
}
