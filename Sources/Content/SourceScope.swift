import CellistText

/// The surroundings in which `sources:` of a list are looked up.
package struct SourceScope: Sendable {
  let list: ListFolder
  /// All files of the site that may hold records, where the list names some outside its folder.
  let files: [String]
  /// The files that have been fetched.
  let lock: RemoteLock
  /// The language in whose order the files of a pattern come.
  let language: Language

  package init(
    _ list: ListFolder, among files: [String] = [], locked lock: RemoteLock = RemoteLock(), _ language: Language
  ) {
    self.list = list
    self.files = files
    self.lock = lock
    self.language = language
  }
}
