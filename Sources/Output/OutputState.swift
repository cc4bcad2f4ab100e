import CellistContent

/// What the last build wrote into an output folder.
package struct OutputState: Sendable {
  /// A file of the output.
  package struct File: Hashable, Sendable {
    /// What its bytes depended on.
    package var ingredients: Digest
    package let digest: FileDigest
    /// In bytes.
    package let size: Int
    package var stamp: FileStamp?
    /// What the file system said of the folder whose index it is.
    package var folder: FileStamp?

    package init(ingredients: Digest, digest: FileDigest, size: Int, stamp: FileStamp?, folder: FileStamp?) {
      self.ingredients = ingredients
      self.digest = digest
      self.size = size
      self.stamp = stamp
      self.folder = folder
    }
  }

  /// A folder with an index is kept with that: most folders hold nothing else.
  package var files = Shelf<File>()
  /// The folders without an index.
  package var folders = Shelf<FileStamp>()

  package init(files: Shelf<File> = Shelf<File>(), folders: Shelf<FileStamp> = Shelf<FileStamp>()) {
    self.files = files
    self.folders = folders
  }

  /// Notes what the file system says of a folder; nil where there is none any more.
  package mutating func note(_ stamp: FileStamp?, ofFolder path: String) {
    let index = joined(path, PagePath.index)
    let hasIndex = files[index] != nil
    if hasIndex { files[index]?.folder = stamp }
    folders[path] = hasIndex ? nil : stamp
  }
}

extension StateWriter {
  package mutating func write(_ output: OutputState.File) {
    write(output.ingredients)
    write(output.digest.head)
    write(output.digest.tail)
    write(output.size)
    write(output.stamp) { $0.write($1) }
    write(output.folder) { $0.write($1) }
  }
}

extension StateReader {
  package mutating func output() throws(Malformed) -> OutputState.File {
    OutputState.File(
      ingredients: try digest(), digest: FileDigest(head: try digest(), tail: try digest()), size: try integer(),
      stamp: try optional { reader throws(Malformed) in try reader.stamp() },
      folder: try optional { reader throws(Malformed) in try reader.stamp() })
  }
}
