import CellistBase
import CellistLists
import CellistSettings
import CellistText

/// Gives the records of a list the dates of their last changes.
package struct RecordDating: Sendable {
  package let history: RecordHistory
  private let sayings: RecordSayings
  private let field: Int
  private let isDay: Bool
  private let zone: TimeZoneRules
  /// A digest of the changes of each record, where the list shows them.
  private let changes: [String: UInt64]

  init?(_ history: RecordHistory?, _ list: ListSettings) {
    guard let history, let field = list.type.updatedField else { return nil }
    self.history = history
    self.field = field
    sayings = RecordSayings(list)
    isDay = list.type.fields[field].type == .date
    zone = list.decoder.values.zone
    changes =
      list.history == nil ? [:] : history.changes.byRecord.mapValues(\.digest)
  }

  /// The date of a record, which it has only while its values are those at the last commit. Where the list shows how
  /// records changed, that is part of the number by which the value is compared.
  func date(of id: String, saying fingerprints: [UInt64], variant: Int?) -> GivenValue? {
    let changes = changes[id]
    guard let saying = history.records[id], saying.digest == sayings.digest(fingerprints, variant: variant)
    else { return changes.map { GivenValue(field, .absent, fingerprint: $0) } }
    let moment = Moment(instant: saying.since).shown(in: zone)
    let number = UInt64(bitPattern: Int64(isDay ? moment.day.number : saying.since))
    return GivenValue(
      field, isDay ? .date(moment.day) : .datetime(moment), fingerprint: (number &+ (changes ?? 0)) | 1 << 63)
  }
}

extension [HistoryChange] {
  fileprivate var digest: UInt64 {
    Digest(stateBytes).first
  }
}
