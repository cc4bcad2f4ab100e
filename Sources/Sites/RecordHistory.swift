import CellistBase
import CellistLists
import CellistRecords

/// When each record of a list last changed what it says, up to a commit of the site's repository.
///
/// Only its values count: not its name, its place, its file, or the form in which it is written.
package struct RecordHistory: Sendable {
  /// The digest of a record's values at the commit, and when they became those.
  struct Saying: Hashable, Sendable {
    let digest: UInt64
    /// Seconds since 1970-01-01T00:00:00Z.
    let since: Int
  }

  /// Sources that are read together, at the commit.
  struct Group: Sendable {
    /// The blobs of the files that were there, by their paths.
    var blobs: [String: String] = [:]
    var ids: [String] = []
  }

  /// The id of the commit.
  package var commit: String
  /// A digest of the settings that decode records.
  let settings: Digest
  var records: [String: Saying]
  /// By the keys of the groups in the state.
  var groups: [String: Group]
  /// How the records changed, from the oldest change on, where the list shows that.
  package var changes: [HistoryChange]

  init(
    commit: String, settings: Digest, records: [String: Saying] = [:], groups: [String: Group] = [:],
    changes: [HistoryChange] = []
  ) {
    self.commit = commit
    self.settings = settings
    self.records = records
    self.groups = groups
    self.changes = changes
  }
}

// MARK: - Following commits

extension RecordHistory {
  /// A record in sources at a commit.
  struct Said: Sendable {
    let id: String
    let digest: UInt64
    /// Whether it was published.
    let isShown: Bool
    let record: @Sendable () -> Record
  }

  /// Sources that a commit changed: their records after it and before it, nil where they cannot be read.
  struct Changed: Sendable {
    let key: String
    let blobs: [String: String]
    let said: [Said]?
    let former: [Said]?
  }

  /// How records are described where changes are kept.
  struct Description: Sendable {
    /// The fields whose values count.
    let fields: [Int]
    let title: @Sendable (Record) -> String
  }

  /// Follows a commit. Sources that cannot be read count as unchanged.
  ///
  /// - Parameters:
  ///   - time: when it was committed.
  ///   - showsIDs: whether a changed id is a changed value.
  ///   - description: describes records where changes are kept; nil where they are not.
  mutating func follow(_ time: Int, _ changed: [Changed], showsIDs: Bool, _ description: Description?) {
    var gone: [String: Saying] = [:]
    var before: [String: Said] = [:]
    for source in changed where source.said != nil {
      for id in groups[source.key]?.ids ?? [] { gone[id] = records[id] }
      for one in source.former ?? [] { before[one.id] = one }
    }
    var changes = CommitChanges(time: time, description: description)
    var come: [Said] = []
    for source in changed {
      groups[source.key, default: Group()].blobs = source.blobs
      guard let said = source.said else { continue }
      groups[source.key]?.ids = said.map(\.id)
      if said.isEmpty, source.blobs.isEmpty { groups[source.key] = nil }
      for one in said {
        gone[one.id] = nil
        guard let old = records[one.id] else {
          come.append(one)
          continue
        }
        let isSame = old.digest == one.digest
        if !isSame { records[one.id] = Saying(digest: one.digest, since: time) }
        let known = before[one.id]
        if !isSame || known.map({ $0.isShown != one.isShown }) ?? false {
          changes.note(one.id, from: known, to: one, isUnread: known == nil)
        }
      }
    }
    for id in gone.keys { records[id] = nil }
    // An added record with the values of a removed one is that record under another name.
    var former: [UInt64: [(id: String, saying: Saying)]] = [:]
    for (id, saying) in gone.sorted(by: { inByteOrder($1.key, $0.key) }) {
      former[saying.digest, default: []].append((id, saying))
    }
    for one in come.sorted(by: { inByteOrder($0.id, $1.id) }) {
      let old = former[one.digest]?.popLast()
      if let old { gone[old.id] = nil }
      records[one.id] = Saying(digest: one.digest, since: showsIDs ? time : old?.saying.since ?? time)
      changes.note(one.id, from: old.flatMap { before[$0.id] }, to: one)
    }
    for id in gone.keys { changes.note(id, from: before[id], to: nil, isUnread: before[id] == nil) }
    self.changes += changes.all.sorted { inByteOrder($0.id, $1.id) }
  }
}

