import CellistContent
import Glibc

/// The site that writes to an output folder, as the folder's marker names it.
///
/// A site whose output lies in its own folder is named by that alone, so that both can move together.
struct OutputOwner: Sendable, Equatable {
  private let name: String

  /// - Throws: `refused` where the output overlaps the site's own folders, another site's, or another output.
  init(of output: String, site: String) throws(OutputFolder.Failure) {
    let place = absolutePath(output)
    let site = absolutePath(site)
    for name in SiteFolder.all {
      let folder = joined(site, name)
      // A state that is an output, too, is somebody's own affair as long as neither lies in the other.
      if Self.lies(place, in: folder) { throw Self.refusal(output, "is in the site's folder '\(name)'") }
      if Self.lies(folder, in: place) { throw Self.refusal(output, "holds the site's folder '\(name)'") }
    }
    var folder = place
    while folder.utf8.count > 1 {
      let name = folder.fileName
      folder = folder.folder.isEmpty ? "/" : folder.folder
      if Self.isFile(joined(folder, OutputFolder.marker)) {
        throw Self.refusal(output, "is in '\(folder)', to which a site is written")
      }
      if SiteFolder.all.contains(name),
        Self.isFile(joined(folder, SiteFolder.settings))
      {
        throw Self.refusal(output, "is in the folder '\(name)' of the site in '\(folder)'")
      }
    }
    if Self.lies(place, in: site) {
      name = "here, in \(place.below(site))"
    } else {
      name = Digest(site).hexadecimal
    }
  }

  /// The line by which a marker names the site.
  var line: String { "site: \(name)\n" }

  /// Refuses a folder whose marker names another site; one that names none is anybody's.
  func check(marker: [UInt8], of output: String) throws(OutputFolder.Failure) {
    let lines = String(decoding: marker, as: UTF8.self).split(separator: "\n")
    guard let named = lines.first(where: { $0.hasPrefix("site: ") }), "\(named)\n" != line else { return }
    throw Self.refusal(output, "holds another site, or this one as it was built from another folder")
  }

  private static func refusal(_ output: String, _ reason: String) -> OutputFolder.Failure {
    .refused("the output folder '\(output)' \(reason); name another one with --output")
  }

  private static func lies(_ path: String, in folder: String) -> Bool {
    path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: folder == "/" ? "/".utf8 : "\(folder)/".utf8)
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
