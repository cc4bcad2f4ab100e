import CellistBase
import CellistFiles
import CellistRecords

/// An address that records come from, and what was fetched from it.
package struct RemoteSource: Hashable, Sendable {
  package let address: RemoteAddress
  /// The SHA-256 of the fetched file; nil where none was.
  let sha256: String?

  /// Reports why the file that is there is not the one that the lock describes; nothing where it is.
  ///
  /// - Parameter digest: that of the file; nil where there is none.
  package func check(_ source: RecordSource, _ digest: Digest?, _ diagnostics: inout Diagnostics) {
    guard let digest else {
      diagnostics.error(
        .missingSource, "'\(address.shown)' has not been fetched", at: source.details?.location,
        hint: "'cellist update' fetches it; a build connects to nothing")
      return
    }
    guard let sha256, digest.isFirstHalf(ofSHA256: sha256) else {
      diagnostics.error(
        .missingSource, "'\(source.path)' is not the file that \(SiteFolder.lockFile) describes",
        at: source.details?.location, hint: "'cellist update' fetches it again")
      return
    }
  }
}
