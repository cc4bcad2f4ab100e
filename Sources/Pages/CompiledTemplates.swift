import CellistBase
import CellistLists
import CellistRecords
import CellistThemes

/// The compiled templates of a plan, for the next one: an edit compiles those alone whose settings it changes.
struct CompiledTemplates: Sendable {
  /// Those of lists, by the lists' names.
  private(set) var lists: [String: Compilation<ListTemplates>] = [:]
  private(set) var views: [ViewPlace: Compilation<PageTemplate<ViewPage>>] = [:]
  private(set) var plain: [String: Compilation<PageTemplate<PlainPage>>] = [:]
  /// Those of views and plain pages in the last plan.
  private var earlierViews: [ViewPlace: Compilation<PageTemplate<ViewPage>>] = [:]
  private var earlierPlain: [String: Compilation<PageTemplate<PlainPage>>] = [:]

  init() {}

  /// Compiles the templates of lists, on all cores.
  ///
  /// - Parameter compiler: that of a language's tree.
  init(
    of lists: [ListPlan], _ sources: [ListSource], since earlier: CompiledTemplates?,
    compiler: @escaping @Sendable (String) -> ThemeCompiler?
  ) {
    let compiled = parallelMap(lists.count) { number -> Compilation<ListTemplates>? in
      let settings = lists[number].settings
      return compiler(settings.folder.tree)?.list(
        sources[number].design, paths: settings.templatePaths, settings: settings.location,
        hasRecordPages: settings.hasRecordPages, since: earlier?.lists[settings.folder.name])
    }
    for (list, compiled) in zip(lists, compiled) { self.lists[list.settings.folder.name] = compiled }
    (earlierViews, earlierPlain) = (earlier?.views ?? [:], earlier?.plain ?? [:])
  }

  /// The template of a view; nil, with diagnostics, where it does not fit.
  ///
  /// - Parameter compile: gets what the last plan had in its place.
  mutating func view(
    _ place: ViewPlace, _ diagnostics: inout Diagnostics,
    _ compile: (Compilation<PageTemplate<ViewPage>>?) -> Compilation<PageTemplate<ViewPage>>?
  ) -> PageTemplate<ViewPage>? {
    Self.template(&views[place], earlierViews[place], &diagnostics, compile)
  }

  /// The same of a template of pages that belong to no list.
  mutating func plain(
    _ key: String, _ diagnostics: inout Diagnostics,
    _ compile: (Compilation<PageTemplate<PlainPage>>?) -> Compilation<PageTemplate<PlainPage>>?
  ) -> PageTemplate<PlainPage>? {
    Self.template(&plain[key], earlierPlain[key], &diagnostics, compile)
  }

  private static func template<Page>(
    _ kept: inout Compilation<PageTemplate<Page>>?, _ earlier: Compilation<PageTemplate<Page>>?,
    _ diagnostics: inout Diagnostics,
    _ compile: (Compilation<PageTemplate<Page>>?) -> Compilation<PageTemplate<Page>>?
  ) -> PageTemplate<Page>? {
    kept = compile(earlier)
    if let kept { diagnostics.append(kept.found) }
    return kept?.templates
  }

  /// Without what only the plan that is being made asks for.
  var finished: CompiledTemplates {
    var finished = self
    (finished.earlierViews, finished.earlierPlain) = ([:], [:])
    return finished
  }
}
