import CellistOutput

/// The changes that a build made to the published site, or would make: records, files, and why.
package struct ChangeReport: Sendable {
  package struct Output: Hashable, Sendable {
    package let change: OutputChange
    /// The SHA-256 of its bytes in hexadecimal digits, and how many bytes it has; nil for a file that is gone, and for
    /// one that has not been written.
    package var sha256: String?
    package var size: Int?
    /// The reasons for the change, in words.
    package var because: [String] = []
    /// How a page differs that was there before; nil for other files, and where nobody asked.
    package var difference: PageDifference?

    package init(_ change: OutputChange, because: [String] = []) {
      self.change = change
      self.because = because
    }

    /// The file as it has been written.
    init(_ change: OutputChange, _ file: OutputState.File?, because: [String]) {
      self.init(change, because: because)
      size = file?.size
      sha256 = file?.digest.hexadecimal
    }
  }

  /// Why everything was made anew; nil when it was not.
  package var reasonForClean: String?
  /// The changes of records, list by list.
  package var records: [RecordChange] = []
  /// The changes of files, in order of path.
  package var outputs: [Output] = []
  /// The addresses of removed records.
  package var lost: [LostAddress] = []
  /// The translations that stayed as they were when the text in the first language changed.
  package var outdated: [OutdatedTranslation] = []
  /// The lists that were arranged in bulk, although an earlier build of this process had arranged them, and why.
  package var arrangedAnew: [(list: String, reason: String)] = []
  /// How many files stayed as they were.
  package var unchanged = 0
}
