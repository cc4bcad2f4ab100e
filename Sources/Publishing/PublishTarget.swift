/// A place where a site is published, as `publish:` in site.yml names it.
package struct PublishTarget: Hashable, Sendable {
  /// The kind of place, and with it the program that takes files there.
  package enum Place: Hashable, Sendable {
    /// A folder of this machine: a symbolic link to releases, or a folder whose files are replaced one by one.
    case folder(String, inPlace: Bool)
    /// A branch of a git repository, which is a remote's name or an address.
    case git(String, branch: String)
    /// A folder that rsync reaches, through ssh or as a daemon's.
    case rsync(String)
    /// A folder of a remote that is configured in rclone.
    case rclone(String)
  }

  package let name: String
  package let place: Place
  /// The file that gets the addresses that changed, below the site's folder.
  package var purge: String?
  /// The codings of the compressed copies to publish beside files.
  package var codings: [ContentCoding] = []

  /// The folder of the target for the site; nil for the target itself.
  package private(set) var below: String?

  /// The same target, of which only a folder gets a site, beside the target's own.
  package func below(_ folder: String) throws(PublishFailure) -> PublishTarget {
    guard case .git = place else {
      throw .refused("only branches of git hold sites below others, and the target '\(name)' is none")
    }
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.first.map { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") } ?? false
        && part.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
    }
    guard isPlain else {
      throw .refused("a folder of the target is a path such as pr/12, found '\(folder.shortened)'")
    }
    var target = PublishTarget(
      name: "\(name)-below-\(parts.joined(separator: "-"))", place: place, codings: codings)
    target.below = folder
    return target
  }

  package init(name: String, place: Place, purge: String? = nil, codings: [ContentCoding] = []) {
    self.codings = codings
    self.name = name
    self.place = place
    self.purge = purge
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { (48...57).contains(self) || (65...90).contains(self & 0xDF) }
}
