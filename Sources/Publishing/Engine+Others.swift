import CellistBase
import CellistOutput
import Glibc

extension Engine {
  /// Refuses to replace files that no publisher put at the target. Those that hold the same bytes may stay.
  ///
  /// Files may also come from a publisher that was at work since the target was read.
  func guardOthers(_ publication: Publication) throws(PublishFailure) {
    let paths = publication.plan.unknown
    guard !paths.isEmpty else { return }
    let occupied = try occupied(paths, publication.output)
    guard !occupied.isEmpty else { return }
    let there = try read(occupied)
    let others = occupied.filter { path in
      there[path] == nil || there[path] != (try? OutputFolder.bytes(of: joined(publication.output, path), in: AT_FDCWD))
    }
    guard !others.isEmpty else { return }
    let now = try read([ManifestRoot.path, Lease.path])
    guard now[ManifestRoot.path] == publication.published.rootBytes, now[Lease.path] == publication.published.leaseBytes
    else { throw .faster }
    let names = others.sorted(by: inByteOrder).prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    throw .refused(
      "the target holds \(others.count == 1 ? "a file that is" : "\(others.count) files that are") not of this site "
        + "where new files belong: \(names)\(others.count > 3 ? " and others" : "")",
      hint: "move them away, or --take-over replaces them")
  }
}
