import CellistBase
import CellistFiles

/// The sources of a site as the last build read them: its files, and the records in them.
package struct SourceState: Sendable {
  /// A file of the site.
  package struct File: Hashable, Sendable {
    let stamp: FileStamp?
    /// The digest of its bytes; nil for a file that was there and was not read.
    package let digest: Digest?

    package init(stamp: FileStamp? = nil, digest: Digest? = nil) {
      self.stamp = stamp
      self.digest = digest
    }
  }

  /// All files of the site, by their paths.
  package var files = Shelf<File>()
  /// For each source of records, what was read from it, as bytes.
  package var records = Shelf<ArraySlice<UInt8>>()

  package init(files: Shelf<File> = Shelf<File>(), records: Shelf<ArraySlice<UInt8>> = Shelf<ArraySlice<UInt8>>()) {
    self.files = files
    self.records = records
  }
}

extension SourceState {
  /// Those of some files that have the bytes that they had, as they are now. O(n) in their bytes, on all cores.
  package func same(_ paths: Set<Identifier>, in tree: SourceTree) -> [(path: Identifier, file: File)] {
    let paths = Array(paths)
    return parallelMap(paths.count) { index -> (path: Identifier, file: File)? in
      let path = paths[index].text
      guard let digest = files[path]?.digest, let file = try? tree.file(path), Digest(file.bytes) == digest
      else { return nil }
      return (paths[index], File(stamp: file.stamp, digest: digest))
    }.compactMap(\.self)
  }
}

extension SourceState.File: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    stamp = try coder.optional(known?.stamp)
    digest = try coder.optional(known?.digest)
  }
}
