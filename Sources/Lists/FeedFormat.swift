/// A format of a list's feed, by the ending of its file: Atom (RFC 4287), or JSON Feed 1.1.
package enum FeedFormat: String, CaseIterable, Sendable {
  case atom = "xml"
  case json
}
