/// Why something could not be published.
package enum PublishFailure: Error, Equatable {
  /// The target is not the site's, or the request would harm it: nothing was changed.
  case refused(String, hint: String? = nil)
  /// Another publisher is at work there.
  case busy(String)
  /// Addresses that must be kept would be lost, as paths of files: nothing was changed. Others are new.
  case lost([String], new: [String] = [])
  /// Files must be sent that are not available, since the build made only those that changed since the last build.
  case incomplete
  /// Data could not be read, sent or written.
  case io(String)

  /// Another publisher changed the target since it was read.
  static let faster = busy("another publisher was faster; publish again")
}
