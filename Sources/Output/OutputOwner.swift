import CellistBase

/// The site that writes to an output folder, as the folder's marker names it.
///
/// The name of a site whose output is in its own folder does not contain the folder's path, so that both can move
/// together.
struct OutputOwner: Sendable, Equatable {
  private let name: String

  /// - Throws: `refused` where the output overlaps the site's own folders, another site's, or another output.
  init(of output: String, site: String) throws(OutputFolder.Failure) {
    let place = absolutePath(output)
    let site = absolutePath(site)
    if let objection = FreePlace.objection(toFolder: output, of: site) { throw Self.refusal(output, objection) }
    if FreePlace.lies(place, in: site) {
      name = "here, in \(place.below(site))"
    } else {
      name = Digest(site).hexadecimal
    }
  }

  /// The line by which a marker names the site.
  var line: String { "site: \(name)\n" }

  /// Refuses a folder whose marker names another site; a marker without a name is accepted.
  func check(marker: [UInt8], of output: String) throws(OutputFolder.Failure) {
    let lines = String(decoding: marker, as: UTF8.self).split(separator: "\n")
    guard let named = lines.first(where: { $0.hasPrefix("site: ") }), "\(named)\n" != line else { return }
    throw Self.refusal(output, "holds another site, or this one as it was built from another folder")
  }

  private static func refusal(_ output: String, _ reason: String) -> OutputFolder.Failure {
    .refused("the output folder '\(output)' \(reason); name another one with --output")
  }
}
