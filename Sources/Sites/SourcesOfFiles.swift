import CellistBase

/// Finds the sources of a list that read a file.
struct SourcesOfFiles: Sendable {
  /// The places of the sources that read each file: made at the first edit, since most processes make none.
  private let places: Deferred<[Identifier: [Int32]]>

  init(_ sources: ChunkedArray<ReadList.Source>) {
    places = Deferred {
      var places: [Identifier: [Int32]] = [:]
      places.reserveCapacity(sources.count)
      for (index, source) in sources.enumerated() {
        for file in source.group.files { places[Identifier(file), default: []].append(Int32(clamping: index)) }
      }
      return places
    }
  }

  /// The places of those that read one of some files. O(*n*) in the number of sources for the first time.
  func places(of files: Set<Identifier>) -> [Int] { files.flatMap { places.value[$0] ?? [] }.map { Int($0) } }
}
