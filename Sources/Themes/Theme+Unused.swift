import CellistRecords
import CellistTemplates

extension Theme {
  /// The templates that pages begin with.
  private static let listPages = ["changes", "list", "record", "term", "terms", "view"]
  private static let pages = [
    "404", "changes", "home", "list", "plain", "record", "root", "search", "term", "terms", "view",
  ]

  /// Reports templates that nothing can use: pages of no kind, cells of lists that do not exist, and parts whose name is
  /// a slip.
  ///
  /// - Parameters:
  ///   - lists: the paths of all lists.
  ///   - cells: the names of the cells that lists use.
  package func reportUnused(lists: Set<String>, cells: Set<String>, _ diagnostics: inout Diagnostics) {
    for (name, file) in files.sorted(by: { $0.key < $1.key }) where !isIncluded(name) {
      let rest = String(name.drop { $0 != "/" }.dropFirst())
      switch name.prefix(while: { $0 != "/" }) {
      case "pages" where Self.listPages.contains(rest.lastName) && lists.contains(rest.list): continue
      case "sections" where lists.contains(rest.list) && isIncluded("sections/\(rest.lastName)"): continue
      case "pages" where !Self.pages.contains(rest):
        let hint = Suggestion.hint(for: rest, in: Self.pages)
        report("no page uses the template '\(name.shortened)'", file, hint, &diagnostics)
      case "cells" where rest.contains("/") && !cells.contains(rest):
        guard !lists.contains(rest.list) else { continue }
        report(
          "there is no list '\(rest.list.shortened)', so nothing uses the template '\(name.shortened)'", file,
          Suggestion.hint(for: rest.list, in: lists.filter { !$0.isEmpty }.sorted()), &diagnostics)
      case "parts", "sections":
        let own = name.hasPrefix("parts/") ? rest : name
        guard let nearest = Suggestion.nearest(to: own, in: templates.included.sorted()) else { continue }
        report("no template includes '\(own.shortened)'", file, "did you mean '\(nearest)'?", &diagnostics)
      default: continue
      }
    }
  }

  private func isIncluded(_ name: String) -> Bool {
    if templates.included.contains(name) { return true }
    return name.hasPrefix("parts/") && templates.included.contains(String(name.dropFirst("parts/".count)))
  }

  private func report(_ message: String, _ file: String, _ hint: String?, _ diagnostics: inout Diagnostics) {
    diagnostics.warning(.unusedTemplate, message, at: SourceLocation(file: file), hint: hint)
  }
}

extension String {
  /// The list that a template in a folder of its own belongs to, and the template's name in there.
  fileprivate var list: String { split(separator: "/").dropLast().joined(separator: "/") }
  fileprivate var lastName: String { split(separator: "/").last.map(String.init) ?? "" }
}
