import CellistBase
import Synchronization

/// Finds the sources of a list that read a file.
final class SourcesOfFiles: Sendable {
  private let sources: ChunkedArray<ReadList.Source>
  private let places = Mutex<[Identifier: [Int32]]?>(nil)

  init(_ sources: ChunkedArray<ReadList.Source>) { self.sources = sources }

  /// The places of those that read one of some files. O(*n*) in the number of sources for the first time.
  func places(of files: Set<Identifier>) -> [Int] {
    places.withLock { places in
      let known = places ?? found
      places = known
      return files.flatMap { known[$0] ?? [] }.map { Int($0) }
    }
  }

  private var found: [Identifier: [Int32]] {
    var places: [Identifier: [Int32]] = [:]
    places.reserveCapacity(sources.count)
    for (index, source) in sources.enumerated() {
      for file in source.group.files { places[Identifier(file), default: []].append(Int32(clamping: index)) }
    }
    return places
  }
}
