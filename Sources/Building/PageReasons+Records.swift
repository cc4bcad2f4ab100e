import CellistLists
import CellistPages
import CellistRecords
import CellistSettings
import CellistTemplates

/// Reasons that are records: those that a page shows, and those that they refer to.
extension PageReasons {
  // MARK: Rows

  /// Why the rows of a list's page are not as they were.
  func rows(of number: Int, on place: Int, _ page: Page) -> [String] {
    let list = plan.lists[number]
    let name = list.settings.folder.name
    let before = change.old.lists[name]?.pages[page.path] ?? []
    let after = change.new.lists[name]?.pages[page.path] ?? []
    let known = Dictionary(before.map { ($0.slug, Set($0.ids)) }, uniquingKeysWith: { first, _ in first })
    let (wereHere, areHere) = (Set(before.flatMap(\.ids)), Set(after.flatMap(\.ids)))
    let cells = Self.cells(of: page)
    let isOwn = list.isOwn(page: place)
    var reasons: [String] = []
    for (section, cell) in list.pages[place].table.sections.flatMap({ section in section.cells.map { (section.id, $0) }
    }) {
      let id = cell.item.id
      let told = SiteChange.name(id, of: name)
      guard known[section]?.contains(id) == true else {
        let moved = wereHere.contains(id) ? "moved" : "is on this page now"
        reasons.append(
          change.arrival(of: id, in: name) ?? (isOwn ? nil : updated(id, in: name)) ?? "\(told) \(moved)")
        continue
      }
      if change.lists[name]?.moved.contains(id) == true { reasons.append("\(told) moved") }
      reasons += record(cell.item, of: list, reading: cells.indices.contains(cell.variant) ? cells[cell.variant] : [])
    }
    for id in before.flatMap(\.ids) where !areHere.contains(id) {
      reasons.append(
        change.departure(of: id, from: name) ?? (isOwn ? nil : updated(id, in: name))
          ?? "\(SiteChange.name(id, of: name)) is on another page now")
    }
    guard reasons.isEmpty else { return reasons }
    // A cell may be chosen by what it does not show, and Swift code makes it of all that a record says.
    let updated = areHere.compactMap { change.lists[name]?[$0] }.filter { $0.kind == .updated }
    let all = updated.map(words).sorted()
    return all.isEmpty ? ["@page.sections changed"] : all
  }

  /// For each variant of a list's cells, what its template reads of the record.
  private static func cells(of page: Page) -> [[[String]]] {
    guard case .made(let maker, let index) = page.content, let layout = maker.template(index)?.layout else { return [] }
    let sections = layout.slots.first { $0.path == ["@page", "sections"] }?.elements.first
    let cells = sections?.slots.first { $0.path == ["@section", "cells"] }?.elements ?? []
    return cells.map(paths)
  }

  private static func paths(_ layout: Layout) -> [[String]] {
    layout.slots.flatMap { slot in [slot.path] + slot.elements.flatMap { paths($0).map { slot.path + $0 } } }
  }

  /// The changes of a record that is still in its list; nil where there are none.
  private func updated(_ id: String, in list: String) -> String? {
    change.lists[list]?[id].flatMap { $0.kind == .updated ? words($0) : nil }
  }

  private func words(_ record: RecordChange) -> String {
    "\(SiteChange.name(record.id, of: record.list)) changed \(record.fields.joined(separator: ", "))"
  }

  // MARK: Records

  /// The changes of a record, and of those that it refers to, as far as a template reads them.
  ///
  /// - Parameter paths: the names that are read.
  func record(_ item: RecordItem, of list: ListPlan, reading paths: [[String]]) -> [String] {
    let name = list.settings.folder.name
    let wanted = Self.fields(paths, of: list.settings)
    var fields = (change.lists[name]?[item.id]?.fields ?? []).filter { wanted[$0] != nil }
    let (before, after) = (change.old.lists[name]?.entries[item.id], change.new.lists[name]?.entries[item.id])
    for (place, flag) in list.settings.arrangement.flags.map(\.name).enumerated() where wanted[flag] != nil {
      let then = before.map { $0.item.row.flags.indices.contains(place) && $0.item.row.flags[place] }
      if let then, then != item.row.flags[place] { fields.append(flag) }
    }
    let told = SiteChange.name(item.id, of: name)
    var reasons = fields.isEmpty ? [] : ["\(told) changed \(fields.joined(separator: ", "))"]
    if fields.isEmpty, !item.links.isEmpty, let before, let after, before.links != after.links {
      reasons.append("\(told) has a link that leads elsewhere")
    }
    for (index, field) in list.settings.type.fields.enumerated() {
      guard let rest = wanted[field.name], let target = field.type.target else { continue }
      reasons += referred(by: item, index, field, before?.item, to: target, reading: rest)
    }
    return reasons
  }

