import CellistContent
import CellistLists
import CellistPages
import CellistRecords
import CellistSites
import CellistText

/// Reasons that are records: those that a page shows, their neighbours, and those that they refer to.
extension PageReasons {
  static func name(_ id: String, of list: String) -> String { "'\(id)' of \(list)" }

  // MARK: Coming and going

  /// Why a list shows a record that it did not show; nil when it did.
  func arrival(of id: String, in list: String) -> String? {
    guard lists[list]?[id]?.kind == .inserted else { return nil }
    let name = Self.name(id, of: list)
    guard let before = old.entries[list]?[id], let after = new.entries[list]?[id] else { return "\(name) is new" }
    guard !isPublished(before, in: old) else { return "\(name) is in the list now" }
    guard before.schedule == after.schedule else { return "\(name) is published now" }
    return "\(name) is published now, since \(after.schedule.isDraft ? "drafts are" : "its date came")"
  }

  /// Why a list does not show a record any more; nil when it does.
  func departure(of id: String, from list: String) -> String? {
    guard lists[list]?[id]?.kind == .deleted else { return nil }
    let name = Self.name(id, of: list)
    guard let before = old.entries[list]?[id], let after = new.entries[list]?[id] else { return "\(name) is gone" }
    guard !isPublished(after, in: new) else { return "\(name) is not in the list any more" }
    guard before.schedule == after.schedule else { return "\(name) is not published any more" }
    let isOld = !(after.schedule.isDraft && !new.drafts)
    return "\(name) is not published any more, since \(isOld ? "its date came" : "drafts are not")"
  }

  private func isPublished(_ entry: SourceRecords.Entry, in site: PublishedSite) -> Bool {
    entry.schedule.isPublished(at: site.instant, includingDrafts: site.drafts)
  }

  // MARK: A record's own page

  func record(
    _ oldPlace: Int, of old: ListPlan, _ newPlace: Int, of new: ListPlan, _ reads: TemplateReads
  ) -> [String] {
    let (before, after) = (old.records[oldPlace].item, new.records[newPlace].item)
    var paths = reads.all
    if reads.reads("@page", "title") { paths.append(["@record", "title"]) }
    var reasons = changes(from: before, to: after, of: new, paths)
    for (name, step) in [("previous", -1), ("next", 1)] where reads.reads("@record", name) {
      reasons += neighbour(name, old, oldPlace + step, new, newPlace + step)
    }
    if reads.reads("@list", "count") || reads.reads("@site", "lists", "count") { reasons += count(from: old, to: new) }
    return reasons
  }

  private func neighbour(_ name: String, _ old: ListPlan, _ oldPlace: Int, _ new: ListPlan, _ newPlace: Int) -> [String]
  {
    let before = old.records.indices.contains(oldPlace) ? old.records[oldPlace].item : nil
    let after = new.records.indices.contains(newPlace) ? new.records[newPlace].item : nil
    guard before?.id == after?.id else {
      return [after.map { "the \(name) record is '\($0.id)' now" } ?? "there is no \(name) record any more"]
    }
    return before.map { Identifier($0.title) } == after.map { Identifier($0.title) }
      ? [] : ["the \(name) record '\(after?.id ?? "")' has another title"]
  }

  // MARK: What is shown of a record

  /// What changed of a record, and of those that it refers to, as far as a template reads it.
  func changes(
    from before: RecordItem?, to after: RecordItem, of list: ListPlan, _ reads: [[String]], depth: Int = 0
  ) -> [String] {
    let name = list.settings.folder.name
    let wanted = Self.wanted(reads, of: list.settings)
    var fields = (lists[name]?[after.id]?.fields ?? []).filter { wanted[$0] != nil }
    if let before, let earlier = old.list(name) { fields += flags(from: before, earlier, to: after, list, wanted) }
    var reasons = fields.isEmpty ? [] : ["\(Self.name(after.id, of: name)) changed: \(fields.joined(separator: ", "))"]
    if fields.isEmpty, !after.links.isEmpty, let led = old.entries[name]?[after.id]?.links,
      let leads = new.entries[name]?[after.id]?.links, led != leads
    {
      reasons.append("a link of \(Self.name(after.id, of: name)) leads elsewhere")
    }
    // A template is finite, and so is what it reads through references; what is read whole ends at their titles.
    guard depth < 8 else { return reasons }
    for (index, field) in list.settings.type.fields.enumerated() {
      guard let paths = wanted[field.name], let target = field.type.target else { continue }
      if case .recordsFrom(let list, let name) = field.type {
        let changed = referring[Reference(list: list, field: name)]?[after.id] ?? []
        for change in changed {
          // That it refers to another record now is a change as well.
          reasons += told(change, paths + [[name]], depth)
        }
        if let target = new.list(list), Self.showsAddress(paths) { reasons += settings(of: target, addresses: true) }
      } else {
        let ids = (before?.references[index] ?? []) + (after.references[index] ?? [])
        var seen: Set<String> = []
        for id in ids where seen.insert(id).inserted {
          reasons += reference(to: id, in: target, paths, depth)
        }
      }
    }
    return reasons
  }

