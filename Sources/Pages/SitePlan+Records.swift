import CellistContent
import CellistSettings
import CellistThemes

extension SitePlan {
  /// A record on a page.
  package struct PlacedRecord: Sendable {
    /// The list's path below `content`.
    package let list: String
    package let id: String
    package let title: String
    /// The id of its element; nil where the page is its own.
    package let anchor: String?
  }

  /// The records on a page, by its path below the output folder: those in a list's cells or in views of lists, or that of a
  /// record's own page.
  ///
  /// Takes time in proportion to the number of pages and records.
  package func records(on path: String) -> [PlacedRecord] {
    for list in lists where list.settings.hasRecordPages {
      let record = list.records.lazy.map(\.item).first {
        Routes.record($0.place, below: list.recordPrefix) == path
      }
      if let record {
        return [
          PlacedRecord(list: list.settings.ownFolder.path, id: record.id, title: record.title, anchor: nil)
        ]
      }
    }
    guard let page = pages.first(where: { $0.path == path }), case .made(let maker, _) = page.content,
      let source = (maker as? TemplatePage<ListPage>)?.source,
      let list = lists.first(where: { $0.summary.url == source.list.summary.url })
    else {
      let places = Set(content.plainPages.lazy.filter { Routes.plain($0) == path }.map(\.place))
      return lists.flatMap { list in
        list.views.filter { places.contains($0.place.page) }.flatMap { view in
          view.cells.map { $0.placed(in: list) }
        }
      }
    }
    return source.table.table.sections.flatMap(\.cells).map { $0.placed(in: list) }
  }
}

extension RecordCell {
  fileprivate func placed(in list: ListPlan) -> SitePlan.PlacedRecord {
    SitePlan.PlacedRecord(list: list.settings.ownFolder.path, id: item.id, title: item.title, anchor: anchor)
  }
}

extension SitePlan {
  /// The URL of a link that is written in a file; nil where its target does not exist.
  package func url(of link: String, in file: String) -> String? {
    switch links.target(of: link, in: file) {
    case .unchanged: link
    case .url(let url): url
    case .unread, .unpublished, .broken: nil
    }
  }
}

extension ListSettings {
  /// The folder of the list that has its records.
  fileprivate var ownFolder: ListFolder { recordsOf ?? folder }
}
