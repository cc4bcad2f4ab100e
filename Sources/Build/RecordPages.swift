import CellistTables
import CellistThemes

/// The pages of a list's records, each made when it is rendered: on any core, and never all of them at once.
final class RecordPages: Sendable {
  private let records: [RecordCell]
  private let list: ListSource
  private let site: SiteSummary
  private let base: SiteBase

  init(records: [RecordCell], list: ListSource, site: SiteSummary, base: SiteBase) {
    self.records = records
    self.list = list
    self.site = site
    self.base = base
  }

  /// The page of the record at a place in the order of the list.
  func page(_ index: Int) -> RecordPage {
    let item = records[index].item
    let url = list.recordURL(item)
    let summary = PageSummary(title: item.title, url: url, canonical: base.canonical(url))
    return RecordPage(
      site: site, page: summary, shown: ShownRecord(cell: records[index], list: list), previous: link(index - 1),
      next: link(index + 1))
  }

  private func link(_ index: Int) -> PageLink? {
    guard records.indices.contains(index) else { return nil }
    return PageLink(title: records[index].item.title, url: list.recordURL(records[index].item))
  }
}