  /// What changed of a record that one refers to; nothing of a record that neither build shows.
  private func reference(to id: String, in list: String, _ paths: [[String]], _ depth: Int) -> [String] {
    let change = lists[list]?[id].map { told($0, paths, depth) } ?? []
    guard old.shown[list]?.contains(id) == true, new.shown[list]?.contains(id) == true, let now = new.list(list),
      let item = new.entries[list]?[id]?.item
    else { return change }
    var reasons = change
    if lists[list]?[id] == nil {
      reasons += changes(from: old.entries[list]?[id]?.item, to: item, of: now, paths, depth: depth + 1)
    }
    if Self.showsAddress(paths), isElsewhere(id, in: list) {
      reasons.append("\(Self.name(id, of: list)) has another address")
    }
    return reasons
  }

  /// Whether a template prints, of what it reads of a reference, where it leads.
  private static func showsAddress(_ paths: [[String]]) -> Bool {
    paths.contains { $0 == ["@record", "url"] || $0 == ["@record", "fields"] }
  }

  /// Whether a record that was and is shown had another address.
  private func isElsewhere(_ id: String, in list: String) -> Bool {
    guard let before = old.list(list), let after = new.list(list), let earlier = old.entries[list]?[id]?.item,
      let later = new.entries[list]?[id]?.item
    else { return false }
    return before.recordURL(earlier) != after.recordURL(later)
  }

  /// What changed of a record that another shows.
  private func told(_ change: RecordChange, _ paths: [[String]], _ depth: Int) -> [String] {
    switch change.kind {
    case .inserted: return [arrival(of: change.id, in: change.list)].compactMap(\.self)
    case .deleted: return [departure(of: change.id, from: change.list)].compactMap(\.self)
    case .moved: return []
    case .updated:
      guard let list = new.list(change.list), let item = new.entries[change.list]?[change.id]?.item else { return [] }
      let before = old.entries[change.list]?[change.id]?.item
      return changes(from: before, to: item, of: list, paths, depth: depth + 1)
    }
  }

  /// The fields and flags that are read, each with what is read below it.
  private static func wanted(_ reads: [[String]], of list: ListSettings) -> [String: [[String]]] {
    var wanted: [String: [[String]]] = [:]
    let title = list.type.fields[list.titleField].name
    for path in reads {
      switch path.first {
      // A reference prints as the title of what it leads to.
      case nil: wanted[title, default: []].append([])
      case "@record":
        switch path.dropFirst().first {
        case "title": wanted[title, default: []].append([])
        case "body": wanted[RecordType.bodyName, default: []].append([])
        case "fields":
          for field in list.type.fields where field.name != title && field.name != RecordType.bodyName {
            // Among all fields a reference prints as a link.
            wanted[field.name, default: []] += field.type.target == nil ? [[]] : [[], ["@record", "url"]]
          }
        default: break
        }
      case let name?: wanted[name, default: []].append(Array(path.dropFirst()))
      }
    }
    return wanted
  }

  /// The flags that are read and that a record no longer has, or has now.
  private func flags(
    from before: RecordItem, _ earlier: ListPlan, to after: RecordItem, _ list: ListPlan, _ wanted: [String: [[String]]]
  ) -> [String] {
    let then = Dictionary(
      zip(earlier.settings.arrangement.flags.map(\.name), before.row.flags), uniquingKeysWith: { first, _ in first })
    return zip(list.settings.arrangement.flags.map(\.name), after.row.flags).filter { name, flag in
      wanted[name] != nil && (then[name] ?? false) != flag
    }.map(\.0)
  }

  /// For each computed field, the changed records that refer to a record, or did.
  static func referring(
    _ lists: [String: RecordChanges], _ old: PublishedSite, _ new: PublishedSite
  ) -> [Reference: [String: [RecordChange]]] {
    var referring: [Reference: [String: [RecordChange]]] = [:]
    for type in new.lists.map(\.settings.type) {
      for case .recordsFrom(let list, let name) in type.fields.map(\.type) {
        let reference = Reference(list: list, field: name)
        guard referring[reference] == nil else { continue }
        var byTarget: [String: [RecordChange]] = [:]
        for change in lists[list]?.all ?? [] {
          var targets: Set<String> = []
          for site in [old, new] {
            guard let index = site.list(list)?.settings.type.index(of: name) else { continue }
            targets.formUnion(site.entries[list]?[change.id]?.item.references[index] ?? [])
          }
          for target in targets { byTarget[target, default: []].append(change) }
        }
        referring[reference] = byTarget
      }
    }
    return referring
  }
}
