/// The change of one file of the output.
package struct OutputChange: Hashable, Sendable {
  package enum Kind: String, Sendable { case created, updated, deleted }

  /// The path below the output folder.
  package let path: String
  package let kind: Kind

  package init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
