import CellistContent
import CellistLists
import CellistRecords
import CellistText
import Synchronization

/// What was read from a source of records, or from several that are merged, as far as tables, links and messages need it.
package struct SourceRecords: Sendable {
  package struct Entry: Sendable {
    package var item: RecordItem
    package let schedule: Schedule
    /// Where the links of the record led.
    package var links: UInt64 = 0
    /// Warnings about its links and texts, while it is shown.
    package var warnings: [Diagnostic] = []
    /// Whether its texts hold something that may call for a warning; known only while it is fresh.
    package var isDoubtful = false
  }

  /// The bytes of the files, and the settings under which they were read.
  var digest: Digest
  let settings: Digest
  /// Whether the records themselves are kept, since Swift code looks at all of them in each build.
  var holdsRecords = false
  /// What the records were told of those that they refer to, where that places them in their list.
  var joins: Digest?
  package var entries: [Entry] = []
  /// What was doubtful about the files when they were read.
  package var warnings: [Diagnostic] = []
}

/// What reads the files of a list that were not read: one for all of them, since cores would vie for each of its parts.
package final class UnreadFiles: Sendable {
  let decoder: RecordDecoder
  let ledger: SourceLedger
  let fieldCount: Int

  init(_ decoder: RecordDecoder, _ ledger: SourceLedger) {
    self.decoder = decoder
    self.ledger = ledger
    fieldCount = decoder.type.fields.count
  }
}

/// The records of files that were not read, read when somebody asks for one of them.
final class UnreadRecords: Sendable {
  private let group: SourceGroup
  private let files: UnreadFiles
  private let digest: Digest
  private let records = Mutex<[Record]?>(nil)

  init(_ group: SourceGroup, _ files: UnreadFiles, digest: Digest) {
    self.group = group
    self.files = files
    self.digest = digest
  }

  func record(_ index: Int) -> Record {
    let ledger = files.ledger
    let all = records.withLock { records in
      if let records { return records }
      let read = read()
      // What is not what it should be is no good to anybody later.
      if ledger.digest(of: group) == digest { records = read } else { ledger.contradict(group.path) }
      return read
    }
    if all.indices.contains(index) { return all[index] }
    ledger.contradict(group.path)
    let location = SourceLocation(file: group.path)
    return Record(
      id: "", values: Array(repeating: .absent, count: files.fieldCount),
      locations: Array(repeating: location, count: files.fieldCount), location: location)
  }

  private func read() -> [Record] {
    let (decoder, ledger) = (files.decoder, files.ledger)
    var read: [Record] = []
    var diagnostics = Diagnostics()
    switch group {
    case .one(let source):
      RawRecord.readAll(in: source, from: ledger.tree, &diagnostics) { raw, diagnostics in
        if let decoded = decoder.attempt(raw, &diagnostics) { read.append(decoded.record) }
      }
    case .merged(let sources, _):
      read = MergedRecords(sources, decoder, from: ledger.tree).decoded().compactMap(\.decoded?.record)
    }
    return read
  }
}

// MARK: - As bytes

extension SourceRecords {
  /// - Parameter group: the sources that were read.
  package func bytes(of group: SourceGroup) -> [UInt8] {
    var writer = StateWriter()
    writer.write(digest)
    writer.write(settings)
    writer.write(joins) { $0.write($1) }
    writer.write(entries) { [path = group.path] writer, entry in
      writer.write(entry, of: path)
      if holdsRecords { writer.write(entry.item.record, in: entry.item.location.file) }
    }
    writer.write(warnings) { $0.write($1) }
    return writer.bytes
  }

