import CellistBase
import CellistFiles
import CellistRecords

/// All files of a site that it may use, listed and not read.
package struct SourceListing: Sendable {
  package struct Folder: Sendable {
    let entries: [SourceTree.Entry]
    /// The faults of entries that cannot be used.
    package let diagnostics: Diagnostics
    /// Identifies the names in the folder: it has others where an entry came or went.
    var names = Names()

    /// - Parameter earlier: what an earlier listing had in its place.
    init(_ path: String, in tree: SourceTree, since earlier: Folder?) {
      var diagnostics = Diagnostics()
      entries = tree.listed(in: path, &diagnostics)
      self.diagnostics = diagnostics
      guard let earlier, diagnostics.all.isEmpty, earlier.diagnostics.all.isEmpty else { return }
      let areSame = entries.elementsEqual(earlier.entries) {
        Identifier($0.name) == Identifier($1.name) && $0.kind == $1.kind
      }
      if areSame { names = earlier.names }
    }

    init(entries: [SourceTree.Entry], diagnostics: Diagnostics = Diagnostics(), names: Names = Names()) {
      (self.entries, self.diagnostics, self.names) = (entries, diagnostics, names)
    }
  }

  final class Names: Sendable {}

  /// Each file with its metadata in the file system.
  package private(set) var files: [(path: String, stamp: FileStamp?)] = []
  package private(set) var folders: [Identifier: Folder] = [:]

  /// The folders that hold nothing. The others are known by their files.
  package var emptyFolders: [String] { folders.filter { $0.value.entries.isEmpty }.keys.sorted().map(\.text) }

  /// - Parameter earlier: an earlier listing of the same site.
  package init(_ tree: SourceTree, since earlier: SourceListing? = nil) {
    var open = SiteFolder.sources
    var unheard = Diagnostics()
    if let lock = tree.entry(SiteFolder.lockFile, &unheard), lock.kind == .file {
      files.append((lock.name, lock.stamp))
      folders[""] = Folder(entries: [lock], diagnostics: unheard)
    }
    while let path = open.popLast() {
      let folder = Folder(path, in: tree, since: earlier?.folders[path])
      folders[path] = folder
      for entry in folder.entries {
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
      let listed = Folder(folder, in: tree, since: known)
      func subfolders(_ entries: [SourceTree.Entry]) -> [String] { entries.filter { $0.kind == .folder }.map(\.name) }
      guard subfolders(listed.entries) == subfolders(known.entries) else { return nil }
      listing.folders[folder] = listed
      let start = "\(folder)/".utf8
      listing.files.removeAll { file in
        let path = file.path.utf8
        return path.starts(with: start) && !path.dropFirst(start.count).contains(UInt8(ascii: "/"))
      }
      listing.files += listed.entries.lazy.filter { $0.kind == .file }.map { (joined(folder, $0.name), $0.stamp) }
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
    folders[path.folder] = Folder(entries: entries, names: names)
    return true
  }
}
