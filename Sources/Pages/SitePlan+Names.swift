import CellistContent
import CellistRecords
import CellistText
import CellistThemes

extension SitePlan {
  /// Reports folders and plain pages whose names cannot stand in a URL.
  func checkNames(_ diagnostics: inout Diagnostics) {
    func check(_ path: String, of location: SourceLocation) {
      for name in path.pathParts {
        let slug = Slug.make(name)
        guard slug.isEmpty || slug.utf8.count > Slug.limit else { continue }
        diagnostics.error(
          .invalidSlug,
          slug.isEmpty
            ? "nothing of the name \"\(name)\" can stand in a URL"
            : "the name makes a slug of \(slug.utf8.count) bytes; \(Slug.limit) is the most", at: location)
      }
    }
    for list in lists { check(list.settings.folder.path, of: list.settings.location) }
    for plain in content.plainPages {
      check(Routes.name(ofPlain: plain.path), of: SourceLocation(file: plain.path))
    }
    for list in lists where list.settings.arrangement.paging == .bySection {
      for section in list.sectionIDs.sorted() where section.utf8.count > Slug.limit {
        diagnostics.error(
          .invalidSlug, "a section makes a slug of \(section.utf8.count) bytes; \(Slug.limit) is the most",
          at: list.settings.arrangement.levels.first?.location ?? list.settings.typed?.location,
          hint: "sections with pages of their own need shorter titles"
        )
      }
    }
  }

  /// Reports values whose pages would have names that are too long.
  func checkTerms(_ diagnostics: inout Diagnostics) {
    for list in lists {
      for (terms, values) in zip(list.settings.arrangement.terms, list.content.arranged.terms) {
        for value in values where value.slug.utf8.count > Slug.limit {
          diagnostics.error(
            .invalidSlug,
            "the term \(quoted((value.title ?? "").shortened)) makes a slug of \(value.slug.utf8.count) bytes; "
              + "\(Slug.limit) is the most", at: terms.values.location,
            hint: "values with pages of their own need to be shorter")
        }
      }
    }
  }

  /// Reports templates that nothing can use. A folder that could not be read may be a list.
  func checkTemplates(of theme: Theme, _ diagnostics: inout Diagnostics) {
    theme.reportUnused(
      lists: Set(lists.map(\.path) + content.unread.map { $0.below(SiteFolder.content) }),
      cells: Set(lists.flatMap { $0.settings.rules.rules.map(\.template) }), &diagnostics)
  }
}