  /// What an earlier build wrote, when it was about the same bytes read under the same settings.
  init?(
    _ bytes: ArraySlice<UInt8>, of group: SourceGroup, _ files: UnreadFiles, digest: Digest, settings: Digest,
    holdsRecords: Bool
  ) {
    let unread = UnreadRecords(group, files, digest: digest)
    var reader = StateReader(bytes)
    do {
      guard try reader.digest() == digest, try reader.digest() == settings else { return nil }
      self.init(digest: digest, settings: settings, holdsRecords: holdsRecords)
      joins = try reader.optional { reader throws(StateReader.Malformed) in try reader.digest() }
      var index = 0
      entries = try reader.items { reader throws(StateReader.Malformed) in
        defer { index += 1 }
        let place = index
        return try reader.entry(of: group.path, fields: files.fieldCount, holdsRecords: holdsRecords) {
          unread.record(place)
        }
      }
      warnings = try reader.items { reader throws(StateReader.Malformed) in try reader.diagnostic() }
    } catch {
      return nil
    }
  }
}

extension SourceRecords {
  /// What an earlier build read from files, whatever is in them now; nil when it is not known. The records themselves
  /// are gone.
  package static func entries(
    _ bytes: ArraySlice<UInt8>, of path: String, fields count: Int, holdsRecords: Bool
  ) -> [Entry]? {
    let location = SourceLocation(file: path)
    let gone = Record(
      id: "", values: Array(repeating: .absent, count: count),
      locations: Array(repeating: location, count: count), location: location)
    var reader = StateReader(bytes)
    do {
      for _ in 0..<2 { _ = try reader.digest() }
      _ = try reader.optional { reader throws(StateReader.Malformed) in try reader.digest() }
      return try reader.items { reader throws(StateReader.Malformed) in
        try reader.entry(of: path, fields: count, holdsRecords: holdsRecords) { gone }
      }
    } catch {
      return nil
    }
  }
}

extension StateWriter {
  fileprivate mutating func write(_ entry: SourceRecords.Entry, of file: String) {
    let item = entry.item
    write(item.id)
    write(item.slug == item.id ? "" : item.slug)
    write(item.variant) { $0.write($1) }
    write(Identifier(item.title) == Identifier(item.id) ? nil : item.title) { $0.write($1) }
    write(item.location.line)
    write(item.location.column)
    write(item.row.isKept)
    write(item.row.flags) { $0.write($1) }
    write(item.row.key.bytes)
    write(item.row.sections) { $0.write($1) }
    write(item.row.figures) { $0.write($1) }
    write(item.rule) { $0.write($1) }
    for fingerprint in item.fingerprints { write(fixed: fingerprint) }
    write(item.links) { $0.write($1) }
    let isOfOneFile = item.location.file == file && item.linkFiles.isEmpty && item.otherFiles.isEmpty
    write(isOfOneFile)
    if !isOfOneFile {
      write(item.location.file)
      write(item.linkFiles) { $0.write($1) }
      write(item.otherFiles) { $0.write($1) }
    }
    write(item.formerAddresses) { $0.write($1) }
    write(item.references.sorted { $0.key < $1.key }) { writer, reference in
      writer.write(reference.key)
      writer.write(reference.value) { $0.write($1) }
    }
    write(fixed: entry.links)
    write(entry.warnings) { $0.write($1) }
    write(entry.schedule.isDraft)
    write(entry.schedule.publish) { $0.write($1) }
    write(entry.schedule.expires) { $0.write($1) }
  }

  fileprivate mutating func write(_ record: Record, in file: String) {
    write(record.values) { $0.write($1) }
    write(record.locations) { writer, location in
      writer.write(location.file == file ? "" : location.file)
      writer.write(location.line)
      writer.write(location.column)
    }
  }

  package mutating func write(_ diagnostic: Diagnostic) {
    write(diagnostic.severity == .error)
    write(diagnostic.code.rawValue)
    write(diagnostic.message)
    write(diagnostic.location) { writer, location in
      writer.write(location.file)
      writer.write(location.line)
      writer.write(location.column)
    }
    write(diagnostic.hint) { $0.write($1) }
    write(diagnostic.excerpt) { writer, excerpt in
      writer.write(excerpt.text)
      writer.write(excerpt.column)
    }
  }
}

