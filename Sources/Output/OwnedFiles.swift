import CellistBase
import CellistText

/// The files that builds of a site wrote into an output folder: no build changes or removes any other.
///
/// A file beside the folder's marker lists them, one per line: the old and the new ones before a build moves the first,
/// and the final ones after it has removed the last. So files of a killed build are never mistaken for those of others.
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

  /// Whether a path is inside the output.
  private static func mayBeWritten(_ path: String) -> Bool {
    !path.utf8.contains(0)
      && !path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).contains {
        $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
      }
  }

  package func contains(_ path: String) -> Bool { paths.contains(path) }

  /// Writes the list, replacing an existing one atomically.
  package func save(in folder: OutputFolder) throws(OutputFolder.Failure) {
    var lines = OwnedLines()
    for line in paths.map({ OwnedLines.line(of: $0.text) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      lines.bytes += line
    }
    try folder.replace(Self.name, with: lines.bytes)
  }

  /// Adds files to the list of a folder and removes others, in the time that it takes to read and write the list.
  package static func change(
    in folder: OutputFolder, adding added: some Sequence<String>, removing removed: some Sequence<String> = []
  ) throws(OutputFolder.Failure) {
    let before = OwnedLines(bytes: try OutputFolder.bytes(of: name, in: folder.root))
    var lines = before
    for path in removed { lines.remove(path) }
    for path in added { lines.insert(path) }
    if lines.bytes != before.bytes { try folder.replace(name, with: lines.bytes) }
  }
}

/// The lines of the list, in byte order.
private struct OwnedLines {
  var bytes: [UInt8] = []

  static func line(of path: String) -> [UInt8] { Array(PercentCoding.encoded(path).utf8) + [newline] }

  private static let newline = UInt8(ascii: "\n")

  mutating func insert(_ path: String) {
    let line = Self.line(of: path)
    let place = place(of: line)
    if !place.isThere { bytes.insert(contentsOf: line, at: place.start) }
  }

  mutating func remove(_ path: String) {
    let line = Self.line(of: path)
    let place = place(of: line)
    if place.isThere { bytes.removeSubrange(place.start..<place.start + line.count) }
  }

  /// The position of a line, or where it would be inserted. O(log n) in the size of the list.
  private func place(of line: [UInt8]) -> (start: Int, isThere: Bool) {
    // Both are beginnings of lines, or the end.
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = (low + high) / 2
      let start = bytes[low..<middle].lastIndex(of: Self.newline).map { $0 + 1 } ?? low
      let end = bytes[middle..<high].firstIndex(of: Self.newline).map { $0 + 1 } ?? high
      if bytes[start..<end].lexicographicallyPrecedes(line) { low = end } else { high = start }
    }
    return (low, bytes[low...].starts(with: line))
  }
}
