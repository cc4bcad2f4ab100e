import Foundation

/// A message about a build for an open page.
struct Message: Encodable {
  /// How many builds have changed something.
  let version: Int
  /// The version that the patch leads from.
  let from: Int
  /// The faults of the site, as text.
  let problem: String?
  /// The changes of the page; nil where it has to be fetched again.
  let patch: Patch?

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    // Texts and numbers can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
