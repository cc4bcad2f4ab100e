import CellistTables
import CellistTemplates
import CellistThemes

/// The pages of a list's records, each made when it is rendered: on any core, and never all of them at once.
final class RecordPages: PageMaker {
  /// A template, and what all its pages depend on.
  typealias Template = (template: PageTemplate<RecordPage>, ingredients: [UInt8])

  private let records: [RecordCell]
  private let list: ListSource
  private let site: SiteSummary
  private let base: SiteBase
  /// One per variant of the records, or one alone.
  private let templates: [Template]

  init(records: [RecordCell], list: ListSource, site: SiteSummary, base: SiteBase, templates: [Template]) {
    self.records = records
    self.list = list
    self.site = site
    self.base = base
    self.templates = templates
  }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    guard let used = template(of: index) else { return }
    buffer.append(used.ingredients)
    used.template.trace(page(index), into: &buffer)
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    template(of: index)?.template.render(page(index), into: &buffer)
  }

  private func template(of index: Int) -> Template? {
    let variant = records[index].item.variant ?? 0
    return templates.indices.contains(variant) ? templates[variant] : nil
  }

  /// The page of the record at a place in the order of the list.
  private func page(_ index: Int) -> RecordPage {
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
