import CellistRecords
import CellistSites

/// The differences between two states of a site: the records of its lists, and its files.
struct SiteChange: Sendable {
  enum File: String, Sendable {
    case new, changed, gone
  }

  let old: SiteSnapshot
  let new: SiteSnapshot
  /// The changes of the records of each list.
  let lists: [String: RecordChanges]
  /// The records of each list that got other ids.
  let renamed: [String: RenamedRecords]
  /// All changes of records, in byte order of the lists' names; a record that got another id is one change.
  let records: [RecordChange]
  /// The translations that stayed as they were when the text in the first language changed.
  let outdated: [OutdatedTranslation]
  /// The files that are not as they were.
  let files: [String: File]

  init(from old: SiteSnapshot, to new: SiteSnapshot) {
    (self.old, self.new) = (old, new)
    let changes = Self.changes(from: old, to: new)
    lists = Dictionary(uniqueKeysWithValues: changes)
    let renamed = Dictionary(uniqueKeysWithValues: changes.map { ($0, $1.renamed(in: $0, from: old, to: new)) })
    self.renamed = renamed
    let records = changes.flatMap { name, changes in
      changes.all(renamed[name], from: old.lists[name]?.shown, to: new.lists[name]?.shown)
    }
    self.records = Self.withoutRepetitions(records)
    var files: [String: File] = [:]
    for (path, digest) in new.files {
      guard let before = old.files[path] else {
        files[path] = .new
        continue
      }
      if let before, let digest, before != digest { files[path] = .changed }
    }
    for path in old.files.keys where new.files[path] == nil { files[path] = .gone }
    self.files = files
    outdated = OutdatedTranslation.all(changes, to: new) + OutdatedTranslation.all(files, to: new)
  }

  /// The changes without those that a list has in another language exactly as in the site's first.
  private static func withoutRepetitions(_ records: [RecordChange]) -> [RecordChange] {
    let translated = Set(records.map(\.list)).filter { RecordType.listName(ofTranslated: $0) != nil }
    guard !translated.isEmpty else { return records }
    let first = Dictionary(
      records.lazy.filter { !translated.contains($0.list) }.map { (RecordChange.Key($0, in: $0.list), $0) },
      uniquingKeysWith: { first, _ in first })
    return records.compactMap { change in
      guard let name = RecordType.listName(ofTranslated: change.list),
        let own = first[RecordChange.Key(change, in: name)]
      else { return change }
      let fields = change.fields.filter { !own.fields.contains($0) || own.values[$0] != change.values[$0] }
      guard !fields.isEmpty, change.kind == .updated else { return nil }
      var rest = RecordChange(
        list: change.list, id: change.id, title: change.title, kind: .updated, former: change.former, fields: fields)
      rest.values = change.values.filter { fields.contains($0.key) }
      return rest
    }
  }

  /// All records of a site that is new.
  static func records(of new: SiteSnapshot) -> [RecordChange] { changes(from: nil, to: new).flatMap(\.1.all) }

  private static func changes(from old: SiteSnapshot?, to new: SiteSnapshot) -> [(String, RecordChanges)] {
    Set((old?.lists ?? [:]).keys).union(new.lists.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { ($0, RecordChanges(from: old?.lists[$0]?.shown, to: new.lists[$0]?.shown)) }
  }

  // MARK: In words

  /// The change of a file of the site in words; nil where the file is the same.
  func words(ofFile path: String) -> String? {
    switch files[path] {
    case .new: "\(path) is new"
    case .changed: "\(path) changed"
    case .gone: "\(path) is gone"
    case nil: nil
    }
  }

  /// The site's new base address; nil when it did not change.
  var base: String? { old.base == new.base ? nil : "@site.base changed" }

  /// Why a list shows a record that it did not show; nil when it did.
  func arrival(of id: String, in list: String) -> String? {
    guard lists[list]?[id]?.kind == .inserted else { return nil }
    let name = Self.name(id, of: list)
    guard let before = old.lists[list]?.entries[id], let after = new.lists[list]?.entries[id] else {
      return "\(name) is new"
    }
    guard !old.publishes(before) else { return "\(name) is in the list now" }
    guard before.schedule == after.schedule else { return "\(name) is published now" }
    return "\(name) is published now, since \(after.schedule.isDraft ? "drafts are" : "its date came")"
  }

  /// Why a list does not show a record any more; nil when it does.
  func departure(of id: String, from list: String) -> String? {
    guard lists[list]?[id]?.kind == .deleted else { return nil }
    let name = Self.name(id, of: list)
    guard let before = old.lists[list]?.entries[id], let after = new.lists[list]?.entries[id] else {
      return "\(name) is gone"
    }
    guard !new.publishes(after) else { return "\(name) is not in the list any more" }
    guard before.schedule == after.schedule else { return "\(name) is not published any more" }
    let isOld = !(after.schedule.isDraft && !new.drafts)
    return "\(name) is not published any more, since \(isOld ? "its date came" : "drafts are not")"
  }

  /// How many pages a list has; nil when it has as many as before.
  func pageCount(of list: String) -> String? {
    guard let before = old.lists[list]?.ownPages.count, let after = new.lists[list]?.ownPages.count, before != after
    else {
      return nil
    }
    return "\(list): \(after) page\(after == 1 ? "" : "s"), was \(before)"
  }

  static func name(_ id: String, of list: String) -> String { "\(list): '\(id)'" }
}
