import CellistBase
import CellistRecords

/// A smaller copy of a picture of the site.
package struct Thumbnail: Hashable, Sendable {
  /// The path of the picture.
  package let source: String
  /// The digest of its bytes.
  package let digest: Digest
  /// How many pixels the copy is wide: fewer than the picture.
  package let width: Int
  /// Where the settings ask for it.
  package let setting: SourceLocation

  package init(of source: String, _ digest: Digest, width: Int, askedFor setting: SourceLocation) {
    self.source = source
    self.digest = digest
    self.width = width
    self.setting = setting
  }

  /// Its file name: pictures of equal bytes have equal copies.
  package var name: String { "\(digest.hexadecimal)-\(width)" }

  /// Whether a picture has no more pixels than can be read in a while, if there are copies of it at all.
  package static func canRead(_ picture: PictureSize) -> Bool {
    picture.kind != .still || picture.width <= (1 << 28) / picture.height
  }

  /// Whether there is to be a copy of a picture: one that is narrower, and not too high for its format. Drawings fit any
  /// width as they are, and copies of moving pictures would stand still.
  package static func suits(_ width: Int, _ picture: PictureSize) -> Bool {
    picture.kind == .still && width < picture.width && picture.height * width / picture.width < 1 << 14
  }
}
