import CellistBase

/// The files in an output folder that are not the site's.
package struct OutputStrays: Sendable {
  /// Files, and folders without files of the site; a folder's path ends in a slash.
  package private(set) var foreign: [String] = []

  private let output: OutputFolder
  private let keep: Set<Identifier>
  /// The files that belong there.
  private let claimed: Set<Identifier>
  /// The folders that contain them.
  private let folders: Set<Identifier>

  /// - Parameters:
  ///   - claimed: the files that belong there.
  ///   - keep: names in the output folder that are not reported.
  package init(in output: OutputFolder, besides claimed: Set<Identifier>, keep: [String]) {
    self.output = output
    self.claimed = claimed
    self.keep = Set(names: keep)
    folders = OwnedFiles.folders(of: claimed)
  }

  /// Looks through the whole folder.
  package mutating func lookThrough() throws(OutputFolder.Failure) { try look(in: "") }

  private mutating func look(in folder: String) throws(OutputFolder.Failure) {
    for entry in try OutputFolder.entries(ofFolder: folder, in: output.root) {
      if folder.isEmpty, OutputFolder.ownNames.contains(entry.name) { continue }
      try look(at: joined(folder, entry.name), entry.kind)
    }
  }

  /// Examines an entry of the folder, and everything in it.
  package mutating func look(at path: String, _ kind: OutputFolder.Entry.Kind) throws(OutputFolder.Failure) {
    switch kind {
    case .folder where folders.contains(path): try look(in: path)
    case .folder:
      if try !OutputFolder.entries(ofFolder: path, in: output.root).isEmpty { addForeign("\(path)/") }
    case .file where claimed.contains(path): break
    case .file, .other: addForeign(path)
    }
  }

  private mutating func addForeign(_ path: String) {
    if !keep.contains(path.pathParts.first ?? path) { foreign.append(path) }
  }
}

extension OwnedFiles {
  /// The folders on the way to files.
  static func folders(of paths: some Sequence<Identifier>) -> Set<Identifier> {
    var folders: Set<Identifier> = []
    for path in paths {
      var folder = path.text.folder
      while !folder.isEmpty, folders.insert(folder) { folder = folder.folder }
    }
    return folders
  }
}
