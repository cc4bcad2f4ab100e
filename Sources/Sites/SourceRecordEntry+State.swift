import CellistBase
import CellistContent
import CellistLists
import CellistRecords
import CellistSettings

// The encoding of one record in the state, with its findings.

extension StateWriter {
  /// - Parameter line: the line of the file from which lines are counted.
  mutating func write(_ entry: SourceRecords.Entry, of file: String, from line: Int) {
    let item = entry.item
    write(item.id)
    write(item.ownSlug == item.id ? "" : item.ownSlug)
    write(item.variant) { $0.write($1) }
    write(Identifier(item.title) == Identifier(item.id) ? nil : item.title) { $0.write($1) }
    write(item.location.line - line)
    write(item.location.writtenColumn)
    write(item.row.isKept)
    write(item.row.flags) { $0.write($1) }
    write(item.row.key.bytes)
    write(item.row.sections) { $0.write($1) }
    write(item.row.figures) { $0.write($1) }
    write(item.row.terms) { writer, values in writer.write(values) { $0.write($1) } }
    write(item.row.dates) { $0.write($1) }
    write(item.row.event) { $0.write($1) }
    write(item.row.schema) { $0.write($1) }
    write(item.row.views) { writer, key in writer.write(key) { $0.write($1.bytes) } }
    write(item.row.words)
    write(item.row.text)
    write(item.row.span.start == .min ? nil : item.row.span.start) { $0.write($1) }
    write(item.row.span.end == .max ? nil : item.row.span.end) { $0.write($1) }
    write(item.rule) { $0.write($1) }
    for fingerprint in item.writtenFingerprints { write(fixed: fingerprint) }
    write(item.links) { $0.write($1) }
    write(item.pictureCount)
    let isOfOneFile = item.location.written == file && item.linkFiles.isEmpty && item.otherFiles.isEmpty
    write(isOfOneFile)
    if !isOfOneFile {
      write(item.location.written)
      write(item.linkFiles) { $0.write($1) }
      write(item.otherFiles) { $0.write($1) }
    }
    write(item.formerAddresses) { $0.write($1) }
    write(item.givenPlace) { $0.write($1) }
    write(item.titleLanguage) { $0.write($1) }
    for texts in [item.writtenReferences, item.names] { write(texts) }
    write(item.foundReferences) { writer, found in
      writer.write(found.references)
      writer.write(found.texts.sorted(by: inByteOrder)) { $0.write($1) }
    }
    write(item.given) { writer, given in
      writer.write(given.field)
      writer.write(given.value)
      writer.write(fixed: given.fingerprint)
    }
    write(fixed: entry.links)
    write(entry.warnings) { $0.write($1.moved(by: -line, in: file)) }
    write(entry.schedule.isDraft)
    write(entry.schedule.publish) { $0.write($1) }
    write(entry.schedule.expires) { $0.write($1) }
  }

  /// Texts by field.
  private mutating func write(_ texts: [Int: [String]]) {
    write(texts.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value) { $0.write($1) }
    }
  }

  /// - Parameter file: the one that the record begins in, whose lines count from `line`.
  mutating func write(_ record: Record, in file: String, from line: Int) {
    write(record.values) { $0.write($1) }
    write(record.locations) { writer, location in
      let isOwn = location.written == file
      writer.write(isOwn ? "" : location.written)
      writer.write(isOwn ? location.line - line : location.line)
      writer.write(location.writtenColumn)
    }
  }

  package mutating func write(_ diagnostic: Diagnostic) {
    write(diagnostic.severity == .error)
    write(diagnostic.code.rawValue)
    write(diagnostic.message)
    write(diagnostic.location) { writer, location in
      writer.write(location.written)
      writer.write(location.line)
      writer.write(location.writtenColumn)
    }
    write(diagnostic.hint) { $0.write($1) }
    write(diagnostic.subject) { $0.write($1) }
    write(diagnostic.list) { $0.write($1) }
    write(diagnostic.excerpt) { writer, excerpt in
      writer.write(excerpt.text)
      writer.write(excerpt.column)
    }
  }
}

extension StateReader {
  mutating func entries(
    of file: String, _ fieldCount: Int, holdsRecords: Bool, from line: Int = 0, first: Int = 0,
    _ store: (Int) -> any RecordStore
  ) throws(Malformed) -> [SourceRecords.Entry] {
    var index = first
    return try items { reader throws(Malformed) in
      defer { index += 1 }
      return try reader.entry(
        of: file, from: line, fields: fieldCount, holdsRecords: holdsRecords, in: store(index), at: index)
    }
  }

