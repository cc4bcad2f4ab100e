import CellistMarkup
import CellistRecords
import CellistTemplates
import CellistText

/// Compiles a theme's templates for the pages of one site.
package struct ThemeCompiler: Sendable {
  package let theme: Theme
  private let scopes: PageScopes
  private let links: @Sendable (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String?

  /// - Parameter links: what a link in a template's own text becomes; nil where it stays as it is.
  package init(
    theme: Theme, printer: ValuePrinter, references: References = References(),
    foreign: ForeignTexts = ForeignTexts(),
    links: @escaping @Sendable (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String? = { _, _, _, _ in
      nil
    },
    assetURL: @escaping @Sendable (String) -> String
  ) {
    self.theme = theme
    self.links = links
    scopes = PageScopes(
      theme: theme, printer: printer, assetURL: assetURL, references: references, foreign: foreign)
  }

  /// The template of the home page, of plain pages, or of the page for what is not found.
  ///
  /// - Parameter language: that of the pages; nil for that of the site.
  package func plain(
    _ name: String, in language: Language? = nil, _ diagnostics: inout Diagnostics
  ) -> PageTemplate<PlainPage>? {
    let own = language.map { scopes.speaking($0) } ?? scopes
    return PageTemplate(
      name, for: own.plainPage(), at: nil, from: theme.templates, links: links, &diagnostics)
  }

  /// The templates of a list, checked against its record type and its cells.
  package func list(
    _ list: ListSource, paths: [String], settings location: SourceLocation, hasRecordPages: Bool,
    _ diagnostics: inout Diagnostics
  ) -> ListTemplates? {
    var (library, scopes) = (theme.templates(forList: paths), scopes.speaking(list.language, list.foreign))
    scopes.look = look(of: list, paths: paths, at: location, &library, &diagnostics)
    let page = PageTemplate("list", for: scopes.listPage(list), at: location, from: library, links: links, &diagnostics)
    let variants: [Int?] = list.type.variants.isEmpty ? [nil] : Array(list.type.variants.indices)
    let records = (hasRecordPages ? variants : []).compactMap { variant in
      PageTemplate(
        "record", for: scopes.recordPage(list, variant: variant), at: location, from: library, links: links,
        &diagnostics)
    }
    guard let page, records.count == (hasRecordPages ? variants.count : 0) else { return nil }
    var changes: PageTemplate<ChangesPage>?
    if list.changes != nil {
      changes = PageTemplate(
        "changes", for: scopes.changesPage(list), at: location, from: library, links: links, &diagnostics)
      if changes == nil { return nil }
    }
    guard !list.terms.isEmpty else {
      return ListTemplates(list: page, term: nil, terms: nil, changes: changes, records: records)
    }
    let term = PageTemplate("term", for: scopes.termPage(list), at: location, from: library, links: links, &diagnostics)
    let terms = PageTemplate(
      "terms", for: scopes.termsPage(list), at: location, from: library, links: links, &diagnostics)
    guard let term, let terms else { return nil }
    return ListTemplates(list: page, term: term, terms: terms, changes: changes, records: records)
  }

  /// A change as a line of text.
  package func line(of change: ShownChange, hasValues: Bool, in language: Language) -> String {
    scopes.speaking(language).line(of: change, hasValues: hasValues)
  }

  /// The template of a view of a list on another page.
  package func view(
    _ list: ListSource, paths: [String], at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> PageTemplate<ViewPage>? {
    var (library, scopes) = (theme.templates(forList: paths), scopes.speaking(list.language, list.foreign))
    scopes.look = look(of: list, paths: paths, at: location, &library, &diagnostics)
    return PageTemplate("view", for: scopes.viewPage(list), at: location, from: library, links: links, &diagnostics)
  }

  /// The templates that show a list, after it has been reported which of those that its settings name are missing.
  ///
  /// A view has a template, and one for its cells. The settings may name other cells, and a theme may have a `cell` for
  /// the lists whose settings name neither cells nor a view.
  private func look(
    of list: ListSource, paths: [String], at location: SourceLocation, _ library: inout TemplateLibrary,
    _ diagnostics: inout Diagnostics
  ) -> Look {
    func check(_ folder: String, _ name: String, _ kind: String, at location: SourceLocation) {
      guard library.resolve("\(folder)/\(name)") == nil else { return }
      diagnostics.error(
        .unknownTemplate, "there is no \(kind) '\(name)'", at: location,
        hint: Suggestion.hint(for: name, in: library.names(in: folder, ofList: paths)))
      library.addMissing("\(folder)/\(name)")
    }
    let rules = list.rules
    let hasOwnCell = !rules.areStandard || library.resolve("cells/\(CellRules.standard)") != nil
    let view = list.appearance.view ?? (hasOwnCell ? .rows : list.appearance.suited).rawValue
    if let place = list.appearance.location { check("views", view, "view", at: place) }
    // A view without a template has been reported, and its cells go with it.
    if library.isMissing("views/\(view)") { library.addMissing("cells/\(view)-cell") }
    guard rules.areStandard else {
      for rule in rules.rules { check("cells", rule.template, "cell template", at: rule.location ?? location) }
      return Look(view: view, cell: CellRules.standard)
    }
    let cell = list.appearance.view == nil && hasOwnCell ? CellRules.standard : "\(view)-cell"
    check("cells", cell, "cell template", at: list.appearance.location ?? location)
    return Look(view: view, cell: cell)
  }
}

/// The templates of a list that no rule names.
struct Look: Sendable {
  /// The template in `views` that lays out its sections.
  let view: String
  /// The template of the cells where its settings name none.
  let cell: String
}

extension TemplateLibrary {
  /// The names of the templates in a folder that a list may use.
  fileprivate func names(in folder: String, ofList paths: [String]) -> [String] {
    let names = names.compactMap { name -> Substring? in
      for own in paths.map({ "\(folder)/\($0)/" }) where name.hasPrefix(own) { return name.dropFirst(own.count) }
      return name.hasPrefix("\(folder)/") ? name.dropFirst(folder.count + 1) : nil
    }
    // The cells of views belong to these.
    let cells = Set(self.names.lazy.filter { $0.hasPrefix("views/") }.map { "\($0.dropFirst("views/".count))-cell" })
    return names.map(String.init).filter { !$0.contains("/") && !cells.contains($0) }
  }
}
