import CellistContent
import CellistOutput
import CellistRecords
import Glibc

/// What was seen last at a target from here: its generation, since an older one must not come back unnoticed, and how long what
/// was published holds.
struct LastSeen: Sendable {
  private let file: String

  /// - Parameters:
  ///   - site: the site's folder.
  ///   - name: the target's name.
  init(of name: String, site: String) { file = joined(site, SiteFolder.state, "\(name).seen") }

  /// The generation in the first line; then, after a publication, until when it holds, and what changes then.
  private var lines: [Substring] {
    let bytes = (try? OutputFolder.bytes(of: file, in: AT_FDCWD)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The generation; 0 where none was seen.
  var generation: Int { lines.first.flatMap { Int($0) } ?? 0 }

  /// How long what was published last holds; nil where that is not known.
  var expectation: Expectation? {
    let lines = lines
    guard lines.count > 1 else { return nil }
    guard lines.count > 2, let instant = Int(lines[1]) else { return lines[1] == "-" ? Expectation() : nil }
    return Expectation(instant: instant, text: String(lines[2]))
  }

  func note(_ generation: Int, _ expectation: Expectation? = nil) throws(PublishFailure) {
    guard generation != self.generation || expectation != self.expectation else { return }
    var text = "\(generation)\n"
    if let expectation {
      text += expectation.instant.map { "\($0)\n" } ?? "-\n"
      text += "\(expectation.text.map { $0.isNewline ? " " : String($0) }.joined())\n"
    }
    let new = "\(file).new"
    unlink(new)
    let bytes = Array(text.utf8)
    try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.create(new, bytes) }
    guard rename(new, file) == 0 else { throw .io("\(file): \(String(cString: strerror(errno)))") }
  }
}

/// Until when a published site holds without an edit.
package struct Expectation: Hashable, Sendable {
  /// The first instant at which something else is to be published, in seconds since 1970-01-01T00:00:00Z; nil for never.
  package var instant: Int?
  /// What changes then, and when, for people.
  package var text = ""

  package init(instant: Int? = nil, text: String = "") {
    self.instant = instant
    self.text = text
  }

  /// Whether something has come due by an instant.
  package func isOver(at now: Int) -> Bool { instant.map { $0 <= now } ?? false }
}
