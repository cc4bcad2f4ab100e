/// How a site gets to one kind of target.
struct Engine: Sendable {
  /// Reads published files by their paths; missing files are left out.
  let read: @Sendable ([String]) throws(PublishFailure) -> [String: [UInt8]]
  /// Whether nothing was ever published there.
  let isEmpty: @Sendable () throws(PublishFailure) -> Bool
  /// The paths, of those given, at which there is a file already.
  ///
  /// The second argument is the folder of this machine with the files that are to go there.
  let occupied: @Sendable ([String], String) throws(PublishFailure) -> [String]
  /// Carries out a plan.
  ///
  /// - Parameter progress: called with the number of finished files.
  let carryOut: @Sendable (Publication, _ progress: (Int) -> Void) throws(PublishFailure) -> Int
  /// Copies all files of the target to a folder of this machine.
  let download: @Sendable (String) throws(PublishFailure) -> Void
  /// The files that publishing keeps there beside the site and its manifest.
  var marks: Set<String> = []
  /// Prepares to publish the previous generation again; nil if the target does not keep it.
  var rollBack: (@Sendable (_ now: Int) throws(PublishFailure) -> PreparedRollback)?
}