  /// The changes of the records that a field of a record leads to.
  private func referred(
    by item: RecordItem, _ index: Int, _ field: Field, _ before: RecordItem?, to target: String,
    reading paths: [[String]]
  ) -> [String] {
    guard let list = plan.lists.first(where: { $0.settings.folder.name == target }) else { return [] }
    if case .recordsFrom(let list, let field) = field.type {
      let records = referring[Reference(list: list, field: field)]?[item.id] ?? []
      return records.flatMap { told($0, reading: paths + [[field]]) }
    }
    var reasons: [String] = []
    var seen: Set<String> = []
    for id in (before?.references[index] ?? []) + (item.references[index] ?? []) where seen.insert(id).inserted {
      if let changed = change.lists[target]?[id] {
        reasons += told(changed, reading: paths)
      } else if let entry = change.new.lists[target]?.entries[id], paths.contains(where: { $0.count > 1 }) {
        // The change may be in the records that it refers to; a path is finite.
        reasons += record(entry.item, of: list, reading: paths.filter { $0.count > 1 })
      }
      if paths.contains(where: { $0 == ["@record", "url"] || $0 == ["@record", "fields"] }), isElsewhere(id, in: target)
      {
        reasons.append("\(SiteChange.name(id, of: target)) has another address")
      }
    }
    return reasons
  }

  /// The changes of a record that another shows.
  private func told(_ changed: RecordChange, reading paths: [[String]]) -> [String] {
    switch changed.kind {
    case .inserted, .renamed: return [change.arrival(of: changed.id, in: changed.list)].compactMap(\.self)
    case .deleted: return [change.departure(of: changed.id, from: changed.list)].compactMap(\.self)
    case .moved: return []
    case .updated:
      guard let list = plan.lists.first(where: { $0.settings.folder.name == changed.list }),
        let entry = change.new.lists[changed.list]?.entries[changed.id]
      else { return [] }
      return record(entry.item, of: list, reading: paths)
    }
  }

  /// Whether a record that was and is shown has another address.
  private func isElsewhere(_ id: String, in name: String) -> Bool {
    let (before, after) = (
      change.old.lists[name]?.address(of: id), change.new.lists[name]?.address(of: id)
    )
    return before != nil && after != nil && before != after
  }

  /// The fields and flags that are read, each with what is read below it.
  private static func fields(_ paths: [[String]], of list: ListSettings) -> [String: [[String]]] {
    var fields: [String: [[String]]] = [:]
    let title = list.type.fields[list.titleField].name
    // Where nothing is known of a field a reference prints as a link.
    func addWhole(_ field: Field) {
      fields[field.name, default: []] += field.type.target == nil ? [[]] : [[], ["@record", "url"]]
    }
    for path in paths {
      switch path.first {
      // A reference prints as the title of the record that it leads to.
      case nil: fields[title, default: []].append([])
      case "@record":
        switch path.dropFirst().first {
        case "title": fields[title, default: []].append([])
        case "body": fields[RecordType.bodyName, default: []].append([])
        case "fields":
          for field in list.type.fields where field.name != title && field.name != RecordType.bodyName {
            addWhole(field)
          }
        case let role: for index in list.appearance.fields(of: role ?? "") { addWhole(list.type.fields[index]) }
        }
      case let name?: fields[name, default: []].append(Array(path.dropFirst()))
      }
    }
    return fields
  }

  /// For each computed field, the changed records that refer to a record, or did.
  static func referring(_ change: SiteChange, _ plan: SitePlan) -> [Reference: [String: [RecordChange]]] {
    var referring: [Reference: [String: [RecordChange]]] = [:]
    for type in plan.lists.map(\.settings.type) {
      for case .recordsFrom(let list, let name) in type.fields.map(\.type) {
        let reference = Reference(list: list, field: name)
        guard referring[reference] == nil else { continue }
        var byTarget: [String: [RecordChange]] = [:]
        for record in change.lists[list]?.all ?? [] {
          var targets: Set<String> = []
          for site in [change.old, change.new] {
            guard let known = site.lists[list], let index = known.published.fields.firstIndex(of: name) else {
              continue
            }
            targets.formUnion(known.entries[record.id]?.item.references[index] ?? [])
          }
          for target in targets { byTarget[target, default: []].append(record) }
        }
        referring[reference] = byTarget
      }
    }
    return referring
  }
}
