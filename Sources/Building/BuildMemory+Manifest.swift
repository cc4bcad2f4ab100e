import CellistOutput

extension BuildMemory {
  /// The paths of the exports in JSON of the site's lists.
  package var exports: [String] { state.build.exports }

  /// Every file of the site as the build left it, without one of them being read. O(n log n), each line hashed: as long
  /// as half of a build in which nothing changed.
  package var manifest: Manifest {
    let entries = state.output.files.drawers.flatMap { drawer in
      drawer.map { ManifestEntry(path: $0.text, size: $1.size, digest: $1.digest) }
    }
    return Manifest(entries)
  }
}
