import CellistContent
import CellistPages
import CellistRecords
import CellistSites
import CellistTables
import CellistThemes

/// Reasons that are a list's: what stands on a page of it, and where.
extension PageReasons {
  private typealias Page = TablePage<SectionEdge, RecordCell>

  func page(
    _ oldPage: Int, of old: ListPlan, _ newPage: Int, of new: ListPlan, _ reads: TemplateReads
  ) -> [String] {
    var reasons: [String] = []
    let showsText = newPage == 0 && reads.reads("@page", "content")
    if showsText || reads.reads("@page", "title") || reads.reads("@page", "description") {
      reasons += [new.settings.folder.introduction, old.settings.folder.introduction].compactMap(\.self)
        .flatMap(fileReason)
    }
    let (before, after) = (old.pages[oldPage], new.pages[newPage])
    reasons += cells(before, after, new, reads)
    reasons += sections(before, after, old, new, reads)
    let countsPages = ["count", "multiple", "previous", "next"].contains { reads.reads("@page", $0) }
    if countsPages { reasons += pageCount(from: old, to: new) }
    let tellsTotal = newPage == 0 && reads.reads("@page", "total")
    if tellsTotal || reads.reads("@list", "count") || reads.reads("@site", "lists", "count") {
      reasons += count(from: old, to: new)
    }
    if reads.reads("@page", "index"), old.index != new.index {
      reasons.append("the index of \(new.settings.folder.name) changed")
    }
    return reasons
  }

  // MARK: Cells

  private struct Cell: Hashable {
    let section: String
    let id: String
  }

  private func cells(_ before: Page, _ after: Page, _ list: ListPlan, _ reads: TemplateReads) -> [String] {
    let name = list.settings.folder.name
    let (old, new) = (Self.cells(before), Self.cells(after))
    let known = Dictionary(old.map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first })
    let shown = Set(new.map(\.0.id))
    let wereHere = Set(old.map(\.0.id))
    var reasons: [String] = []
    for (place, cell) in new {
      let told = PageReasons.name(place.id, of: name)
      guard let earlier = known[place] else {
        let place = wereHere.contains(place.id) ? "moved" : "stands here now"
        reasons.append(arrival(of: cell.item.id, in: name) ?? "\(told) \(place)")
        continue
      }
      let isElsewhere = lists[name]?.moved.contains(place.id) == true
      if isElsewhere { reasons.append("\(told) moved") }
      if template(of: earlier, in: self.old.list(name)) != template(of: cell, in: list) {
        reasons.append("\(told) has another cell")
      }
      guard list.settings.rules.contents.isEmpty else {
        if earlier.contents != cell.contents {
          let found = changes(from: earlier.item, to: cell.item, of: list, everything(of: list.settings))
          reasons += found.isEmpty ? ["the cell of \(told) shows something else"] : found
        }
        continue
      }
      reasons += changes(from: earlier.item, to: cell.item, of: list, reads.cell(cell.variant).all)
    }
    for (place, _) in old where !shown.contains(place.id) {
      reasons.append(
        departure(of: place.id, from: name) ?? "\(PageReasons.name(place.id, of: name)) stands elsewhere now")
    }
    return reasons
  }

  /// All that a decorator may ask of a record and of those that it refers to.
  private func everything(of list: ListSettings) -> [[String]] {
    list.type.fields.flatMap { field in
      let target = field.type.target.flatMap { new.list($0) }
      return [[field.name]] + (target?.settings.type.fields ?? []).map { [field.name, $0.name] }
    }
  }

  private static func cells(_ page: Page) -> [(Cell, RecordCell)] {
    page.table.sections.flatMap { section in section.cells.map { (Cell(section: section.id, id: $0.item.id), $0) } }
  }

  private func template(of cell: RecordCell, in list: ListPlan?) -> String? {
    guard let rules = list?.settings.rules, rules.variants.indices.contains(cell.variant) else { return nil }
    return rules.rule(of: rules.variants[cell.variant]).template
  }

  // MARK: Sections

  private func sections(
    _ before: Page, _ after: Page, _ old: ListPlan, _ new: ListPlan, _ reads: TemplateReads
  ) -> [String] {
    var reasons: [String] = []
    let known = Dictionary(
      before.table.sections.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    func reading(_ name: String) -> Bool { reads.reads("@page", "sections", "@section", name) }
    for section in after.table.sections {
      guard let earlier = known[section.id] else { continue }
      let told = self.section(section.id, of: new)
      if case .header(let then)? = earlier.header, case .header(let now)? = section.header, then.title != nil {
        if reading("title"), then.title != now.title { reasons.append("\(told) has another title") }
        let tellsTotal = reading("total") && !(after.isContinued && section.id == after.table.sections.first?.id)
        if tellsTotal || reading("count"), then.count != now.count {
          reasons.append("\(told) has \(now.count) \(now.count == 1 ? "record" : "records"), and had \(then.count)")
        }
      }
      let figures = [earlier.footer, section.footer].map { edge -> [Value?] in
        if case .footer(let figures)? = edge { figures } else { [] }
      }
      if reading("footer") || reading("aggregates"), figures[0] != figures[1] {
        reasons.append("the figures below \(told) changed")
      }
    }
    let orders = [before, after].map { page in page.table.sections.map(\.id) }
    let common = orders.map { order in order.filter { known[$0] != nil && orders[1].contains($0) } }
    if common[0] != common[1] { reasons.append("the sections of \(new.settings.folder.name) stand in another order") }
    if reading("continued"), before.isContinued != after.isContinued,
      before.table.sections.first?.id == after.table.sections.first?.id, let first = after.table.sections.first
    {
      reasons.append("\(section(first.id, of: new)) \(after.isContinued ? "begins before" : "begins here")")
    }
    return reasons
  }
}
