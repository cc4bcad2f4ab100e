import CellistBase
import CellistRecords

/// The files of a site, seen through three functions, so that everything above reads a folder on disk and a
/// dictionary in a test alike. Paths are relative to the site folder and use `/`.
package struct SourceTree: Sendable {
  package struct Entry: Hashable, Sendable {
    package enum Kind: Sendable { case file, folder }
    package let name: String
    package let kind: Kind
    /// The stamp of a file; nil for folders, and in memory.
    package let stamp: FileStamp?

    package init(name: String, kind: Kind, stamp: FileStamp? = nil) {
      self.name = name
      self.kind = kind
      self.stamp = stamp
    }

    /// Whether a site uses it only where something names it: its name begins with `.`, or is a leftover's.
    package var isHidden: Bool { name.utf8.first == UInt8(ascii: ".") || SiteFolder.isLeftover(name) }
  }

  /// A file as it was read.
  package struct File: Sendable {
    package let bytes: [UInt8]
    /// The stamp of the file when it was opened.
    package let stamp: FileStamp?

    package init(bytes: [UInt8], stamp: FileStamp?) {
      self.bytes = bytes
      self.stamp = stamp
    }
  }

  /// Why something could not be read.
  package enum Failure: Error, Equatable {
    case missing
    case unreadable(String)

    package var reason: String {
      switch self {
      case .missing: "the file does not exist"
      case .unreadable(let reason): "the file cannot be read: \(reason)"
      }
    }
  }

  /// The entries of a folder; none when it does not exist. A diagnostic reports each entry that cannot be used.
  package var entries: @Sendable (_ folder: String, _ diagnostics: inout Diagnostics) -> [Entry]
  /// The entry of a path as the folder's entries have it; nil where they do not.
  package var entry: @Sendable (_ path: String, _ diagnostics: inout Diagnostics) -> Entry?
  package var file: @Sendable (_ path: String) throws(Failure) -> File
  /// Bytes of a file from an offset on, as many as are asked for or there are; none where it cannot be read. Such reads
  /// are not recorded.
  package var part: @Sendable (_ path: String, _ offset: Int, _ count: Int) -> [UInt8]
  /// A file's path on disk, for code that opens or watches it without the tree.
  package var place: @Sendable (_ path: String) -> String
  /// The commits of the git repository that it is in; nil where it is in memory.
  package var history: GitHistory?

  /// - Parameters:
  ///   - entry: nil where it is looked up among the entries of its folder.
  ///   - part: nil where the whole file is in memory anyway.
  ///   - place: nil where the tree's paths are those on disk.
  package init(
    entries: @escaping @Sendable (String, inout Diagnostics) -> [Entry],
    entry: (@Sendable (String, inout Diagnostics) -> Entry?)? = nil,
    file: @escaping @Sendable (String) throws(Failure) -> File,
    part: (@Sendable (String, Int, Int) -> [UInt8])? = nil, place: (@Sendable (String) -> String)? = nil
  ) {
    self.entries = entries
    self.entry =
      entry ?? { path, diagnostics in entries(path.folder, &diagnostics).first { $0.name == path.fileName } }
    self.file = file
    self.place = place ?? { $0 }
    self.part =
      part ?? { path, offset, count in
        guard let bytes = try? file(path).bytes, offset < bytes.count, offset >= 0 else { return [] }
        return Array(bytes[offset..<offset + min(count, bytes.count - offset)])
      }
  }

  /// A tree that lives in memory.
  package static func memory(_ files: [String: [UInt8]]) -> SourceTree {
    var folders: [String: Set<Entry>] = [:]
    for path in files.keys {
      var kind = Entry.Kind.file
      var path = path
      while !path.isEmpty {
        folders[path.folder, default: []].insert(Entry(name: path.fileName, kind: kind))
        kind = .folder
        path = path.folder
      }
    }
    let tree = folders
    return SourceTree(
      entries: { folder, _ in Array(tree[folder] ?? []) },
      file: { path throws(Failure) in
        guard let bytes = files[path] else {
          // The files that a Swift site fetches may lie anywhere.
          if path.hasPrefix("/") { return try disk("").file(path) }
          throw .missing
        }
        return File(bytes: bytes, stamp: nil)
      })
  }
}

extension SourceTree {
  /// The bytes of a file.
  package func read(_ path: String) throws(Failure) -> [UInt8] { try file(path).bytes }

  /// The entries of a folder that a site uses, in byte order of their names: none that begin with `.` or end in `~`, and
  /// of those whose names Unicode calls the same the first.
  package func visible(in folder: String, _ diagnostics: inout Diagnostics) -> [Entry] {
    listed(in: folder, without: \.isHidden, &diagnostics)
  }

  /// The visible entries of a folder, and the hidden ones that a site may use all the same.
  package func listed(in folder: String, _ diagnostics: inout Diagnostics) -> [Entry] {
    listed(
      in: folder,
      without: { $0.isHidden && !SiteFolder.isListed(joined(folder, $0.name), isFolder: $0.kind == .folder) },
      &diagnostics)
  }

  private func listed(
    in folder: String, without isLeftOut: (Entry) -> Bool, _ diagnostics: inout Diagnostics
  ) -> [Entry] {
    var entries = entries(folder, &diagnostics)
    // Entries that were made ready before are neither moved nor copied.
    if entries.contains(where: isLeftOut) { entries.removeAll(where: isLeftOut) }
    if !zip(entries, entries.dropFirst()).allSatisfy({ inByteOrder($0.name, $1.name) }) {
      entries.sort { inByteOrder($0.name, $1.name) }
    }
    // Only names beyond ASCII can be written in several ways.
    guard entries.contains(where: { !$0.name.utf8.allSatisfy { $0 < 0x80 } }) else { return entries }
    var names: Set<String> = []
    return entries.filter { entry in
      if names.insert(entry.name).inserted { return true }
      diagnostics.error(
        .pathCollision, "'\(entry.name)' has the same name as another file, written in other characters",
        at: SourceLocation(file: folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"), hint: "rename one of them")
      return false
    }
  }

  /// The bytes of a file; nil, with a diagnostic, when they cannot be read.
  package func bytes(_ path: String, _ diagnostics: inout Diagnostics) -> [UInt8]? {
    do {
      return try read(path)
    } catch {
      diagnostics.error(.unreadableFile, error.reason, at: SourceLocation(file: path))
      return nil
    }
  }
}
