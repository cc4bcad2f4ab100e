import CellistContent
import CellistOutput
import CellistRecords
import Glibc

/// The generation of a target that was seen last from here: an older one must not come back unnoticed.
struct LastSeen: Sendable {
  private let file: String

  /// - Parameters:
  ///   - site: the site's folder.
  ///   - name: the target's name.
  init(of name: String, site: String) { file = joined(site, SiteFolder.state, "\(name).seen") }

  /// The generation; 0 where none was seen.
  var generation: Int {
    let bytes = (try? OutputFolder.bytes(of: file, in: AT_FDCWD)) ?? []
    return Int(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }) ?? 0
  }

  func note(_ generation: Int) throws(PublishFailure) {
    guard generation != self.generation else { return }
    let new = "\(file).new"
    unlink(new)
    try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.create(new, Array("\(generation)\n".utf8)) }
    guard rename(new, file) == 0 else { throw .io("\(file): \(String(cString: strerror(errno)))") }
  }
}
