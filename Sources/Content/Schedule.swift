import CellistRecords
import CellistText

/// When a record or a page is published: the reserved keys `draft`, `publish` and `expires`.
package struct Schedule: Hashable, Sendable {
  package var isDraft = false
  /// The instant from which it is published, in seconds since 1970-01-01T00:00:00Z.
  package var publish: Int? {
    get { start == .min ? nil : start }
    set { start = newValue ?? .min }
  }
  /// The instant from which it no longer is.
  package var expires: Int? {
    get { end == .max ? nil : end }
    set { end = newValue ?? .max }
  }
  /// The instant at which everything has expired.
  package static let always = Int.min + 1

  private var start = Int.min
  private var end = Int.max

  package init() {}

  /// Whether it is published at an instant; drafts are when `includingDrafts`.
  package func isPublished(at now: Int, includingDrafts: Bool) -> Bool {
    (includingDrafts || !isDraft) && start <= now && now < end
  }

  /// The first instant after another at which this may change; nil when there is none.
  package func next(after now: Int) -> Int? {
    let (comes, goes) = (publish ?? .min, expires ?? .min)
    if comes > now, goes > now { return min(comes, goes) }
    return comes > now ? comes : goes > now ? goes : nil
  }

  /// Reads the reserved keys of a mapping.
  ///
  /// - Parameter fields: the keys that fields read as well, as where a column of years is called "draft". What says nothing
  ///   about publishing there is theirs alone.
  package init(
    _ node: Node, zone: TimeZoneRules, otherwiseRead fields: Set<String> = [], _ diagnostics: inout Diagnostics
  ) {
    for entry in node.entries ?? [] where !entry.value.isNothing {
      if fields.contains(entry.key) {
        var unasked = Diagnostics()
        let own = Schedule(
          Node(.mapping([entry]), at: node.location), zone: zone, &unasked)
        guard unasked.all.isEmpty else { continue }
        isDraft = isDraft || own.isDraft
        publish = own.publish ?? publish
        expires = own.expires ?? expires
        continue
      }
      switch entry.key {
      case "draft":
        switch entry.value.text {
        case "true", "yes": isDraft = true
        case "false", "no": break
        default:
          diagnostics.error(
            .invalidValue, "'draft' must be true or false, found \(entry.value.summary)", at: entry.value.location,
            about: entry.key)
        }
      case "publish": publish = Self.instant(entry, zone, &diagnostics)
      case "expires": expires = Self.instant(entry, zone, &diagnostics)
      default: break
      }
    }
  }

  private static func instant(_ entry: Node.Entry, _ zone: TimeZoneRules, _ diagnostics: inout Diagnostics) -> Int? {
    if let text = entry.value.text, let instant = instant(text, zone: zone) { return instant }
    diagnostics.error(
      .invalidValue, "'\(entry.key)' must be a date such as 2024-05-01, found \(entry.value.summary)",
      at: entry.value.location, about: entry.key)
    return nil
  }

  /// The instant that a date (its midnight in the zone) or a date with a time names.
  package static func instant(_ text: String, zone: TimeZoneRules) -> Int? {
    if let day = Day(iso: text.trimmed) { return zone.midnight(of: day) }
    return Moment(iso: text.trimmed, zone: zone)?.instant
  }
}
