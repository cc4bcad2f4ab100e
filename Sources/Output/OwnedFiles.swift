import CellistRecords
import CellistText
import Glibc

/// The files that builds of a site wrote into an output folder: no build changes or removes any other.
///
/// A file beside the folder's mark lists them, a line each: the old and the new ones before a build moves the first, those
/// that there are after it has removed the last. So a build that is killed leaves nothing that the next one takes for
/// somebody else's.
package struct OwnedFiles: Sendable {
  /// The name of the file that lists them.
  package static let name = ".cellist-files"

  package private(set) var paths: Set<Identifier>

  package init(_ paths: Set<Identifier>) { self.paths = paths }

  /// Reads the list of an output folder; nil where there is none.
  package init?(in folder: OutputFolder) throws(OutputFolder.Failure) {
    guard folder.stamp(of: Self.name) != nil else { return nil }
    let lines = try OutputFolder.bytes(of: Self.name, in: folder.root).split(separator: UInt8(ascii: "\n"))
    var paths: Set<Identifier> = []
    paths.reserveCapacity(lines.count)
    for line in lines {
      let path = PercentCoding.decoded(Substring(decoding: line, as: UTF8.self))
      guard Self.mayBeWritten(path) else {
        throw .refused(
          "'\(folder.path)/\(Self.name)' names '\(path.shortened)', which no build writes; remove that line")
      }
      paths.insert(path)
    }
    self.paths = paths
  }

  /// Whether a path leads to a place in the output, whatever lies there.
  private static func mayBeWritten(_ path: String) -> Bool {
    !path.utf8.contains(0)
      && !path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).contains {
        $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
      }
  }

  package func contains(_ path: String) -> Bool { paths.contains(path) }

  /// Writes the list, replacing the one that is there as a whole.
  package func save(in folder: OutputFolder) throws(OutputFolder.Failure) {
    var bytes: [UInt8] = []
    for path in paths.sorted() {
      bytes += PercentCoding.encoded(path.text).utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    try folder.replace(Self.name, with: bytes)
  }
}