/// How a commit changed the records of a list, as readers saw it.
private struct CommitChanges {
  /// When it was committed.
  let time: Int
  /// Describes records; nil where changes are not kept.
  let description: RecordHistory.Description?
  private(set) var all: [HistoryChange] = []

  init(time: Int, description: RecordHistory.Description?) {
    self.time = time
    self.description = description
  }

  /// Notes what readers saw of a change: nothing of what was not published.
  ///
  /// - Parameter isUnread: whether the record was there before the commit, but cannot be read.
  mutating func note(
    _ id: String, from old: RecordHistory.Said?, to new: RecordHistory.Said?, isUnread: Bool = false
  ) {
    guard let description else { return }
    let (record, former) = (new?.record(), old?.record())
    let isRenamed = old != nil && new != nil && old?.id != id
    let kind: HistoryChange.Kind
    switch (old?.isShown ?? isUnread, new?.isShown ?? false) {
    case (true, true): kind = isRenamed ? .renamed : .changed
    case (true, false): kind = .removed
    case (false, true): kind = .added
    case (false, false): return
    }
    let shown = kind == .removed ? former : record
    var fields: [HistoryChange.FieldChange] = []
    if kind == .changed || kind == .renamed, let record, let former {
      fields = HistoryChange.FieldChange.all(description.fields, former.values, record.values)
    }
    all.append(
      HistoryChange(
        time: time, id: kind == .removed ? old?.id ?? id : id, former: kind == .renamed ? old?.id : nil,
        title: shown.map(description.title) ?? id, kind: kind, fields: fields))
  }
}

extension HistoryChange.FieldChange {
  /// The longest text, in bytes, that is kept.
  private static let limit = 200

  /// The fields in which two records differ.
  fileprivate static func all(_ fields: [Int], _ old: [Value], _ new: [Value]) -> [Self] {
    fields.compactMap { field in
      let (before, after) = (old[field], new[field])
      guard before != after else { return nil }
      let isShort = [before, after].allSatisfy { value in
        value.items.reduce(0) { $0 + $1.plainText.utf8.count } <= limit
      }
      return Self(field: field, old: isShort ? before : nil, new: isShort ? after : nil)
    }
  }
}

// MARK: - As bytes

extension RecordHistory: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    commit = try coder.value(known?.commit)
    settings = try coder.value(known?.settings)
    records = try coder.entries(known?.records, by: inByteOrder)
    groups = try coder.entries(known?.groups, by: inByteOrder)
    changes = try coder.items(known?.changes)
  }
}

extension RecordHistory.Saying: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    digest = try coder.value(known?.digest)
    since = try coder.value(known?.since)
  }
}

extension RecordHistory.Group: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    blobs = try coder.entries(known?.blobs, by: inByteOrder)
    ids = try coder.items(known?.ids)
  }
}

extension HistoryChange: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    let (time, id) = (try coder.value(known?.time), try coder.value(known?.id))
    let (former, title) = (try coder.optional(known?.former), try coder.value(known?.title))
    guard let kind = Kind(rawValue: try coder.value(known?.kind.rawValue)) else { throw StateCoder.Malformed() }
    self.init(
      time: time, id: id, former: former, title: title, kind: kind, fields: try coder.items(known?.fields))
  }
}

extension HistoryChange.FieldChange: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self.init(
      field: try coder.value(known?.field), old: try coder.optional(known?.old), new: try coder.optional(known?.new))
  }
}
