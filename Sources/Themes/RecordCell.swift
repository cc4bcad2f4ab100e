import CellistLists
import CellistRecords

/// A record as a cell of a table: which template shows it, and how it is addressed on its page.
package struct RecordCell: Sendable {
  package let item: RecordItem
  /// Which of the list's cell variants the decorator chose.
  package let variant: Int
  /// The anchor for links and patches: its slug, with its section's in front from the second section on.
  package let anchor: String
  /// The data of its template, where cells are declared in Swift; empty where it is the record.
  package let contents: [Value]

  package init(item: RecordItem, variant: Int, anchor: String, contents: [Value] = []) {
    self.item = item
    self.variant = variant
    self.anchor = anchor
    self.contents = contents
  }
}

/// The text above and below the cells of a section.
package enum SectionEdge: Sendable {
  case header(SectionHeader)
  case footer([Value?], [SectionFigure])
}

/// The title of a section, and how many records it has on all pages.
package struct SectionHeader: Sendable {
  /// The title; nil in a list without sections.
  package let title: String?
  package let slug: String
  package let anchor: String
  package let count: Int
  /// The groups that contain the section, from the outermost in, each with its anchor.
  package let groups: [(group: ArrangedGroup, anchor: String)]
}
