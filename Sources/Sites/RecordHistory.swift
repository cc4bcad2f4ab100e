import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistText

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
  package let commit: String
  /// A digest of the settings that decode records.
  let settings: Digest
  var records: [String: Saying]
  /// By the keys of the groups in the state.
  var groups: [String: Group]

  init(
    commit: String, settings: Digest, records: [String: Saying] = [:], groups: [String: Group] = [:]
  ) {
    self.commit = commit
    self.settings = settings
    self.records = records
    self.groups = groups
  }
}

/// Tells what records of a list say from what they are called and where they stand.
struct RecordSayings: Sendable {
  /// The fields that count.
  private let fields: [Int]

  init(_ list: ListSettings) {
    fields = (0..<list.type.ownCount).filter { index in
      let field = list.type.fields[index]
      // The id and the number of a row are what a record is called; a hidden field is on no page.
      return field.isShown && !field.type.isComputed && !field.source.isOfHistory && !field.source.isOfPlace
        && !list.decoder.idFields.contains(index)
    }
  }

  func digest(_ fingerprints: [UInt64], variant: Int?) -> UInt64 {
    var writer = StateWriter()
    writer.write(variant ?? -1)
    for field in fields { writer.write(fixed: fingerprints[field]) }
    return Digest(writer.bytes).first
  }
}

/// Gives the records of a list the dates of their last changes.
struct RecordDating: Sendable {
  private let history: RecordHistory
  private let sayings: RecordSayings
  private let field: Int
  private let isDay: Bool
  private let zone: TimeZoneRules

  init?(_ history: RecordHistory?, _ list: ListSettings) {
    guard let history, let field = list.type.updatedField else { return nil }
    self.history = history
    self.field = field
    sayings = RecordSayings(list)
    isDay = list.type.fields[field].type == .date
    zone = list.decoder.values.zone
  }

  /// The date of a record, which it has only while its values are those at the last commit.
  func date(of item: RecordItem) -> GivenValue? {
    guard let saying = history.records[item.id],
      saying.digest == sayings.digest(item.writtenFingerprints, variant: item.variant)
    else { return nil }
    let moment = Moment(instant: saying.since).shown(in: zone)
    return GivenValue(
      field, isDay ? .date(moment.day) : .datetime(moment),
      fingerprint: UInt64(bitPattern: Int64(isDay ? moment.day.number : saying.since)) | 1 << 63)
  }
}

// MARK: - Following commits

extension RecordHistory {
  /// A state of sources that are read together, after a commit.
  struct Version: Sendable {
    let commit: Int
    let group: Int
    let blobs: [String: String]
  }

  /// The digest of a record in the sources.
  typealias Said = (id: String, digest: UInt64)

  /// Follows a commit that changed some groups.
  ///
  /// - Parameters:
  ///   - time: when it was committed.
  ///   - changed: the records of the groups now; nil where they cannot be read, and count as unchanged.
  mutating func follow(_ time: Int, _ changed: [(key: String, blobs: [String: String], said: [Said]?)]) {
    var gone: [String: Saying] = [:]
    for (key, _, said) in changed where said != nil {
      for id in groups[key]?.ids ?? [] { gone[id] = records[id] }
    }
    var come: [Said] = []
    for (key, blobs, said) in changed {
      groups[key, default: Group()].blobs = blobs
      guard let said else { continue }
      groups[key]?.ids = said.map(\.id)
      if said.isEmpty, blobs.isEmpty { groups[key] = nil }
      for one in said {
        gone[one.id] = nil
        guard let old = records[one.id] else {
          come.append(one)
          continue
        }
        if old.digest != one.digest { records[one.id] = Saying(digest: one.digest, since: time) }
      }
    }
    guard !come.isEmpty || !gone.isEmpty else { return }
    for id in gone.keys { records[id] = nil }
    // An added record with the values of a removed one is that record under another name.
    var former: [UInt64: [Saying]] = [:]
    for (_, saying) in gone.sorted(by: { inByteOrder($1.key, $0.key) }) {
      former[saying.digest, default: []].append(saying)
    }
    for one in come.sorted(by: { inByteOrder($0.id, $1.id) }) {
      let since = former[one.digest]?.popLast()?.since ?? time
      records[one.id] = Saying(digest: one.digest, since: since)
    }
  }
}

// MARK: - As bytes

extension RecordHistory {
  var bytes: [UInt8] {
    var writer = StateWriter()
    writer.write(commit)
    writer.write(settings)
    writer.write(records.sorted { inByteOrder($0.key, $1.key) }) { writer, record in
      writer.write(record.key)
      writer.write(fixed: record.value.digest)
      writer.write(record.value.since)
    }
    writer.write(groups.sorted { inByteOrder($0.key, $1.key) }) { writer, group in
      writer.write(group.key)
      writer.write(group.value.blobs.sorted { inByteOrder($0.key, $1.key) }) { writer, blob in
        writer.write(blob.key)
        writer.write(blob.value)
      }
      writer.write(group.value.ids) { $0.write($1) }
    }
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(StateReader.Malformed) {
    var reader = StateReader(bytes[...])
    commit = try reader.text()
    settings = try reader.digest()
    records = Dictionary(
      try reader.items { reader throws(StateReader.Malformed) in
        (try reader.text(), Saying(digest: try reader.fixed(), since: try reader.integer()))
      }, uniquingKeysWith: { first, _ in first })
    groups = Dictionary(
      try reader.items { reader throws(StateReader.Malformed) in
        let key = try reader.text()
        let blobs = try reader.items { reader throws(StateReader.Malformed) in (try reader.text(), try reader.text()) }
        let ids = try reader.items { reader throws(StateReader.Malformed) in try reader.text() }
        return (key, Group(blobs: Dictionary(blobs, uniquingKeysWith: { first, _ in first }), ids: ids))
      }, uniquingKeysWith: { first, _ in first })
  }
}
