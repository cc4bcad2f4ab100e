import CellistContent
import CellistRecords
import CellistTemplates
import CellistThemes

/// One file of the output.
package struct Page: Sendable {
  /// Where its bytes come from.
  package enum Content: Sendable {
    /// Made when it is wanted, by its place among others of its kind.
    case made(any PageMaker, Int)
    case bytes([UInt8])
    /// A file of the site, by its path, as it is.
    case copy(String)
  }

  /// The path below the output folder.
  package let path: String
  /// What in the site it comes from, for messages.
  package let origin: SourceLocation
  package let kind: Route.Kind
  package var content: Content

  init(_ route: Route, _ content: Content) { self.init(route.path, route.kind, from: route.origin, content) }

  init(_ path: String, _ kind: Route.Kind, from origin: SourceLocation, _ content: Content) {
    self.path = path
    self.kind = kind
    self.origin = origin
    self.content = content
  }
}

/// Makes pages of one kind.
package protocol PageMaker: Sendable {
  /// Appends what the bytes of a page depend on.
  func trace(_ index: Int, into buffer: inout ByteBuffer)
  /// Appends the page.
  func render(_ index: Int, into buffer: inout ByteBuffer)
}

/// A template, and what all its pages depend on.
struct UsedTemplate<Source: PageSource>: Sendable {
  let template: PageTemplate<Source>
  let ingredients: Digest
}

/// Makes one page from a template.
struct TemplatePage<Source: PageSource>: PageMaker {
  let used: UsedTemplate<Source>
  let source: Source

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    buffer.append(used.ingredients)
    used.template.trace(source, into: &buffer)
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) { used.template.render(source, into: &buffer) }
}

extension ByteBuffer {
  mutating func append(_ digest: Digest) {
    append(fixed: digest.first)
    append(fixed: digest.second)
  }
}
