import CellistContent
import CellistRecords
import CellistTables

/// What sources say of one record, as an item of a table: a later source that speaks of it updates it.
struct MergedRecord: Updatable, Sendable {
  enum ID: Hashable, Sendable {
    case named(String)
    /// A record whose source does not say what it is called, which is reported when the record is read; the number tells
    /// it from others.
    case nameless(Int)
  }

  let id: ID
  private(set) var raw: RawRecord
  /// The Markdown files, beside the one that it begins in, that say something of it.
  private(set) var otherFiles: [String] = []
  /// What is wrong with what it took over.
  private(set) var found = Diagnostics()
  private let source: RecordSource
  private let decoder: RecordDecoder

  init(_ raw: RawRecord, id: ID, from source: RecordSource, _ decoder: RecordDecoder) {
    self.raw = raw
    self.id = id
    self.source = source
    self.decoder = decoder
  }

  /// What the record is called.
  var name: String? { if case .named(let name) = id { name } else { nil } }

  /// Whether it came with an update, and no source before that had it.
  var isAdded: Bool { source.details?.merge == .update }

  mutating func update(from other: MergedRecord) {
    decoder.update(&raw, with: other.raw, hasNull: other.source.format.hasNull, &found)
    let file = other.source.path
    guard other.source.format == .markdown, file != source.path, !otherFiles.contains(file) else { return }
    otherFiles.append(file)
  }
}

/// Two are equal where they speak of the same record.
extension MergedRecord: Hashable {
  static func == (one: MergedRecord, other: MergedRecord) -> Bool { one.id == other.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Shows of each record what it is called.
struct RecordNames: CellDecorator {
  func cell(for item: MergedRecord, at path: TablePath) -> String? { item.name }
}
