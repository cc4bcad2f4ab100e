import CellistBase
import CellistFiles
import CellistLists
import CellistRecords
import CellistText
import CellistThemes

extension SitePlan {
  /// Reports folders and plain pages whose names have no letters or digits for a URL.
  func checkNames(_ diagnostics: inout Diagnostics) {
    func check(_ path: String, of location: SourceLocation) {
      for name in path.pathParts {
        let slug = Slug.make(name)
        guard slug.isEmpty || slug.utf8.count > Slug.limit else { continue }
        diagnostics.error(
          .invalidSlug,
          slug.isEmpty
            ? "the name \"\(name)\" has no letters or digits for a URL"
            : "the name makes a slug of \(slug.utf8.count) bytes; \(Slug.limit) is the most", at: location)
      }
    }
    for list in lists { check(list.settings.folder.path, of: list.settings.location) }
    for plain in content.plainPages {
      check(Routes.name(ofPlain: plain.original), of: SourceLocation(file: plain.path))
    }
    pages.forEachLongPath(PagePath.limit) { page in
      diagnostics.error(
        .invalidSlug, "the path has \(page.path.utf8.count) bytes in all; \(PagePath.limit) is the most",
        at: page.origin)
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

  /// Reports values whose pages would have names that are too long, and those that refer to records without pages.
  func checkTerms(_ diagnostics: inout Diagnostics) {
    for list in lists {
      for (terms, values) in zip(list.settings.arrangement.terms, list.content.arranged.terms) {
        if case .records(let location) = terms.pages {
          checkTarget(of: terms, at: location, &diagnostics)
          continue
        }
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

  /// Reports terms whose records have no pages that could be theirs.
  private func checkTarget(of terms: Terms, at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    guard let name = terms.target, let target = lists.first(where: { $0.settings.folder.name == name }),
      !target.haveRecordPages
    else { return }
    let home = target.settings.recordsOf?.settings ?? target.settings.folder.settings
    diagnostics.error(
      .invalidSetting, "'pages: records' has values lead to the pages of records, and those of '\(name)' have none",
      at: location, hint: "add record-pages: true to \(home)")
  }

  /// Reports templates that nothing can use. A folder that could not be read may be a list.
  func checkTemplates(of theme: Theme, _ diagnostics: inout Diagnostics) {
    theme.reportUnused(
      lists: Set(lists.map(\.path) + content.unread.map { $0.below(SiteFolder.content) }),
      cells: Set(lists.flatMap { $0.settings.rules.rules.map(\.template) }), &diagnostics)
  }
}
