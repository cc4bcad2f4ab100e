import CellistBase
import CellistFiles
import CellistRecords
import CellistTemplates

/// One file of the output.
package struct Page: Sendable {
  /// Where its bytes come from.
  package enum Content: Sendable {
    /// Made when it is wanted, by its place among others of its kind.
    case made(any PageMaker, Int)
    /// Bytes that are there already; `of` names what they are made of, besides the file that asks for the page.
    case bytes([UInt8], of: String)
    /// A file of the site, by its path, as it is.
    case copy(String)
    /// A smaller copy of a picture.
    case thumbnail(Thumbnail)
  }

  /// The path below the output folder.
  package let path: String
  /// The place in the site that it comes from, for messages.
  package let origin: SourceLocation
  package let kind: Route.Kind
  package let content: Content

  init(_ route: Route, _ content: Content) { self.init(route.path, route.kind, from: route.origin, content) }

  init(_ path: String, _ kind: Route.Kind, from origin: SourceLocation, _ content: Content) {
    self.path = path
    self.kind = kind
    self.origin = origin
    self.content = content
  }
}

extension ByteBuffer {
  mutating func append(_ digest: Digest) {
    append(fixed: digest.first)
    append(fixed: digest.second)
  }
}
