import CellistBase
import CellistFiles

/// Files of a site as an edit makes them.
package struct EditedFiles: Sendable {
  package struct File: Sendable {
    /// The path below the site's folder.
    package let path: String
    /// The bytes that were read; nil for a new file.
    package let old: [UInt8]?
    /// Nil for a file that is removed.
    package let new: [UInt8]?

    package init(path: String, old: [UInt8]?, new: [UInt8]?) {
      self.path = path
      self.old = old
      self.new = new
    }
  }

  /// In order of their paths.
  package let files: [File]

  package init(_ files: [File]) { self.files = files.sorted { inByteOrder($0.path, $1.path) } }

  /// The files after another edit of what this one makes of them.
  package func followed(by later: EditedFiles) -> EditedFiles {
    var all = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
    for file in later.files {
      all[file.path] = File(path: file.path, old: all[file.path].map(\.old) ?? file.old, new: file.new)
    }
    return EditedFiles(all.values.filter { $0.old != $0.new })
  }
}

extension SourceTree {
  /// The tree with edited files.
  package func with(_ edited: EditedFiles) -> SourceTree {
    let files = Dictionary(uniqueKeysWithValues: edited.files.map { ($0.path, $0) })
    var tree = self
    tree.file = { path throws(Failure) in
      guard let file = files[path] else { return try self.file(path) }
      guard let bytes = file.new else { throw .missing }
      return File(bytes: bytes, stamp: nil)
    }
    tree.part = { path, offset, count in
      guard let bytes = files[path]?.new else { return part(path, offset, count) }
      guard offset >= 0, offset < bytes.count else { return [] }
      return Array(bytes[offset..<min(bytes.count, offset + count)])
    }
    tree.entries = { folder, diagnostics in
      var entries = self.entries(folder, &diagnostics)
      for (path, file) in files where path.folder == folder {
        entries.removeAll { $0.name == path.fileName }
        if file.new != nil { entries.append(Entry(name: path.fileName, kind: .file)) }
      }
      let below = "\(folder)/"
      for (path, file) in files where file.new != nil && path.hasPrefix(below) && path.folder != folder {
        let name = String(path.dropFirst(below.count).prefix { $0 != "/" })
        if !name.isEmpty, !entries.contains(where: { $0.name == name }) {
          entries.append(Entry(name: name, kind: .folder))
        }
      }
      return entries
    }
    tree.entry = { path, diagnostics in
      guard let file = files[path] else { return self.entry(path, &diagnostics) }
      return file.new == nil ? nil : Entry(name: path.fileName, kind: .file)
    }
    return tree
  }
}
