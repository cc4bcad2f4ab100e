import CellistBase
import CellistFiles
import CellistOutput
import Glibc

/// The last known state of a target: its generation, so that the return of an older one is noticed, and how long the
/// published site is valid.
struct LastSeen: Sendable {
  private let file: String

  /// - Parameters:
  ///   - site: the site's folder.
  ///   - name: the target's name.
  init(of name: String, site: String) { file = joined(site, SiteFolder.state, "\(name).seen") }

  /// The generation in the first line; then, after a publication, until when the site is valid, and what changes then.
  private var lines: [Substring] {
    let bytes = (try? OutputFolder.bytes(of: file, in: AT_FDCWD)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The generation; 0 where none was seen.
  var generation: Int { lines.first.flatMap { Int($0) } ?? 0 }

  /// How long the last published site is valid; nil if that is unknown.
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

/// Until when a published site is valid without an edit.
package struct Expectation: Hashable, Sendable {
  /// The first instant at which the content to publish changes, in seconds since 1970-01-01T00:00:00Z; nil for never.
  package var instant: Int?
  /// The change and its time, as text for people.
  package var text = ""

  package init(instant: Int? = nil, text: String = "") {
    self.instant = instant
    self.text = text
  }

  /// Whether a change is due at an instant.
  package func isOver(at now: Int) -> Bool { instant.map { $0 <= now } ?? false }
}
