import CellistMarkup
import CellistRecords

/// A link in a template's own text, and where it leads.
struct TemplateLink: Hashable, Sendable {
  /// Looks up where a link leads: nil where it stays as it is.
  typealias Lead = (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String?

  private let target: String
  private let kind: HTMLLinks.Kind
  private let location: SourceLocation
  let url: String?
  /// Whether there is something to report about it: that may be put otherwise the next time.
  private let isReported: Bool

  init(
    _ target: String, _ kind: HTMLLinks.Kind, _ location: SourceLocation, by lead: Lead,
    _ diagnostics: inout Diagnostics
  ) {
    var found = Diagnostics()
    url = lead(target, kind, location, &found)
    isReported = !found.all.isEmpty
    diagnostics.append(found)
    (self.target, self.kind, self.location) = (target, kind, location)
  }

  /// Whether it leads there still.
  func holds(_ lead: Lead) -> Bool {
    var found = Diagnostics()
    return !isReported && TemplateLink(target, kind, location, by: lead, &found) == self
  }
}
