import CellistBase
import CellistFiles
import CellistRecords
import CellistSites

extension SitePlan {
  /// The files of data outside of lists, which somebody may have meant for a list's. Swift code and lists with broken
  /// settings may read any, so there are none where records are fetched or settings are broken.
  static func unusedData(_ content: SiteContent, _ lists: [ListPlan]) -> Set<String> {
    guard content.areSourcesKnown, !lists.contains(where: { $0.settings.typed?.fetch != nil }) else { return [] }
    return Set(content.assets.filter { isData($0) })
  }

  /// Whether a file holds data: other programs look for settings of theirs at the top of a site.
  private static func isData(_ path: String) -> Bool {
    // Other programs ask for the well-known files.
    guard !path.utf8.starts(with: "\(SiteFolder.content)/.well-known/".utf8) else { return false }
    return switch SourceFormat(path: path) {
    case .csv, .tsv, .sqlite, .jsonLines, .geoJSON, .bibtex, .iCalendar, .spreadsheet: true
    case .json, .yaml, .toml: path.folder != SiteFolder.content
    case .markdown, .picture, nil: false
    }
  }

  /// Warns of data that is published as it is, and that no page links to.
  func reportUnlinkedData(_ diagnostics: inout Diagnostics) {
    for path in links.unlinkedData.sorted(by: inByteOrder) {
      diagnostics.warning(
        .noRecords, "the file is published as it is: it is in no list, and no page links to it",
        at: SourceLocation(file: path),
        hint: "a list.yml in its folder makes it a list; a link to the file keeps it as it is without this warning",
        about: path.folder)
    }
  }
}
