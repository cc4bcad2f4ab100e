import CellistBase

/// The address of a record's page that a change of the site takes away, so that links from elsewhere break.
package struct LostAddress: Hashable, Sendable {
  /// The record, as messages call it: "papers: 'turing-1936'".
  package let record: String
  /// The path from the site's root, such as `/papers/turing/`.
  package let from: String
  /// Where the record is now, as `redirects` in site.yml write it; nil where it is gone.
  package let to: String?

  /// The path of the page that was there, below the output folder.
  var path: String { PagePath.path(ofAddress: String(from.dropFirst())) }

  package init(record: String, from: String, to: String?) {
    self.record = record
    self.from = from
    self.to = to
  }
}
