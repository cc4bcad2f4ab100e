import CellistBase
import CellistLists
import CellistMarkup
import CellistRecords

/// The parts of a page to which links may lead by their ids.
struct PageParts: Sendable {
  /// An id that a page lacks, and the nearest that it has.
  struct Missing: Equatable, Sendable {
    let id: String
    let nearest: String?
  }

  /// The ids in the page's texts.
  let ids: @Sendable () -> Set<String>
  /// A page without rows and sections.
  static let noAnchors: @Sendable (String) -> Bool = { _ in false }

  /// Whether something else on the page has an id: a record's row, a section.
  var isAnchor: @Sendable (String) -> Bool = { _ in false }

  /// What is said of an id that a link names; nil where it is there. Ids with a colon are the theme's, and those with two
  /// hyphens are made of several.
  func missing(_ id: String, besides templateIDs: Set<String>) -> Missing? {
    if id.isEmpty || id == "top" || id.contains(":") || id.holds("--") || templateIDs.contains(id) || isAnchor(id) {
      return nil
    }
    let ids = ids()
    guard !ids.contains(id) else { return nil }
    return Missing(id: id, nearest: Suggestion.nearest(to: id, in: ids.sorted()))
  }

  /// The parts of a record's page.
  static func of(_ item: RecordItem, _ type: RecordType, _ dialect: MarkdownDialect) -> PageParts {
    let ids = Deferred {
      var ids: Set<String> = []
      for (index, field) in type.fields.enumerated() where field.type == .markdown {
        guard case .text(let text) = item.record.values[index] else { continue }
        let prefix = field.name == RecordType.bodyName ? "" : "\(field.name)--"
        for id in MarkdownRenderer.ids(in: text, dialect) { ids.insert(prefix + id) }
      }
      return ids
    }
    return PageParts { ids.value }
  }

  /// The parts of a page that has some texts.
  static func of(
    _ texts: [String], _ dialect: MarkdownDialect, isAnchor: @escaping @Sendable (String) -> Bool = { _ in false }
  ) -> PageParts {
    let ids = Deferred { texts.reduce(into: Set<String>()) { $0.formUnion(MarkdownRenderer.ids(in: $1, dialect)) } }
    return PageParts(ids: { ids.value }, isAnchor: isAnchor)
  }
}
