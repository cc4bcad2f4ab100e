import CellistContent
import CellistRecords
import CellistText

/// All files of a site that it may use, listed and not read.
package struct SourceListing: Sendable {
  package struct Folder: Sendable {
    let entries: [SourceTree.Entry]
    /// The faults of entries that cannot be used.
    package let diagnostics: Diagnostics
  }

  /// Each file with its metadata in the file system.
  package private(set) var files: [(path: String, stamp: FileStamp?)] = []
  package private(set) var folders: [Identifier: Folder] = [:]

  /// The folders that hold nothing. The others are known by their files.
  package var emptyFolders: [String] { folders.filter { $0.value.entries.isEmpty }.keys.sorted().map(\.text) }

  package init(_ tree: SourceTree) {
    var open = [SiteFolder.content, SiteFolder.themes]
    while let path = open.popLast() {
      var diagnostics = Diagnostics()
      let entries = tree.listed(in: path, &diagnostics)
      folders[path] = Folder(entries: entries, diagnostics: diagnostics)
      for entry in entries {
        switch entry.kind {
        case .folder: open.append(joined(path, entry.name))
        case .file: files.append((joined(path, entry.name), entry.stamp))
        }
      }
    }
  }

  /// The listing after some files changed, were added or removed; nil where folders were. Only their folders are listed
  /// again.
  package func updated(_ changed: Set<Identifier>, in tree: SourceTree) -> SourceListing? {
    var listing = self
    for folder in Set(names: changed.map(\.text.folder)).map(\.text) {
      guard let known = folders[folder] else { return nil }
      var diagnostics = Diagnostics()
      let entries = tree.listed(in: folder, &diagnostics)
      func subfolders(_ entries: [SourceTree.Entry]) -> [String] { entries.filter { $0.kind == .folder }.map(\.name) }
      guard subfolders(entries) == subfolders(known.entries) else { return nil }
      listing.folders[folder] = Folder(entries: entries, diagnostics: diagnostics)
      let start = "\(folder)/".utf8
      listing.files.removeAll { file in
        let path = file.path.utf8
        return path.starts(with: start) && !path.dropFirst(start.count).contains(UInt8(ascii: "/"))
      }
      listing.files += entries.lazy.filter { $0.kind == .file }.map { (joined(folder, $0.name), $0.stamp) }
    }
    return listing
  }
}
