import CellistBase
import CellistRecords
import CellistTemplates

/// A page template that has been compiled for one kind of page, and the projection that fills it.
package struct PageTemplate<Page: PageSource>: Sendable {
  package let template: CompiledTemplate
  /// Distinguishes the template from others.
  package let digest: Digest
  /// The edges that lead from the records of a page, as their list shows them, to others that it depends on.
  package let edges: Set<EdgePath>
  private let projection: Projection<Page>
  /// The ingredients that the pages of one list may share, and those of each page alone.
  private let shared: Projection<Page>
  private let own: Projection<Page>

  /// Compiles `pages/<name>`; nil, with diagnostics, when it does not fit.
  init?(
    _ name: String, for scope: Scope<Page>, at location: SourceLocation?, from library: TemplateLibrary,
    links: @escaping TemplateCompiler.Links, _ diagnostics: inout Diagnostics
  ) {
    let template = TemplateCompiler.compile(
      "pages/\(name)", at: location, against: scope.shape, from: library,
      by: TemplateCompiler.Rules(.html, links: links), &diagnostics)
    guard let template else { return nil }
    self.template = template
    var buffer = ByteBuffer()
    template.trace(into: &buffer)
    digest = Digest(buffer.bytes)
    projection = scope.projection(template.layout)
    edges = projection.edges
    shared = projection.restricted(to: ...Level.list)
    own = projection.restricted(to: Level.page...)
  }

  /// Which of the names that the template reads are traced.
  package enum Extent: Sendable {
    case all
    /// Those that are the same for all pages of a list that no link of the site leads to, and the rest.
    case shared, own
  }

  private func projection(_ extent: Extent) -> Projection<Page> {
    switch extent {
    case .all: projection
    case .shared: shared
    case .own: own
    }
  }

  /// The names that the template reads: the parts of a trace.
  package func names(_ extent: Extent = .all) -> [String] { projection(extent).names }

  /// Appends what the template reads of a page, name by name: the page's bytes depend on that and on the template alone.
  package func trace(_ page: Page, _ extent: Extent = .all, into buffer: inout ByteBuffer) {
    projection(extent).traceParts(page, into: &buffer)
  }

  /// Appends the page to a buffer.
  package func render(_ page: Page, into buffer: inout ByteBuffer) {
    template.render(projection.frame(of: page), into: &buffer)
  }
}

/// The templates of a list's pages.
package struct ListTemplates: Sendable {
  package let list: PageTemplate<ListPage>
  /// The template of the pages of terms, and that of the pages that list them; nil for a list without terms.
  package let term: PageTemplate<ListPage>?
  package let terms: PageTemplate<TermsPage>?
  /// The template of the pages of changes; nil for a list without them.
  package let changes: PageTemplate<ChangesPage>?
  /// One per record variant, or one alone; empty for a list without record pages.
  package let records: [PageTemplate<RecordPage>]

  /// The template of a record's own page.
  package func record(ofVariant variant: Int?) -> PageTemplate<RecordPage>? {
    let index = variant ?? 0
    return records.indices.contains(index) ? records[index] : nil
  }
}
