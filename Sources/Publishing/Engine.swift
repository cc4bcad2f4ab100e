import CellistContent
import CellistOutput

/// How a site gets to one kind of target.
struct Engine: Sendable {
  /// Reads files of what is published by their paths; one that is not there is left out.
  let read: @Sendable ([String]) throws(PublishFailure) -> [String: [UInt8]]
  /// Whether nothing was ever published there.
  let isEmpty: @Sendable () throws(PublishFailure) -> Bool
  /// Does what a plan says.
  ///
  /// - Parameter progress: told how many files are done.
  let carryOut: @Sendable (Publication, _ progress: (Int) -> Void) throws(PublishFailure) -> Int
  /// Copies all files of the target to a folder of this machine.
  let download: @Sendable (String) throws(PublishFailure) -> Void
  /// The files that publishing keeps there beside the site and its manifest.
  var marks: Set<String> = []
  /// Publishes the generation before once more; nil where the target does not keep it.
  var rollBack: (@Sendable (_ now: Int) throws(PublishFailure) -> ManifestRoot)?
}
