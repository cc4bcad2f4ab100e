/// How many pixels a picture is wide and high, as a browser shows it.
package struct PictureSize: Hashable, Sendable {
  /// The format of a smaller copy.
  package enum Kind: Hashable, Sendable {
    /// The same, smaller.
    case still
    /// A picture that stands still.
    case moving
    /// Nothing that is needed: it has lines rather than pixels.
    case drawing
  }

  package let width: Int
  package let height: Int
  package var kind = Kind.still

  /// nil where there would be nothing to see.
  package init?(_ width: Int, _ height: Int) {
    guard width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// Whether a browser shows the file of a path as a picture, by how its name ends.
  package static func isOf(path: String) -> Bool {
    let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased()
    return ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"].contains(ending)
  }
}
