import CellistFiles
import CellistFormats
import CellistRecords

extension RawRecord {
  /// Calls `emit` with each record that a file holds and its source takes, in order.
  package static func readAll(
    in source: RecordSource, from tree: SourceTree, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    var row = 0
    func placed(_ raw: RawRecord) -> RawRecord {
      row += 1
      var raw = raw
      raw.origin = RecordOrigin(source: source, row: row)
      return raw
    }
    guard let filter = source.details?.filter else {
      read(source, from: tree, &diagnostics) { emit(placed($0), &$1) }
      return
    }
    var missing = filter.keys
    read(source, from: tree, &diagnostics) { raw, diagnostics in
      let raw = placed(raw)
      if !missing.isEmpty { missing = missing.filter { raw.node.descendant($0.key) == nil } }
      if filter.accepts(raw.node) { emit(raw, &diagnostics) }
    }
    guard row > 0 else { return }
    for (key, location) in missing.sorted(by: { $0.value < $1.value }) {
      diagnostics.error(.unknownKey, "no record in \(source.path) has a key '\(key)'", at: location)
    }
  }

  private static func read(
    _ source: RecordSource, from tree: SourceTree, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    switch source.format {
    case .sqlite:
      SQLiteReader.read(source, from: tree, &diagnostics) { row, diagnostics in
        emit(RawRecord(node: row, header: source.details?.queryLocation), &diagnostics)
      }
    case .spreadsheet: SpreadsheetReader.read(source, from: tree, &diagnostics, emit: emit)
    case .picture:
      // They are not part of its bytes, but comparisons include them.
      guard (try? tree.file(source.path)) != nil else { return }
      emit(RawRecord(picture: source), &diagnostics)
    case .markdown, .yaml, .json, .jsonLines, .geoJSON, .toml, .csv, .tsv, .bibtex, .iCalendar:
      guard let text = source.text(in: tree, &diagnostics) else { return }
      read(text, of: source, from: tree, &diagnostics, emit: emit)
    }
  }

  private static func read(
    _ text: String, of source: RecordSource, from tree: SourceTree, _ diagnostics: inout Diagnostics,
    emit: (RawRecord, inout Diagnostics) -> Void
  ) {
    switch source.format {
    case .markdown:
      guard let file = FrontMatter(text, file: source.path, &diagnostics) else { return }
      guard source.details?.items == nil else {
        emitItems(of: file.node, source, &diagnostics, emit: emit)
        return
      }
      if let body = file.bodyNode, let entry = file.node.entries?.first(where: { $0.key == RecordType.bodyName }) {
        diagnostics.error(
          .duplicateKey, "the record has a '\(RecordType.bodyName)' here and a text below the front matter",
          at: entry.keyLocation,
          hint: "the text begins at \(body.location.line):1; remove one of them, or give the key another name")
      }
      var record = RawRecord(node: file.node, body: file.bodyNode, name: source.recordName)
      for translation in source.details?.translations ?? [] {
        guard let text = tree.text(translation.file, &diagnostics),
          let file = FrontMatter(text, file: translation.file, &diagnostics)
        else { return }
        record.add(file, in: translation.tag)
      }
      emit(record, &diagnostics)
    case .yaml:
      guard let root = YAMLReader.read(text, file: source.path, &diagnostics) else { return }
      emitItems(of: root, source, &diagnostics, emit: emit)
    case .json:
      guard let root = JSONReader.read(text, file: source.path, &diagnostics) else { return }
      emitItems(of: root, source, &diagnostics, emit: emit)
    case .jsonLines:
      let lines = JSONReader.readLines(text, file: source.path, &diagnostics)
      guard !lines.isEmpty else { return }
      // A line is an item of a list, so no file names the record on it.
      emitItems(of: Node(.sequence(lines), at: SourceLocation(file: source.path)), source, &diagnostics, emit: emit)
    case .geoJSON:
      guard let root = JSONReader.read(text, file: source.path, &diagnostics) else { return }
      for feature in FeatureCollection.features(of: root, &diagnostics) { emit(feature, &diagnostics) }
    case .toml:
      guard let root = TOMLReader.read(text, file: source.path, &diagnostics) else { return }
      emitItems(of: root, source, &diagnostics, emit: emit)
    case .csv, .tsv:
      guard let delimiter = source.delimiter else { return }
      let skipped = source.details?.skippedLines ?? 0
      let isThere = CSVReader.read(
        text, file: source.path, delimiter: delimiter, skipping: skipped, isPadded: source.details?.isPadded ?? false,
        &diagnostics
      ) { row, shared, diagnostics in
        var record = RawRecord(node: row, header: row.entries?.first?.keyLocation)
        record.sharedNames = shared
        emit(record, &diagnostics)
      }
      if !isThere, skipped > 0 { source.reportSkipped(skipped, &diagnostics) }
    case .bibtex: Bibliography.read(text, file: source.path, &diagnostics, emit: emit)
    case .iCalendar:
      CalendarEvents.read(text, file: source.path, within: source.details?.span, &diagnostics, emit: emit)
    case .spreadsheet, .sqlite, .picture: break
    }
  }
}

extension RawRecord {
  /// Adds what a file says in another language, under keys that end in its tag.
  fileprivate mutating func add(_ file: FrontMatter, in tag: String) {
    var entries = node.entries ?? []
    if let body, node[RecordType.bodyName] == nil {
      entries.append(Node.Entry(key: RecordType.bodyName, keyLocation: body.location, value: body))
    }
    let text = file.bodyNode.map { Node.Entry(key: RecordType.bodyName, keyLocation: $0.location, value: $0) }
    for entry in (file.node.entries ?? []) + [text].compactMap(\.self) {
      entries.append(Node.Entry(key: "\(entry.key).\(tag)", keyLocation: entry.keyLocation, value: entry.value))
    }
    node = Node(.mapping(entries), at: node.location)
  }

  /// A picture, of which its path says all that is known.
  fileprivate init(picture source: RecordSource) {
    let place = SourceLocation(file: source.path)
    let folder = source.details?.folder.map { source.path.folder.below($0) } ?? ""
    let name = source.ownName.map { $0 == "-" || $0 == "_" ? " " : $0 }
    let offered = [("file", source.path.fileName), ("name", String(name)), ("folder", folder)]
    self.init(
      node: Node(
        .mapping(
          offered.filter { !$0.1.isEmpty }.map { key, text in
            Node.Entry(key: key, keyLocation: place, value: Node(.scalar(text, quoted: true), at: place))
          }), at: place),
      name: source.recordName)
    isOffered = true
  }
}
