import Glibc

/// The symbolic link that a publisher switches to the newest of several releases of a site, in a folder beside it.
package struct ReleaseLink: Sendable {
  package let path: String
  /// The folder that holds the releases.
  package var releases: String { path + Self.ending }

  private static let ending = ".releases"

  package init(_ path: String) {
    // Without a slash at its end, which would follow the link.
    self.path = path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
  }

  /// The link that leads to one of the releases in a folder; nil where there is none.
  init?(releases folder: String) {
    guard folder.hasSuffix(Self.ending) else { return nil }
    self.init(String(folder.dropLast(Self.ending.count)))
    if current == nil { return nil }
  }

  /// The name of the release that it leads to; nil where there is no such link.
  package var current: String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    let link = String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard count > 0, link.folder == releases.fileName, Int(link.fileName) != nil else { return nil }
    return link.fileName
  }
}
