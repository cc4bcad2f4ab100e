import CellistContent
import CellistRecords

/// All visible files of a site, listed and not read.
struct SourceListing: Sendable {
  struct Folder: Sendable {
    let entries: [SourceTree.Entry]
    /// What is wrong with entries that cannot be used.
    let diagnostics: Diagnostics
  }

  /// Each file with what the file system says of it.
  private(set) var files: [(path: String, stamp: FileStamp?)] = []
  private(set) var folders: [String: Folder] = [:]

  /// The folders that hold nothing. The others are known by their files.
  var emptyFolders: [String] { folders.filter { $0.value.entries.isEmpty }.keys.sorted() }

  init(_ tree: SourceTree) {
    var open = [ContentMap.root, ThemeFolder.root]
    while let path = open.popLast() {
      var diagnostics = Diagnostics()
      let entries = tree.visible(in: path, &diagnostics)
      folders[path] = Folder(entries: entries, diagnostics: diagnostics)
      for entry in entries {
        switch entry.kind {
        case .folder: open.append(joined(path, entry.name))
        case .file: files.append((joined(path, entry.name), entry.stamp))
        }
      }
    }
  }
}
