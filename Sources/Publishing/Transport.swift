import CellistOutput

/// How files get to a target that takes them one by one, and back.
struct Transport: Sendable {
  /// Files of a folder of this machine, on their way to the same paths at the target.
  struct Upload: Sendable {
    let folder: String
    let paths: [String]
    let cacheClass: ManifestEntry.CacheClass
  }

  /// Reads files by their paths; one that is not there is left out.
  let read: @Sendable ([String]) throws(PublishFailure) -> [String: [UInt8]]
  /// Puts files in place, each as a whole; in any order, so all that must be there before is put before.
  let put: @Sendable (Upload) throws(PublishFailure) -> Void
  /// Writes the lease where there is none, or replaces the given one. False where another publisher was faster, as far
  /// as the target can tell: read the lease once more.
  let claim: @Sendable (_ lease: [UInt8], _ over: [UInt8]?) throws(PublishFailure) -> Bool
  /// Removes files; one that is not there is no failure. Folders that this leaves empty may stay.
  let remove: @Sendable ([String]) throws(PublishFailure) -> Void
  /// Removes folders that hold nothing, deepest first, where the target has such.
  let removeFolders: @Sendable ([String]) throws(PublishFailure) -> Void
  /// Whether the target is empty.
  let isEmpty: @Sendable () throws(PublishFailure) -> Bool
  /// Copies all files of the target to a folder of this machine.
  let download: @Sendable (String) throws(PublishFailure) -> Void
}
