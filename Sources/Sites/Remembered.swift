import CellistBase
import CellistRecords

/// A value that a build made of some of a site's files, and the findings about those.
package final class Remembered<Value: Sendable>: Sendable {
  package let value: Value
  let found: Diagnostics
  /// The files that it was made of.
  let files: Set<Identifier>
  /// The folders that were listed for it, with what identifies the names in each.
  let folders: [Identifier: SourceListing.Names]

  init(_ value: Value, _ found: Diagnostics, of files: Set<Identifier>, in folders: [Identifier: SourceListing.Names]) {
    (self.value, self.found, self.files, self.folders) = (value, found, files, folders)
  }
}
