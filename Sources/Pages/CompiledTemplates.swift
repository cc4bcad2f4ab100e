import CellistBase
import CellistLists
import CellistThemes

/// The compiled templates of a plan, for the next one: an edit compiles those alone whose settings it changes.
struct CompiledTemplates: Sendable {
  /// Those of lists, by the lists' names.
  private(set) var lists: [String: Compilation<ListTemplates>] = [:]
  var views: [ViewPlace: Compilation<PageTemplate<ViewPage>>] = [:]
  /// Those of pages that belong to no list, by their languages and their own names.
  var plain: [String: Compilation<PageTemplate<PlainPage>>] = [:]

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
  }
}
