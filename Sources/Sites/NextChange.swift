import CellistText

/// The first instant at which something else will be published without an edit, and what that is.
package struct NextChange: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let instant: Int
  /// The instant as the clocks of the site's time zone show it, with seconds if there are any: "2029-12-01 00:00".
  package let time: String
  /// The record or the file that is published or expires then, as messages call it: "books: 'Emma'".
  package let subject: String

  package init(instant: Int, time: String, subject: String) {
    self.instant = instant
    self.time = time
    self.subject = subject
  }

  package init(_ instant: Int, of subject: String, in zone: TimeZoneRules) {
    let moment = Moment(instant: instant).shown(in: zone)
    let second = moment.second % 60
    let seconds = second == 0 ? "" : second < 10 ? ":0\(second)" : ":\(second)"
    self.init(instant: instant, time: "\(moment.day.iso) \(moment.time)\(seconds)", subject: subject)
  }

  /// "2029-12-01 00:00 (books: 'Emma')"
  package var text: String { "\(time) (\(subject))" }
}
