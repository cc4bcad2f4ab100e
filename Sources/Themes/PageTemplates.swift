import CellistRecords
import CellistTemplates
import CellistText

/// A page template that has been compiled for one kind of page, and the projection that fills it.
package struct PageTemplate<Page: PageSource>: Sendable {
  package let template: CompiledTemplate
  private let projection: Projection<Page>
  /// What the pages of one list may have in common, and what each has to itself.
  private let shared: Projection<Page>
  private let own: Projection<Page>

  /// Compiles `pages/<name>`; nil, with diagnostics, when it does not fit.
  init?(
    _ name: String, for scope: Scope<Page>, at location: SourceLocation?, from library: TemplateLibrary,
    links: @escaping TemplateCompiler.Links, _ diagnostics: inout Diagnostics
  ) {
    let template = TemplateCompiler.compile(
      "pages/\(name)", at: location, against: scope.shape, mode: .html, from: library, links: links, &diagnostics)
    guard let template else { return nil }
    self.template = template
    projection = scope.projection(template.layout)
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
  /// One per record variant, or one alone; empty for a list without record pages.
  package let records: [PageTemplate<RecordPage>]

  /// The template of a record's own page.
  package func record(ofVariant variant: Int?) -> PageTemplate<RecordPage>? {
    let index = variant ?? 0
    return records.indices.contains(index) ? records[index] : nil
  }
}

/// Compiles a theme's templates for the pages of one site.
package struct ThemeCompiler: Sendable {
  private let theme: Theme
  private let scopes: PageScopes
  private let links: @Sendable (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String?

  /// - Parameter links: what a link in a template's own text becomes; nil where it stays as it is.
  package init(
    theme: Theme, printer: ValuePrinter, references: References = References(),
    links: @escaping @Sendable (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String? = { _, _, _, _ in
      nil
    },
    assetURL: @escaping @Sendable (String) -> String
  ) {
    self.theme = theme
    self.links = links
    scopes = PageScopes(theme: theme, printer: printer, assetURL: assetURL, references: references)
  }

  /// The template of the home page, of plain pages, or of the page for what is not found.
  package func plain(_ name: String, _ diagnostics: inout Diagnostics) -> PageTemplate<PlainPage>? {
    PageTemplate(
      name, for: scopes.plainPage(), at: nil, from: theme.templates(forList: nil), links: links, &diagnostics)
  }

  /// The templates of a list, checked against its record type and its cells.
  package func list(
    _ list: ListSource, path: String, settings location: SourceLocation, hasRecordPages: Bool,
    _ diagnostics: inout Diagnostics
  ) -> ListTemplates? {
    let library = checkingCells(of: list, path: path, at: location, &diagnostics)
    let page = PageTemplate("list", for: scopes.listPage(list), at: location, from: library, links: links, &diagnostics)
    let variants: [Int?] = list.type.variants.isEmpty ? [nil] : Array(list.type.variants.indices)
    let records = (hasRecordPages ? variants : []).compactMap { variant in
      PageTemplate(
        "record", for: scopes.recordPage(list, variant: variant), at: location, from: library, links: links,
        &diagnostics)
    }
    guard let page, records.count == (hasRecordPages ? variants.count : 0) else { return nil }
    guard !list.terms.isEmpty else { return ListTemplates(list: page, term: nil, terms: nil, records: records) }
    let term = PageTemplate("term", for: scopes.termPage(list), at: location, from: library, links: links, &diagnostics)
    let terms = PageTemplate("terms", for: scopes.termsPage(), at: location, from: library, links: links, &diagnostics)
    guard let term, let terms else { return nil }
    return ListTemplates(list: page, term: term, terms: terms, records: records)
  }

  /// The template of a view of a list on another page.
  package func view(
    _ list: ListSource, path: String, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> PageTemplate<ViewPage>? {
    let library = checkingCells(of: list, path: path, at: location, &diagnostics)
    return PageTemplate("view", for: scopes.viewPage(list), at: location, from: library, links: links, &diagnostics)
  }

  /// The templates as a list sees them, after it has been reported which of its cells have none.
  private func checkingCells(
    of list: ListSource, path: String, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> TemplateLibrary {
    let known = theme.templates(forList: path)
    var library = known
    for rule in list.rules.rules where library.resolve("cells/\(rule.template)") == nil {
      diagnostics.error(
        .unknownTemplate, "there is no cell template '\(rule.template)'", at: rule.location ?? location,
        hint: Suggestion.hint(for: rule.template, in: cellNames(in: known, list: path)))
      library.addMissing("cells/\(rule.template)")
    }
    return library
  }

  private func cellNames(in library: TemplateLibrary, list path: String) -> [String] {
    let names = library.names.compactMap { name -> String? in
      if name.hasPrefix("cells/\(path)/") { return String(name.dropFirst("cells/\(path)/".count)) }
      return name.hasPrefix("cells/") ? String(name.dropFirst("cells/".count)) : nil
    }
    return names.filter { !$0.contains("/") }
  }
}
