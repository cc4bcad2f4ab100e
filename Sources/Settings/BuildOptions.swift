import CellistContent
import CellistText
import CellistThemes

/// The options of a build beside the site's settings.
package struct BuildOptions: Sendable {
  /// Takes the place of the site's own base.
  package var base: String?
  /// Whether drafts are published.
  package var drafts = false
  /// The instant at which it is decided what is published, in seconds since 1970-01-01T00:00:00Z.
  package var now: Int
  /// A date, or a date with a time, that takes the place of `now`; read in the site's time zone, as `publish` is.
  package var date: String?

  /// The instant as of which is decided what is published, in a site whose clocks are those of a zone.
  package func instant(in zone: TimeZoneRules) -> Int { date.flatMap { Schedule.instant($0, zone: zone) } ?? now }

  /// The lists that are declared in Swift.
  package var lists: [TypedList] = []

  /// Names that tests add to what templates can read.
  package var addedNames = AddedNames()

  package init(base: String? = nil, drafts: Bool = false, now: Int, date: String? = nil) {
    self.base = base
    self.drafts = drafts
    self.now = now
    self.date = date
  }
}
