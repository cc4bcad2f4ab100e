import CellistBase
import CellistContent
import CellistSettings

/// Sources that are read together: one source of records, or all sources of a list that merges them.
///
/// The same record may be in several sources, so where one of them changes all of them are read again.
package enum SourceGroup: Hashable, Sendable {
  case one(RecordSource)
  case merged([RecordSource], folder: String)

  package var sources: [RecordSource] {
    switch self {
    case .one(let source): [source]
    case .merged(let sources, _): sources
    }
  }

  /// All files that are read.
  package var files: [String] { sources.flatMap(\.ofFiles).map(\.path) }

  var isMerged: Bool { if case .merged = self { true } else { false } }

  /// Whether the records come from no file.
  var isFetched: Bool { if case .one(let source) = self { source.isFetched } else { false } }

  /// Whether nothing of the files' records is in other files.
  func isWhole(in ledger: SourceLedger) -> Bool {
    if case .one(let source) = self, source.format != .sqlite { return true }
    return sources.allSatisfy { $0.isWhole(in: ledger.tree) }
  }

  /// The file that represents all of them.
  package var path: String {
    switch self {
    case .one(let source): source.path
    case .merged(let sources, let folder): sources.first?.path ?? folder
    }
  }

  /// The key of the group in the state. A file may be named twice, each time for other records in it, and read by two
  /// lists.
  package var stateKey: String {
    switch self {
    case .one(let source) where source.isFetched: return "\(source.path) fetched"
    case .one(let source):
      guard let details = source.details else { return source.path }
      let words = details.words
      return words.allSatisfy(\.isEmpty) ? source.path : "\(source.path) \(words.joined(separator: " "))"
    // No file's path ends like that.
    case .merged(_, let folder): return "\(folder)/"
    }
  }
}

extension ListSettings {
  /// Whether several sources may speak of one record.
  package var isMerged: Bool { sources.contains { $0.details?.merge != nil } }

  /// The sources as they are read.
  package var groups: [SourceGroup] {
    isMerged
      ? [.merged(sources, folder: isTranslation ? folder.name(of: folder.folder) : folder.folder)]
      : sources.map { .one($0) }
  }
}

extension SourceLedger {
  /// A digest of all files that are read together; nil where one of them is not known.
  ///
  /// - Parameter isReading: whether files that are not known are read.
  func digest(of group: SourceGroup, isReading: Bool = false) -> Digest? {
    if case .one(let source) = group { return digest(of: source, isReading: isReading) }
    return digest(ofAll: group.files, isReading)
  }

  /// A digest of the files of a source.
  func digest(of source: RecordSource, isReading: Bool = false) -> Digest? {
    let files = source.ofFiles.map(\.path)
    return files.count == 1 ? digest(of: files[0], isReading) : digest(ofAll: files, isReading)
  }

  private func digest(ofAll files: [String], _ isReading: Bool) -> Digest? {
    var writer = StateWriter()
    for file in files {
      guard let digest = digest(of: file, isReading) else { return nil }
      writer.write(file)
      writer.write(digest)
    }
    return Digest(writer.bytes)
  }

  private func digest(of path: String, _ isReading: Bool) -> Digest? {
    if let known = digest(of: path) { return known }
    guard isReading, (try? tree.file(path)) != nil else { return nil }
    return digest(of: path)
  }
}
