import CellistMarkup
import CellistRecords

/// The targets of a page's references to records, of the links in its texts, and of its pictures. Pages have them, and not
/// their templates, so that one template makes the pages of any number of plans.
package final class PageLinks: Sendable {
  package let references: References
  /// How Markdown is read.
  package let dialect: MarkdownDialect
  /// The URL that a link or an asset's path leads to, given the file in which it is written.
  package let resolve: @Sendable (_ link: String, _ file: String) -> String
  /// The picture that a path leads to, given the file in which it is written.
  package let picture: @Sendable (_ path: String, _ file: String) -> Picture?

  package init(
    references: References = References(), dialect: MarkdownDialect = MarkdownDialect(),
    resolve: @escaping @Sendable (String, String) -> String = { link, _ in link },
    picture: @escaping @Sendable (String, String) -> Picture? = { _, _ in nil }
  ) {
    self.references = references
    self.dialect = dialect
    self.resolve = resolve
    self.picture = picture
  }

  /// The same, with references to records.
  package func referring(to references: References) -> PageLinks {
    PageLinks(references: references, dialect: dialect, resolve: resolve, picture: picture)
  }

  /// Markdown as HTML.
  ///
  /// - Parameters:
  ///   - level: that of the heading under which it stands; 0 where it stands apart.
  ///   - isTaken: whether the page uses an id elsewhere.
  package func html(
    markdown source: String, file: String, idPrefix: String?, idBase: String? = nil, below level: Int = 0,
    isTaken: @escaping @Sendable (String) -> Bool = { _ in false }
  ) -> String {
    var markdown = MarkdownRenderer(dialect, idPrefix: idPrefix, isTaken: isTaken)
    (markdown.marksCode, markdown.isScrollable, markdown.idBase) = (true, true, idBase)
    markdown.headingsBelow = level
    return markdown.html(source) { target in
      if Link.forbiddenScheme(of: target) != nil { return nil }
      return resolve(target, file)
    }
  }

  /// The records that a field of a record leads to, as they are shown there.
  func records(_ field: Int, of shown: ShownRecord) -> [ShownRecord] {
    guard let list = shown.list.type.fields[field].type.target else { return [] }
    return self.shown(references.records(field, of: shown.item, in: shown.list), in: list)
  }

  /// The records of a list that have some ids.
  func records(_ ids: [String], in list: String) -> [ShownRecord] { shown(references.records(ids, in: list), in: list) }

  private func shown(_ cells: [RecordCell], in list: String) -> [ShownRecord] {
    guard let source = references.source(list) else { return [] }
    return cells.map { ShownRecord(cell: $0, list: source, links: self, isReferredTo: true) }
  }
}
