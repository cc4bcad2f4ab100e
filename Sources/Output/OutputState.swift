import CellistBase

/// All that the bytes of a page depend on, in parts that its maker names.
package struct Ingredients: Hashable, Sendable {
  /// The digest of all parts together.
  package let digest: Digest
  /// A fingerprint of four bytes for each part. They show why a page changed; the digest alone shows whether it did.
  package let parts: ArraySlice<UInt8>

  package init(digest: Digest, parts: ArraySlice<UInt8> = []) {
    self.digest = digest
    self.parts = parts
  }
}

/// The files that the last build wrote into an output folder.
package struct OutputState: Sendable {
  /// A file of the output.
  package struct File: Hashable, Sendable {
    /// The ingredients of its bytes.
    package var ingredients: Ingredients
    package let digest: FileDigest
    /// In bytes.
    package let size: Int
    /// The file of the site that requires it; nil for the page of a record, which its list knows.
    package var origin: String?
    package var stamp: FileStamp?
    /// The stamp of the folder whose index it is.
    package var folder: FileStamp?

    package init(
      ingredients: Ingredients, digest: FileDigest, size: Int, origin: String? = nil, stamp: FileStamp? = nil,
      folder: FileStamp? = nil
    ) {
      self.ingredients = ingredients
      self.digest = digest
      self.size = size
      self.origin = origin
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

  /// Notes the metadata of a folder; nil where it no longer exists.
  package mutating func note(_ stamp: FileStamp?, ofFolder path: String) {
    let index = joined(path, PagePath.index)
    let hasIndex = files[index] != nil
    if hasIndex { files[index]?.folder = stamp }
    folders[path] = hasIndex ? nil : stamp
  }
}

extension Ingredients: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    digest = try coder.value(known?.digest)
    parts = try coder.value(known?.parts)
  }
}

extension OutputState.File: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self.init(
      ingredients: try coder.value(known?.ingredients),
      digest: FileDigest(head: try coder.value(known?.digest.head), tail: try coder.value(known?.digest.tail)),
      size: try coder.value(known?.size), origin: try coder.optional(known?.origin),
      stamp: try coder.optional(known?.stamp), folder: try coder.optional(known?.folder))
  }
}