extension StateReader {
  fileprivate mutating func entry(
    of file: String, fields: Int, holdsRecords: Bool, _ read: @escaping @Sendable () -> Record
  ) throws(Malformed) -> SourceRecords.Entry {
    let id = try text()
    let slug = try text()
    let variant = try optional { reader throws(Malformed) in try reader.integer() }
    let title = try optional { reader throws(Malformed) in try reader.text() }
    let (line, column) = (try integer(), try integer())
    var row = RecordItem.Row()
    row.isKept = try flag()
    row.flags = try items { reader throws(Malformed) in try reader.flag() }
    row.key = OrderKey(bytes: Array(try content()))
    row.sections = try items { reader throws(Malformed) in try reader.value() }
    row.figures = try items { reader throws(Malformed) in try reader.value() }
    let rule = try optional { reader throws(Malformed) in try reader.integer() }
    var fingerprints: [UInt64] = []
    fingerprints.reserveCapacity(fields)
    for _ in 0..<fields { fingerprints.append(try fixed()) }
    let links = try items { reader throws(Malformed) in try reader.text() }
    var (file, linkFiles, otherFiles) = (file, [String](), [String]())
    if !(try flag()) {
      file = try text()
      linkFiles = try items { reader throws(Malformed) in try reader.text() }
      otherFiles = try items { reader throws(Malformed) in try reader.text() }
      guard linkFiles.isEmpty || linkFiles.count == links.count else { throw Malformed() }
    }
    let formerAddresses = try items { reader throws(Malformed) in try reader.text() }
    let references = try items { reader throws(Malformed) in
      (try reader.integer(), try reader.items { reader throws(Malformed) in try reader.text() })
    }
    let location = SourceLocation(file: file, line: line, column: column)
    let led = try fixed()
    let warnings = try items { reader throws(Malformed) in try reader.diagnostic() }
    var schedule = Schedule()
    schedule.isDraft = try flag()
    schedule.publish = try optional { reader throws(Malformed) in try reader.integer() }
    schedule.expires = try optional { reader throws(Malformed) in try reader.integer() }
    var read = read
    if holdsRecords {
      let record = try record(id: id, variant: variant, in: file, at: location)
      read = { record }
    }
    let item = RecordItem(
      id: id, slug: slug.isEmpty ? id : slug, variant: variant, title: title ?? id, location: location,
      row: row, rule: rule, fingerprints: fingerprints, links: links, linkFiles: linkFiles, otherFiles: otherFiles,
      formerAddresses: formerAddresses, references: Dictionary(references, uniquingKeysWith: { first, _ in first }),
      read: read)
    return SourceRecords.Entry(item: item, schedule: schedule, links: led, warnings: warnings)
  }

  private mutating func record(
    id: String, variant: Int?, in file: String, at location: SourceLocation
  ) throws(Malformed) -> Record {
    let values = try items { reader throws(Malformed) in try reader.value() }
    let locations = try items { reader throws(Malformed) in
      let other = try reader.text()
      return SourceLocation(
        file: other.isEmpty ? file : other, line: try reader.integer(), column: try reader.integer())
    }
    return Record(id: id, variant: variant, values: values, locations: locations, location: location)
  }

  package mutating func diagnostic() throws(Malformed) -> Diagnostic {
    let severity: Diagnostic.Severity = try flag() ? .error : .warning
    guard let code = DiagnosticCode(rawValue: try text()) else { throw Malformed() }
    let message = try text()
    let location = try optional { reader throws(Malformed) in
      SourceLocation(file: try reader.text(), line: try reader.integer(), column: try reader.integer())
    }
    return Diagnostic(
      severity, code, message, at: location, hint: try optional { reader throws(Malformed) in try reader.text() },
      excerpt: try optional { reader throws(Malformed) in
        Excerpt(try reader.text(), column: try reader.integer())
      })
  }
}
