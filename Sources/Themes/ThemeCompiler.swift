import CellistMarkup
import CellistRecords
import CellistTemplates
import CellistText

/// Compiles a theme's templates for the pages of one site.
///
/// A template follows from the theme, from settings, and from where the links in its own text lead. While these are
/// unchanged, one of an earlier plan is used again.
package struct ThemeCompiler: Sendable {
  package let theme: Theme
  private let scopes: PageScopes
  private let links: @Sendable (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String?

  /// - Parameters:
  ///   - language: that of the pages.
  ///   - lists: the lists that records may refer to, by their names.
  ///   - foreign: the texts of settings that every page can show and that are in other languages.
  ///   - links: what a link in a template's own text becomes; nil where it stays as it is.
  ///   - assetURL: the URL of each of the theme's assets, by its path.
  package init(
    theme: Theme, language: Language, lists: [String: ListDesign] = [:], foreign: ForeignTexts = ForeignTexts(),
    links: @escaping @Sendable (String, HTMLLinks.Kind, SourceLocation, inout Diagnostics) -> String? = { _, _, _, _ in
      nil
    },
    assetURL: (String) -> String
  ) {
    self.theme = theme
    self.links = links
    let assets = Dictionary(uniqueKeysWithValues: theme.assets.keys.map { ($0, assetURL($0)) })
    scopes = PageScopes(
      theme: theme, printer: ValuePrinter(language: language), assets: assets, lists: lists, foreign: foreign)
  }

  /// The template of the home page, of plain pages, or of the page for what is not found.
  ///
  /// - Parameters:
  ///   - language: that of the pages; nil for that of the site.
  ///   - earlier: that of an earlier plan.
  package func plain(
    _ name: String, in language: Language? = nil, since earlier: Compilation<PageTemplate<PlainPage>>? = nil
  ) -> Compilation<PageTemplate<PlainPage>> {
    compilation(order(name, in: language), since: earlier) { _, links, diagnostics in
      let own = language.map { scopes.speaking($0) } ?? scopes
      return PageTemplate(name, for: own.plainPage(), at: nil, from: theme.templates, links: links, &diagnostics)
    }
  }

  /// The templates of a list's pages, checked against its record type and its cells.
  ///
  /// - Parameter earlier: those of an earlier plan.
  package func list(
    _ list: ListDesign, paths: [String], settings location: SourceLocation, hasRecordPages: Bool,
    since earlier: Compilation<ListTemplates>? = nil
  ) -> Compilation<ListTemplates> {
    let order = order("list", of: list, paths: paths, at: location, hasRecordPages: hasRecordPages)
    return compilation(order, since: earlier) { templates(of: list, order, $0, $1, &$2) }
  }

  /// The template of a view of a list on another page.
  ///
  /// - Parameter earlier: that of an earlier plan.
  package func view(
    _ list: ListDesign, paths: [String], at location: SourceLocation,
    since earlier: Compilation<PageTemplate<ViewPage>>? = nil
  ) -> Compilation<PageTemplate<ViewPage>> {
    let order = order("view", of: list, paths: paths, at: location)
    return compilation(order, since: earlier) { scopes, links, diagnostics in
      var (library, scopes) = (theme.templates(forList: paths), scopes)
      scopes.look = look(of: list, paths: paths, at: location, &library, &diagnostics)
      return PageTemplate("view", for: scopes.viewPage(list), at: location, from: library, links: links, &diagnostics)
    }
  }

  /// A change as a line of text.
  package func line(of change: ShownChange, hasValues: Bool, in language: Language) -> String {
    scopes.speaking(language).line(of: change, hasValues: hasValues)
  }

  private func templates(
    of list: ListDesign, _ order: TemplateOrder, _ scopes: PageScopes, _ links: @escaping TemplateCompiler.Links,
    _ diagnostics: inout Diagnostics
  ) -> ListTemplates? {
    var (library, scopes) = (theme.templates(forList: order.paths), scopes)
    scopes.look = look(of: list, paths: order.paths, at: order.location, &library, &diagnostics)
    func template<Page>(
      _ name: String, for scope: Scope<Page>, _ diagnostics: inout Diagnostics
    ) -> PageTemplate<Page>? {
      PageTemplate(name, for: scope, at: order.location, from: library, links: links, &diagnostics)
    }
    let page = template("list", for: scopes.listPage(list), &diagnostics)
    let variants: [Int?] = list.type.variants.isEmpty ? [nil] : Array(list.type.variants.indices)
    let records = (order.hasRecordPages ? variants : []).compactMap { variant in
      template("record", for: scopes.recordPage(list, variant: variant), &diagnostics)
    }
    guard let page, records.count == (order.hasRecordPages ? variants.count : 0) else { return nil }
    var changes: PageTemplate<ChangesPage>?
    if list.hasChanges {
      changes = template("changes", for: scopes.changesPage(list), &diagnostics)
      if changes == nil { return nil }
    }
    guard !list.terms.isEmpty else {
      return ListTemplates(list: page, term: nil, terms: nil, changes: changes, records: records)
    }
    let term = template("term", for: scopes.termPage(list), &diagnostics)
    let terms = template("terms", for: scopes.termsPage(list), &diagnostics)
    guard let term, let terms else { return nil }
    return ListTemplates(list: page, term: term, terms: terms, changes: changes, records: records)
  }

  private func order(
    _ name: String, in language: Language? = nil, of list: ListDesign? = nil, paths: [String] = [],
    at location: SourceLocation? = nil, hasRecordPages: Bool = false
  ) -> TemplateOrder {
    TemplateOrder(
      name: name, reading: theme.reading, printer: scopes.printer, assets: scopes.assets, foreign: scopes.foreign,
      language: language, list: list, targets: list.map { scopes.lists.reached(from: $0) } ?? [:], paths: paths,
      location: location, hasRecordPages: hasRecordPages)
  }

  /// The templates of an order: those of an earlier plan where nothing has changed that they follow from.
  ///
  /// - Parameter compile: gets names in which no other lists are than those of the order.
  private func compilation<Templates>(
    _ order: TemplateOrder, since earlier: Compilation<Templates>?,
    _ compile: (PageScopes, @escaping TemplateCompiler.Links, inout Diagnostics) -> Templates?
  ) -> Compilation<Templates> {
    if let earlier, earlier.order == order, earlier.links.allSatisfy({ $0.holds(links) }) { return earlier }
    var scopes = scopes
    scopes.lists = order.targets
    if let list = order.list { scopes = scopes.speaking(list.language, list.foreign) }
    var found = Diagnostics()
    var asked: Set<TemplateLink> = []
    let templates = compile(
      scopes,
      { [links] in
        let link = TemplateLink($0, $1, $2, by: links, &$3)
        asked.insert(link)
        return link.url
      }, &found)
    return Compilation(templates: templates, found: found, order: order, links: asked)
  }

  /// The templates that show a list, after it has been reported which of those that its settings name are missing.
  ///
  /// A view has a template, and one for its cells. The settings may name other cells, and a theme may have a `cell` for
  /// the lists whose settings name neither cells nor a view.
  private func look(
    of list: ListDesign, paths: [String], at location: SourceLocation?, _ library: inout TemplateLibrary,
    _ diagnostics: inout Diagnostics
  ) -> Look {
    func check(_ folder: String, _ name: String, _ kind: String, at location: SourceLocation?) {
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
