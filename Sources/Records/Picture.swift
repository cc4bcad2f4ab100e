/// A picture of the site, as pages show it.
package struct Picture: Hashable, Sendable {
  /// A smaller copy.
  package struct Copy: Hashable, Sendable {
    /// In pixels.
    package let width: Int
    package let url: String

    package init(width: Int, url: String) {
      self.width = width
      self.url = url
    }
  }

  package let size: PictureSize
  /// From the smallest on.
  package let copies: [Copy]

  package init(_ size: PictureSize, copies: [Copy] = []) {
    self.size = size
    self.copies = copies
  }
}
