import CellistBase
import CellistContent
import CellistLists
import CellistRecords
import CellistSettings

extension SourceRecords.Entry {
  /// The facts of an entry that its source determines.
  struct Context {
    /// The file that represents the source.
    let file: String
    /// The line of the file from which lines are counted.
    var line = 0
    /// The number of fields of the source's records.
    let fieldCount: Int
    /// Whether the state keeps whole records.
    let holdsRecords: Bool
  }

  /// Writes an entry, or reads one; see `StateCodable`.
  ///
  /// - Parameters:
  ///   - store: what has the record of one that is read.
  ///   - index: where it has it.
  init(
    _ coder: inout StateCoder, _ known: SourceRecords.Entry?, in context: Context, in store: any RecordStore,
    at index: Int
  ) throws(StateCoder.Malformed) {
    let item = known?.item
    let id = try coder.value(item?.id)
    let slug = try coder.optional(item.flatMap { $0.ownSlug == $0.id ? nil : $0.ownSlug })
    let variant = try coder.optional(item?.variant)
    let title = try coder.optional(item.flatMap { Identifier($0.title) == Identifier($0.id) ? nil : $0.title })
    let otherFile = try coder.optional(item.flatMap { $0.location.written == context.file ? nil : $0.location.written })
    let line = try coder.value(item.map { $0.location.line - context.line }) &+ context.line
    let column = try coder.value(item?.location.writtenColumn)
    let row = try coder.value(item?.row)
    let rule = try coder.optional(item?.rule)
    let fingerprints = try coder.items(item?.writtenFingerprints, count: context.fieldCount)
    let details = try coder.optional(item?.keptDetails)
    let links = try coder.value(known?.links)
    let warnings = try coder.items(known?.warnings.map { $0.moved(by: -context.line, in: context.file) })
    let schedule = try coder.value(known?.schedule)
    let record = context.holdsRecords ? try coder.value(item.map { $0.bytes(from: context.line)[...] }) : nil
    let cell = context.holdsRecords ? try coder.optional((item?.store as? HeldRecord)?.cell) : nil
    if let known {
      self = known
      return
    }
    guard details?.given.map({ (0..<context.fieldCount).contains($0.field) }) ?? true else {
      throw StateCoder.Malformed()
    }
    let location = SourceLocation(written: otherFile ?? context.file, line: line, writtenColumn: column)
    let held = record.map { HeldRecord($0, id: id, variant, at: location, from: context.line) }
    held?.cell = cell
    self.init(
      item: RecordItem(
        id: id, slug: slug ?? id, variant: variant, title: title ?? id, location: location, row: row, rule: rule,
        fingerprints: fingerprints, details: details, in: held ?? store, at: index),
      schedule: schedule, links: links, warnings: warnings.map { $0.moved(by: context.line, in: context.file) })
  }
}

extension StateCoder {
  /// Entries in the order of their records.
  ///
  /// - Parameters:
  ///   - first: the place of the first.
  ///   - store: what has the record at a place.
  mutating func entries(
    _ known: ArraySlice<SourceRecords.Entry>?, in context: SourceRecords.Entry.Context, first: Int = 0,
    _ store: (Int) -> any RecordStore
  ) throws(Malformed) -> [SourceRecords.Entry] {
    let count = try count(known?.count)
    var entries: [SourceRecords.Entry] = []
    entries.reserveCapacity(count)
    for number in 0..<count {
      let entry = known.map { $0[$0.startIndex + number] }
      let index = first + number
      entries.append(try SourceRecords.Entry(&self, entry, in: context, in: store(index), at: index))
    }
    return entries
  }

  /// Writes entries.
  mutating func entries(
    _ known: ArraySlice<SourceRecords.Entry>, in context: SourceRecords.Entry.Context
  ) throws(Malformed) -> [SourceRecords.Entry] {
    try entries(known, in: context) { known[known.startIndex + $0].item.store }
  }
}

extension RecordItem {
  /// The record as bytes, from which `HeldRecord` reads it.
  ///
  /// - Parameter line: the line of the file from which lines are counted.
  fileprivate func bytes(from line: Int) -> [UInt8] {
    HeldRecord.bytes(of: writtenRecord, in: location.file, from: line)
  }
}

extension Schedule: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self.init()
    isDraft = try coder.value(known?.isDraft)
    publish = try coder.optional(known?.publish)
    expires = try coder.optional(known?.expires)
  }
}

extension SourceRecords.Entry {
  /// The entry of a record that was read again, as one that is not fresh where an earlier build knew all that it says.
  /// Where there is something to warn of, it stays fresh: warnings name places within the row.
  func settled(by known: SourceRecords.Entry?) -> SourceRecords.Entry {
    // What its references lead to is found out once all lists are read.
    guard let known, known.warnings.isEmpty, !isDoubtful, words == known.unfound.words else { return self }
    var entry = self
    entry.item = item.finding(known.item.foundReferences)
    (entry.isFresh, entry.links) = (false, known.links)
    return entry
  }

  private var unfound: SourceRecords.Entry {
    var entry = self
    if item.foundReferences != nil { entry.item = item.finding(nil) }
    return entry
  }

  /// The bytes of all that is kept of the record, but for its line and for what was found out about its links.
  private var words: [UInt8] {
    let context = Context(
      file: item.location.file, line: item.location.line, fieldCount: item.writtenFingerprints.count,
      holdsRecords: false)
    return StateCoder.bytes { coder throws(StateCoder.Malformed) in
      let entry = SourceRecords.Entry(item: item, schedule: schedule)
      _ = try SourceRecords.Entry(&coder, entry, in: context, in: item.store, at: 0)
    }
  }

  /// The same of a record that stands some lines further down in a file.
  func moved(by lines: Int, in store: any RecordStore, of file: String) -> SourceRecords.Entry {
    SourceRecords.Entry(
      item: item.moved(by: lines, in: store), schedule: schedule, links: links,
      warnings: warnings.map { $0.moved(by: lines, in: file) })
  }
}

extension Diagnostic {
  /// The diagnostic with its location some lines further down, where it is in a file.
  fileprivate func moved(by lines: Int, in file: String) -> Diagnostic {
    guard lines != 0, let location, location.file == file else { return self }
    var moved = self
    moved.location = location.moved(by: lines)
    return moved
  }
}
