import CellistBase
import CellistTemplates
import CellistThemes

/// Makes pages of one kind.
package protocol PageMaker: Sendable {
  /// The ingredients that all or some of its pages share, where those are traced once.
  var shared: [SharedIngredients] { get }
  /// Whether its pages are those of a list's records: there are many, and what they come from is known by their lists.
  var isOfRecords: Bool { get }
  /// Whether its files are those of another maker, as far as that can be told without a look at each.
  func isAlike(_ earlier: any PageMaker) -> Bool
  /// The template that makes a page; nil where none does.
  func template(_ index: Int) -> CompiledTemplate?
  /// The names of the parts of a page's trace.
  func parts(_ index: Int) -> [String]
  /// Appends what the bytes of a page depend on, part by part.
  func trace(_ index: Int, into buffer: inout ByteBuffer)
  /// Appends the page.
  func render(_ index: Int, into buffer: inout ByteBuffer)
}

extension PageMaker {
  package var shared: [SharedIngredients] { [] }
  package var isOfRecords: Bool { false }
  package func isAlike(_ earlier: any PageMaker) -> Bool { false }
  package func template(_ index: Int) -> CompiledTemplate? { nil }
}

/// The ingredients that several pages share. It is one part of the trace of each, and has parts itself.
package struct SharedIngredients: Sendable {
  /// The name of the part that covers all of these.
  package static let name = "what all pages of the list's records show"

  package let names: [String]
  /// A fingerprint of four bytes for each name.
  package let parts: [UInt8]
  let digest: Digest

  init(names: [String], _ buffer: ByteBuffer) {
    self.names = names
    parts = buffer.parts
    digest = Digest(buffer.bytes)
  }

  /// The fingerprint of the part that covers it.
  package var part: [UInt8] {
    var buffer = ByteBuffer()
    buffer.append(digest)
    buffer.endPart()
    return buffer.parts
  }
}

/// A template, and what all its pages depend on.
package struct UsedTemplate<Source: PageSource>: Sendable {
  let template: PageTemplate<Source>
  /// The template, the language it prints in, and all settings that it reads.
  let ingredients: [(name: String, digest: Digest)]

  func names(_ extent: PageTemplate<Source>.Extent = .all) -> [String] {
    ingredients.map(\.name) + template.names(extent)
  }

  func trace(_ page: Source, _ extent: PageTemplate<Source>.Extent = .all, into buffer: inout ByteBuffer) {
    for (_, digest) in ingredients {
      buffer.append(digest)
      buffer.endPart()
    }
    template.trace(page, extent, into: &buffer)
  }
}

/// Makes one page from a template.
struct TemplatePage<Source: PageSource>: PageMaker {
  let used: UsedTemplate<Source>
  let source: Source

  func template(_ index: Int) -> CompiledTemplate? { used.template.template }
  func parts(_ index: Int) -> [String] { used.names() }
  func trace(_ index: Int, into buffer: inout ByteBuffer) { used.trace(source, into: &buffer) }
  func render(_ index: Int, into buffer: inout ByteBuffer) { used.template.render(source, into: &buffer) }
}
