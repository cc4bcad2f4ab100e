import CellistFiles
import CellistLists
import CellistRecords
import CellistSettings

/// Decodes sources as they were at a commit.
struct VersionDecoder: Sendable {
  /// Sources as they were read, from which the next state is read.
  struct Read: Sendable {
    /// The records; nil where the sources cannot be read, and no site could be published.
    let said: [RecordHistory.Said]?
    fileprivate let source: ReadList.Source?
  }

  private let reader: SourceReader
  private let sayings: RecordSayings
  private let nothing: SourceListing
  /// Describes records, where changes are kept and not only their dates.
  let description: RecordHistory.Description?
  /// Whether pages show what the id is made of.
  var showsIDs: Bool { !sayings.idFields.isEmpty }

  init(_ list: ListSettings, _ site: SiteSettings) {
    let empty = SourceTree.memory([:])
    nothing = SourceListing(empty)
    reader = SourceReader(list, site, SourceLedger(empty, nothing), Fetching(), now: 0)
    let sayings = RecordSayings(list)
    self.sayings = sayings
    description = list.history.map { _ in
      RecordHistory.Description(fields: (sayings.fields + sayings.idFields).sorted()) { record in
        let field = list.type.fields[list.titleField]
        return record.called(field.title(of: record.values[list.titleField], in: list.arrangement.language))
      }
    }
  }

  /// - Parameter known: the same sources before.
  func read(_ group: SourceGroup, _ files: [String: [UInt8]], _ known: Read?, at time: Int) -> Read {
    let sources = group.sources.compactMap { $0.among { files[$0] != nil } }
    guard !sources.isEmpty else { return Read(said: [], source: nil) }
    let group: SourceGroup =
      switch group {
      case .one: .one(sources[0])
      case .merged(_, let folder): .merged(sources, folder: folder)
      }
    // There may be very many, and none lists a folder.
    let tree = SourceTree(
      entries: { _, _ in [] },
      file: { path throws(SourceTree.Failure) in
        guard let bytes = files[path] else { throw .missing }
        return SourceTree.File(bytes: bytes, stamp: nil)
      })
    let reader = reader.reading(SourceLedger(tree, nothing), at: time)
    let read = reader.read(group, kept: known?.source?.group == group ? known?.source : nil)
    let count = reader.list.type.fields.count
    let fit = read.records.entries.map { entry in
      let item = entry.item
      return RecordHistory.Said(
        id: item.id, digest: sayings.digest(item.writtenFingerprints, variant: item.variant),
        isShown: item.row.isKept && entry.schedule.isPublished(at: time, includingDrafts: false)
      ) { item.record }
    }
    let unfit = read.unfit.map { decoded in
      let record = decoded.record
      return RecordHistory.Said(
        id: record.id,
        digest: sayings.digest(SourceReader.fingerprints(of: record, count), variant: record.variant),
        isShown: decoded.schedule.isPublished(at: time, includingDrafts: false) && reader.keeps(record)
      ) { record }
    }
    let said = fit + unfit
    let isRead = !read.found.all.contains { $0.severity == .error && $0.code.isOfForm }
    return Read(
      said: isRead && Set(said.lazy.map(\.id)).count == said.count ? said : nil, source: isRead ? read : nil)
  }
}

extension DiagnosticCode {
  /// Whether the form of a file is wrong, and not a value in it.
  fileprivate var isOfForm: Bool {
    switch self {
    case .invalidUTF8, .unreadableFile, .yamlSyntax, .jsonSyntax, .tomlSyntax, .csvSyntax, .bibtexSyntax,
      .calendarSyntax, .sqliteFile, .spreadsheetFile, .rowLength, .frontMatter, .duplicateKey, .tooComplex:
      true
    default: false
    }
  }
}
