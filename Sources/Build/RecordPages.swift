import CellistTables
import CellistTemplates
import CellistThemes

/// The pages of a list's records, each made when it is rendered: on any core, and never all of them at once.
final class RecordPages: PageMaker {
  private let records: [RecordCell]
  private let list: ListSource
  private let site: SiteSummary
  private let base: SiteBase
  /// One per variant of the records, or one alone.
  private let templates: [UsedTemplate<RecordPage>]
  /// For each template, what all its pages depend on alike; nil where the site's menu or its lists tell one from another.
  private let shared: [Digest]?

  init(
    records: [RecordCell], list: ListSource, site: SiteSummary, base: SiteBase, templates: [UsedTemplate<RecordPage>]
  ) {
    self.records = records
    self.list = list
    self.site = site
    self.base = base
    self.templates = templates
    shared = Self.shared(records, list, site, base, templates)
  }

  private static func shared(
    _ records: [RecordCell], _ list: ListSource, _ site: SiteSummary, _ base: SiteBase,
    _ templates: [UsedTemplate<RecordPage>]
  ) -> [Digest]? {
    guard let url = records.first.map({ list.recordURL($0.item) })?.dropLast(), let slash = url.lastIndex(of: "/")
    else { return nil }
    let folder = url[...slash]
    let links = site.menu.map(\.url) + site.lists.map(\.url)
    guard !links.contains(where: { $0 != folder && $0.hasPrefix(folder) }) else { return nil }
    let page = page(0, records, list, site, base)
    return templates.map { template in
      var buffer = ByteBuffer()
      buffer.append(template.ingredients)
      template.template.traceShared(page, into: &buffer)
      return Digest(buffer.bytes)
    }
  }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    guard let used = template(of: index) else { return }
    let page = Self.page(index, records, list, site, base)
    if let shared {
      buffer.append(shared[records[index].item.variant ?? 0])
    } else {
      buffer.append(used.ingredients)
      used.template.traceShared(page, into: &buffer)
    }
    used.template.traceOwn(page, into: &buffer)
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    template(of: index)?.template.render(Self.page(index, records, list, site, base), into: &buffer)
  }

  private func template(of index: Int) -> UsedTemplate<RecordPage>? {
    let variant = records[index].item.variant ?? 0
    return templates.indices.contains(variant) ? templates[variant] : nil
  }

  /// The page of the record at a place in the order of the list.
  private static func page(
    _ index: Int, _ records: [RecordCell], _ list: ListSource, _ site: SiteSummary, _ base: SiteBase
  ) -> RecordPage {
    func link(_ index: Int) -> PageLink? {
      guard records.indices.contains(index) else { return nil }
      return PageLink(title: records[index].item.title, url: list.recordURL(records[index].item))
    }
    let item = records[index].item
    let url = list.recordURL(item)
    let summary = PageSummary(title: item.title, url: url, canonical: base.canonical(url))
    return RecordPage(
      site: site, page: summary, shown: ShownRecord(cell: records[index], list: list), previous: link(index - 1),
      next: link(index + 1))
  }
}
