import CellistTables

/// The sayings of sources about one record, as an item of a table: a later source that names the record updates it.
struct MergedRecord: Updatable, Sendable {
  enum ID: Hashable, Sendable {
    case named(String)
    /// A record whose source gives it no id, which is reported when the record is read; the number identifies it.
    case nameless(Int)
  }

  /// A place that gives values of the record: which of the sources, and where in it.
  struct Mention: Sendable {
    let source: Int
    let place: MergedSource.Place
  }

  let id: ID
  /// Where it begins, and where sources say more of it, in their order.
  private(set) var mentions: [Mention]

  init(_ mention: Mention, id: ID) {
    mentions = [mention]
    self.id = id
  }

  /// The name of the record.
  var name: String? { if case .named(let name) = id { name } else { nil } }

  mutating func update(from other: MergedRecord) { mentions += other.mentions }
}

/// Two are equal where they speak of the same record.
extension MergedRecord: Hashable {
  static func == (one: MergedRecord, other: MergedRecord) -> Bool { one.id == other.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
