import CellistContent
import CellistFiles
import CellistFormats
import CellistRecords
import CellistText

/// Reads the records of a new list's files as a build would, and finds the settings of the source that this takes.
struct SampleReading {
  private(set) var nodes: [Node] = []
  private(set) var isNamed = false
  /// The lengths in bytes of the texts below front matter.
  private(set) var bodyLengths: [Int] = []
  private(set) var dialect: TableDialect?
  private var items: String?
  private var inherited: [String] = []
  private var encoding: String?
  private var span: CalendarSpan?
  /// The time zone of a calendar.
  private(set) var zone: TimeZoneRules?
  private let material: ListMaterial

  init(_ material: ListMaterial, _ format: SourceFormat, _ diagnostics: inout Diagnostics) {
    self.material = material
    for file in material.files {
      guard let format = SourceFormat(path: file.path) else { continue }
      let isKnown = file.bytes.isUTF8 || TextEncoding(markOf: file.bytes) != nil
      let encoding = isKnown ? nil : TextEncoding(likeliestOf: file.bytes)
      if format == .csv || format == .tsv {
        var unasked = Diagnostics()
        let text = SourceTree.text(of: file.bytes, file.path, in: encoding, &unasked)
        dialect = text.map(TableDialect.init)
      }
      var details = RecordSource.Details(
        delimiter: dialect.flatMap { $0.delimiter == format.delimiter ? nil : $0.delimiter })
      details.encoding = format.isText ? encoding : nil
      details.skippedLines = dialect?.skippedLines ?? 0
      details.isPadded = dialect?.isPadded ?? false
      if format == .iCalendar {
        let text = String(decoding: file.bytes, as: UTF8.self)
        details.span = CalendarSpan(of: text, today: material.today)
        zone = CalendarHome(of: text)?.zone
      }
      span = details.span
      self.encoding = details.encoding?.name
      let source = RecordSource(path: file.path, format: format, details)
      var records: [RawRecord] = []
      RawRecord.readAll(in: source, from: .memory([file.path: file.bytes]), &diagnostics) { record, _ in
        records.append(record)
      }
      nodes += records.map(Self.node)
      bodyLengths += records.compactMap { $0.body?.text?.utf8.count }
      isNamed = !records.isEmpty && records.allSatisfy { $0.name != nil }
    }
    // A file that is one mapping may have its records at a path in it.
    if format.isNested, format != .markdown, nodes.count == 1, let place = RecordsPlace(in: nodes[0]) {
      (items, inherited, isNamed) = (place.path, place.inherited, place.isNamed)
      nodes = place.nodes
    }
  }

  /// What a record says, and the heading of its text as its title where it has no other.
  private static func node(of record: RawRecord) -> Node {
    guard record.node["title"] == nil, let words = record.body.flatMap(TextHeading.init)?.words else {
      return record.node
    }
    let title = Node.Entry(key: TextHeading.key, keyLocation: words.location, value: words)
    return Node(.mapping([title] + (record.node.entries ?? [])), at: record.node.location)
  }

  /// The entry of `sources` for the file; nil where the list reads it as it is without one.
  func source(of format: SourceFormat, isFolder: Bool) -> String? {
    guard !isFolder, let file = material.files.first else { return nil }
    let quoted = ListSuggestion.quoted
    var settings: [(key: String, value: String)] = [("file", quoted(file.path))]
    if let items { settings.append(("items", quoted(items))) }
    if !inherited.isEmpty { settings.append(("inherit", "[\(inherited.map(quoted).joined(separator: ", "))]")) }
    if let dialect, dialect.delimiter != format.delimiter {
      settings.append(("delimiter", quoted(String(decoding: [dialect.delimiter], as: UTF8.self))))
    }
    if let span { settings.append(("between", "[\(span.first.iso), \(span.last.iso)]")) }
    if let encoding { settings.append(("encoding", quoted(encoding))) }
    if let skipped = dialect?.skippedLines, skipped > 0 { settings.append(("skip", String(skipped))) }
    if dialect?.isPadded == true { settings.append(("pad", "true")) }
    guard settings.count == 1 else {
      return "{\(settings.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    }
    return format.isByNameOnly || file.path.hasPrefix(".") ? quoted(file.path) : nil
  }
}

extension SourceFormat {
  /// The default delimiter; nil for formats that are no tables of text.
  fileprivate var delimiter: UInt8? {
    switch self {
    case .csv: UInt8(ascii: ",")
    case .tsv: UInt8(ascii: "\t")
    default: nil
    }
  }
}

extension [UInt8] {
  fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}
