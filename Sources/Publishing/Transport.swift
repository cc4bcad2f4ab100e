import CellistOutput

/// How files get to a target that takes them one by one, and back.
struct Transport: Sendable {
  /// Files of a folder of this machine, to be sent to the same paths at the target.
  struct Upload: Sendable {
    let folder: String
    let paths: [String]
    let cacheClass: ManifestEntry.CacheClass
  }

  /// Reads files by their paths; missing files are left out.
  let read: @Sendable ([String]) throws(PublishFailure) -> [String: [UInt8]]
  /// The paths, of those given, at which there is a file already.
  ///
  /// The second argument is the folder of this machine with the files that are to go there.
  let occupied: @Sendable ([String], String) throws(PublishFailure) -> [String]
  /// Puts files in place, each atomically; in any order, so files that must exist earlier are put by an earlier call.
  let put: @Sendable (Upload) throws(PublishFailure) -> Void
  /// Writes the lease if there is none, or replaces the given one. False if another publisher was faster, as far as the
  /// target can detect: read the lease again.
  let claim: @Sendable (_ lease: [UInt8], _ over: [UInt8]?) throws(PublishFailure) -> Bool
  /// Removes files; a missing file is no failure. Folders that this leaves empty may stay.
  let remove: @Sendable ([String]) throws(PublishFailure) -> Void
  /// Removes empty folders, deepest first, if the target has folders.
  let removeFolders: @Sendable ([String]) throws(PublishFailure) -> Void
  /// Whether the target is empty.
  let isEmpty: @Sendable () throws(PublishFailure) -> Bool
  /// Copies all files of the target to a folder of this machine.
  let download: @Sendable (String) throws(PublishFailure) -> Void
}
