import CellistOutput

extension BuildMemory {
  /// The paths of the exports in JSON of the site's lists.
  package var exports: [String] { state.build.exports }

  /// Every file of the site as the build left it, without one of them being read. It is made anew by each call, with a
  /// digest of all lines: O(n log n), and as much work as a build in which nothing changed.
  package var manifest: Manifest {
    let entries = state.output.files.drawers.flatMap { drawer in
      drawer.map { ManifestEntry(path: $0.text, size: $1.size, digest: $1.digest) }
    }
    return Manifest(entries)
  }
}