  mutating func entry(
    of file: String, from base: Int, fields: Int, holdsRecords: Bool, in store: any RecordStore, at index: Int
  ) throws(Malformed) -> SourceRecords.Entry {
    let id = try text()
    let slug = try text()
    let variant = try optional { reader throws(Malformed) in try reader.integer() }
    let title = try optional { reader throws(Malformed) in try reader.text() }
    let (line, column) = (try integer() + base, try integer())
    let row = RecordItem.Row(
      isKept: try flag(), flags: try items { reader throws(Malformed) in try reader.flag() },
      key: OrderKey(bytes: Array(try content())),
      sections: try items { reader throws(Malformed) in try reader.value() },
      figures: try items { reader throws(Malformed) in try reader.value() },
      terms: try items { reader throws(Malformed) in
        try reader.items { reader throws(Malformed) in try reader.value() }
      }, dates: try items { reader throws(Malformed) in try reader.value() },
      event: try items { reader throws(Malformed) in try reader.value() },
      schema: try items { reader throws(Malformed) in try reader.value() },
      views: try items { reader throws(Malformed) in
        try reader.optional { reader throws(Malformed) in OrderKey(bytes: Array(try reader.content())) }
      }, words: try text(), text: try text(),
      span: TimeSpan(
        start: try optional { reader throws(Malformed) in try reader.integer() } ?? .min,
        end: try optional { reader throws(Malformed) in try reader.integer() } ?? .max))
    let rule = try optional { reader throws(Malformed) in try reader.integer() }
    var fingerprints: [UInt64] = []
    fingerprints.reserveCapacity(fields)
    for _ in 0..<fields { fingerprints.append(try fixed()) }
    let links = try items { reader throws(Malformed) in try reader.text() }
    let pictureCount = try integer()
    guard (0...links.count).contains(pictureCount) else { throw Malformed() }
    let own = file
    var (file, linkFiles, otherFiles) = (file, [String](), [String]())
    if !(try flag()) {
      file = try text()
      linkFiles = try items { reader throws(Malformed) in try reader.text() }
      otherFiles = try items { reader throws(Malformed) in try reader.text() }
      guard linkFiles.isEmpty || linkFiles.count == links.count else { throw Malformed() }
    }
    let formerAddresses = try items { reader throws(Malformed) in try reader.text() }
    let place = try optional { reader throws(Malformed) in try reader.text() }
    let titleLanguage = try optional { reader throws(Malformed) in try reader.text() }
    let (references, names) = (try textsByField(), try textsByField())
    let found = try optional { reader throws(Malformed) in
      FoundReferences(
        references: try reader.textsByField(),
        texts: Set(try reader.items { reader throws(Malformed) in try reader.text() }))
    }
    let given = try optional { reader throws(Malformed) in
      GivenValue(try reader.integer(), try reader.value(), fingerprint: try reader.fixed())
    }
    guard given.map({ (0..<fields).contains($0.field) }) ?? true else { throw Malformed() }
    let location = SourceLocation(written: file, line: line, writtenColumn: column)
    let led = try fixed()
    let warnings = try items { reader throws(Malformed) in try reader.diagnostic().moved(by: base, in: own) }
    var schedule = Schedule()
    schedule.isDraft = try flag()
    schedule.publish = try optional { reader throws(Malformed) in try reader.integer() }
    schedule.expires = try optional { reader throws(Malformed) in try reader.integer() }
    let held = holdsRecords ? HeldRecord(try content(), id: id, variant, at: location, from: base) : nil
    if let held { held.cell = try optional { reader throws(Malformed) in try reader.cell() } }
    let item = RecordItem(
      id: id, slug: slug.isEmpty ? id : slug, variant: variant, title: title ?? id, location: location,
      row: row, rule: rule, fingerprints: fingerprints, links: links, linkFiles: linkFiles,
      pictureCount: pictureCount, otherFiles: otherFiles, formerAddresses: formerAddresses,
      references: references, names: names, found: found, given: given, place: place,
      titleLanguage: titleLanguage, in: held ?? store, at: index)
    return SourceRecords.Entry(item: item, schedule: schedule, links: led, warnings: warnings)
  }

  private mutating func textsByField() throws(Malformed) -> [Int: [String]] {
    let texts = try items { reader throws(Malformed) in
      (try reader.integer(), try reader.items { reader throws(Malformed) in try reader.text() })
    }
    return Dictionary(texts, uniquingKeysWith: { first, _ in first })
  }

  package mutating func diagnostic() throws(Malformed) -> Diagnostic {
    let severity: Diagnostic.Severity = try flag() ? .error : .warning
    guard let code = DiagnosticCode(rawValue: try text()) else { throw Malformed() }
    let message = try text()
    let location = try optional { reader throws(Malformed) in
      SourceLocation(
        written: try reader.text(), line: try reader.integer(), writtenColumn: try reader.integer())
    }
    let hint = try optional { reader throws(Malformed) in try reader.text() }
    let subject = try optional { reader throws(Malformed) in try reader.text() }
    let list = try optional { reader throws(Malformed) in try reader.text() }
    var diagnostic = Diagnostic(
      severity, code, message, at: location, hint: hint,
      excerpt: try optional { reader throws(Malformed) in
        Excerpt(try reader.text(), column: try reader.integer())
      }, about: subject)
    diagnostic.list = list
    return diagnostic
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
    var writer = StateWriter()
    writer.write(
      SourceRecords.Entry(item: item, schedule: schedule), of: item.location.file, from: item.location.line)
    return writer.bytes
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
