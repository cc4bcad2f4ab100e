import CellistPublishing
import CellistSettings
import Glibc

/// A program of the machine that Cellist calls for some sites.
struct CalledProgram: Sendable {
  /// The use of a program, which follows from the settings of a site.
  enum Use: Hashable, Sendable {
    case thumbnails, branches, rsync, rclone, signing, remote
  }

  let name: String
  /// The Debian package that contains it.
  let package: String
  let uses: Set<Use>
  /// A description of its uses.
  let purpose: String

  static let all = [
    CalledProgram(
      name: "git", package: "git", uses: [.branches],
      purpose: "publishing to branches, and comparing with revisions"),
    CalledProgram(name: "rsync", package: "rsync", uses: [.rsync], purpose: "publishing to servers"),
    CalledProgram(name: "rclone", package: "rclone", uses: [.rclone], purpose: "publishing to storages"),
    CalledProgram(
      name: "vipsthumbnail", package: "libvips-tools", uses: [.thumbnails], purpose: "smaller copies of pictures"),
    CalledProgram(name: "curl", package: "curl", uses: [.remote], purpose: "fetching files of other sites"),
    CalledProgram(name: "ssh-keygen", package: "openssh-client", uses: [.signing], purpose: "signing manifests"),
  ]

  /// The path of the program; nil if it is not installed.
  ///
  /// - Parameter path: the folders to search, separated by colons.
  func place(on path: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The uses that the settings of a site require.
  static func uses(of targets: [PublishTarget], lists: [ListSettings]) -> Set<Use> {
    var uses = Set(
      targets.compactMap { target -> Use? in
        switch target.place {
        case .folder: nil
        case .git: .branches
        case .rsync: .rsync
        case .rclone: .rclone
        }
      })
    if lists.contains(where: { $0.type.hasThumbnails }) { uses.insert(.thumbnails) }
    if lists.contains(where: { $0.sources.contains { $0.ofFiles.contains { $0.details?.remote != nil } } }) {
      uses.insert(.remote)
    }
    return uses
  }
}
