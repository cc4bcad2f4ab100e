import CellistBase
import CellistFiles
import Glibc

/// Finds out whether a command may write to a place outside the output of a site.
///
/// It may not write to the content, the themes or the state of a site, nor to an output folder or the releases of a
/// published site, and it does not follow a link out of the site. Every file that a command writes outside the output is
/// checked here before anything is done.
package enum FreePlace {
  /// Why a place is not free, as a clause that follows its name; nil where it is.
  ///
  /// - Parameters:
  ///   - site: the folder of the site that the command works on.
  ///   - output: the site's output, which need not be there yet.
  package static func objection(to path: String, of site: String, output: String? = nil) -> String? {
    let place = absolutePath(path)
    if !lies(place, in: absolutePath(site)), isWritten(path, below: site) {
      return "is reached through a link that leads out of the site"
    }
    if let output, lies(place, in: absolutePath(output)) { return "is in the site's output" }
    return objection(toFolder: path, of: site) ?? objection(toMarked: path)
  }

  /// Why a site cannot be published to a folder, as a clause that follows its name; nil where it can. Links may lead there.
  package static func objection(toTarget path: String, of site: String) -> String? {
    // The link to its releases leads to one of them.
    objection(toFolder: path, of: site, besides: absolutePath(ReleaseLink(path).releases)) ?? objection(toMarked: path)
  }

  private static func objection(toMarked path: String) -> String? {
    hasMarker(absolutePath(path)) ? "is a folder to which a site is written" : nil
  }

  /// Why a file of a site cannot be written, as a clause that follows its name; nil where it can. Links on the path do
  /// not matter.
  package static func objection(toFile path: String, in site: String) -> String? {
    let (place, folder) = (absolutePath(joined(site, path)), absolutePath(site))
    guard lies(place, in: folder) else { return "is reached through a link that leads out of '\(site)'" }
    guard let area = path.pathParts.first, path.pathParts.count > 1 else { return nil }
    guard lies(place, in: joined(folder, area)) else { return "is reached through a link that leads out of '\(area)'" }
    return nil
  }

  /// Why neither an output nor a file can be at a place: it overlaps the folders of a site, or is inside an output or among
  /// the releases of a published site.
  ///
  /// - Parameter own: the folder of the releases that may be there.
  static func objection(toFolder path: String, of site: String, besides own: String? = nil) -> String? {
    let place = absolutePath(path)
    let site = absolutePath(site)
    for name in SiteFolder.all {
      let folder = joined(site, name)
      // A state that is also an output is accepted as long as neither contains the other.
      let folders = name == SiteFolder.state ? [folder] : [folder, absolutePath(folder)]
      if folders.contains(where: { lies(place, in: $0) }) { return "is in the site's folder '\(name)'" }
      if folders.contains(where: { lies($0, in: place) }) { return "holds the site's folder '\(name)'" }
    }
    return objection(above: place, besides: own)
  }

  /// Why nothing can be written to a place, for the folders above it: one of them is an output, a folder of another site,
  /// or holds releases.
  package static func objection(above place: String, besides own: String? = nil) -> String? {
    var folder = absolutePath(place)
    if folder != own, ReleaseLink(releases: folder) != nil { return "is '\(folder)', \(ofReleases)" }
    while folder.utf8.count > 1 {
      let name = folder.fileName
      folder = folder.folder.isEmpty ? "/" : folder.folder
      if hasMarker(folder) { return "is in '\(folder)', to which a site is written" }
      if folder != own, ReleaseLink(releases: folder) != nil { return "is in '\(folder)', \(ofReleases)" }
      if SiteFolder.all.contains(name), isFile(joined(folder, SiteFolder.settings)) {
        return "is in the folder '\(name)' of the site in '\(folder)'"
      }
    }
    return nil
  }

  private static let ofReleases = "which holds the releases of a published site"

  /// Whether a path leads below a folder as it is written, links aside.
  private static func isWritten(_ path: String, below folder: String) -> Bool {
    func written(_ path: String) -> String {
      if path.hasPrefix("/") { return "/\(path.normalizedPath ?? "")" }
      return "/\(joined(absolutePath("."), path).normalizedPath ?? "")"
    }
    return lies(written(path), in: written(folder)) || lies(written(path), in: absolutePath(folder))
  }

  static func lies(_ path: String, in folder: String) -> Bool {
    path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: folder == "/" ? "/".utf8 : "\(folder)/".utf8)
  }

  private static func hasMarker(_ folder: String) -> Bool { isFile(joined(folder, OutputFolder.marker)) }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
