import CellistMarkup
import CellistRecords
import CellistText

/// An address in a style sheet of a theme or of the content.
package struct StyleSheetLink: Sendable, Equatable {
  package let target: String
  package let location: SourceLocation
  /// Whether browsers drop it.
  package let isMalformed: Bool

  private init(_ link: StyleSheetLinks.Link, at location: SourceLocation) {
    target = link.target
    isMalformed = link.isMalformed
    self.location = location
  }

  /// The addresses of a style sheet with their places in its file.
  package static func located(
    _ links: [StyleSheetLinks.Link], in sheet: [UInt8], of file: String
  ) -> [StyleSheetLink] {
    guard !links.isEmpty else { return [] }
    let lines = LineIndex(bytes: sheet)
    return links.map { StyleSheetLink($0, at: lines.location(at: $0.range.lowerBound, in: file)) }
  }
}
