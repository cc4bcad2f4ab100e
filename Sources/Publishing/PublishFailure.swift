/// Why something could not be published.
package enum PublishFailure: Error, Equatable {
  /// The target is not the site's, or what is asked for would harm it: nothing was changed.
  case refused(String, hint: String? = nil)
  /// Somebody else publishes there.
  case busy(String)
  /// Addresses would go away that are to be kept, as paths of files: nothing was changed.
  case lost([String])
  /// Files have to be sent that are not at hand, since only those were made that changed since the last build.
  case incomplete
  /// Something could not be read, sent or written.
  case io(String)
}
