import CellistBase
import CellistFiles
import CellistRecords
import CellistText

/// All files of a site that it may use, listed and not read.
package struct SourceListing: Sendable {
  package struct Folder: Sendable {
    let entries: [SourceTree.Entry]
    /// The faults of entries that cannot be used.
    package let diagnostics: Diagnostics
    /// Identifies the names in the folder: it has others where an entry came or went.
    var names = Names()
  }

  final class Names: Sendable {}

  /// Each file with its metadata in the file system.
  package private(set) var files: [(path: String, stamp: FileStamp?)] = []
  package private(set) var folders: [Identifier: Folder] = [:]

  /// The folders that hold nothing. The others are known by their files.
  package var emptyFolders: [String] { folders.filter { $0.value.entries.isEmpty }.keys.sorted().map(\.text) }

  package init(_ tree: SourceTree) {
    var open = SiteFolder.sources
    var unheard = Diagnostics()
    if let lock = tree.entry(SiteFolder.lockFile, &unheard), lock.kind == .file {
      files.append((lock.name, lock.stamp))
      folders[""] = Folder(entries: [lock], diagnostics: unheard)
    }
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

  /// The entry of a file; nil where there is none. O(log n) in the number of those in its folder.
  func file(_ path: String) -> SourceTree.Entry? {
    guard let entries = folders[path.folder]?.entries else { return nil }
    let name = path.fileName
    let place = entries.firstPlace { !inByteOrder($0.name, name) }
    guard place < entries.count, Identifier(entries[place].name) == Identifier(name), entries[place].kind == .file
    else { return nil }
    return entries[place]
  }

  /// The listing after some files changed, were added or removed; nil where folders were.
  package func updated(_ changed: Set<Identifier>, in tree: SourceTree) -> SourceListing? {
    var listing = self
    let unclear = changed.lazy.map(\.text).filter { !listing.update($0, in: tree) }.map(\.folder)
    for folder in Set(names: unclear).map(\.text) {
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

  /// Looks at one file again, since its folder may hold very many; false where its folder must be listed again.
  private mutating func update(_ path: String, in tree: SourceTree) -> Bool {
    guard let folder = folders[path.folder], folder.diagnostics.all.isEmpty else { return false }
    let name = path.fileName
    var diagnostics = Diagnostics()
    var entry = tree.entry(path, &diagnostics)
    if entry?.isHidden == true, !SiteFolder.isListed(path, isFolder: entry?.kind == .folder) { entry = nil }
    var entries = folder.entries
    let place = entries.firstPlace { !inByteOrder($0.name, name) }
    let known = place < entries.count && Identifier(entries[place].name) == Identifier(name) ? entries[place] : nil
    guard diagnostics.all.isEmpty, [entry, known].allSatisfy({ $0?.kind != .folder }) else { return false }
    // Unicode may call a name the same as another that has other characters.
    guard (entry == nil) == (known == nil) || entries.allSatisfy({ $0.name.utf8.allSatisfy { $0 < 0x80 } }) else {
      return false
    }
    var names = folder.names
    let number: Int? = known == nil ? nil : files.firstIndex { Identifier($0.path) == Identifier(path) }
    switch (entry, number) {
    case (let entry?, let number?):
      entries[place] = entry
      files[number].stamp = entry.stamp
    case (let entry?, nil):
      names = Names()
      entries.insert(entry, at: place)
      files.append((path, entry.stamp))
    case (nil, let number?):
      names = Names()
      entries.remove(at: place)
      files.remove(at: number)
    case (nil, nil): break
    }
    folders[path.folder] = Folder(entries: entries, diagnostics: Diagnostics(), names: names)
    return true
  }
}
