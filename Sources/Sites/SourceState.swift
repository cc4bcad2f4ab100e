import CellistContent
import CellistText

/// What the last build read of a site: its files, and the records in them.
package struct SourceState: Sendable {
  /// A file of the site.
  package struct File: Hashable, Sendable {
    let stamp: FileStamp?
    /// What its bytes were told apart by; nil for a file that was there and was not read.
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
  /// Files as they are now, by path, where all of them have the bytes that they had; nil where one has not, or was not
  /// read.
  package func same(_ paths: Set<Identifier>, in tree: SourceTree) -> [(path: String, file: File)]? {
    var same: [(path: String, file: File)] = []
    for path in paths.sorted() {
      guard let digest = files[path.text]?.digest, let file = try? tree.file(path.text), Digest(file.bytes) == digest
      else { return nil }
      same.append((path.text, File(stamp: file.stamp, digest: digest)))
    }
    return same
  }
}

extension StateWriter {
  package mutating func write(_ source: SourceState.File) {
    write(source.stamp) { $0.write($1) }
    write(source.digest) { $0.write($1) }
  }
}

extension StateReader {
  package mutating func source() throws(Malformed) -> SourceState.File {
    SourceState.File(
      stamp: try optional { reader throws(Malformed) in try reader.stamp() },
      digest: try optional { reader throws(Malformed) in try reader.digest() })
  }
}
