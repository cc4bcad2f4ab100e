import CellistTestSupport
import Foundation

extension RandomRun {
  /// Makes something else of a file of the site, until the next build: a folder, a link, a FIFO.
  mutating func turnFile() throws -> String {
    guard let path = written.keys.sorted().randomElement(using: &random) else { return "nothing to make something of" }
    let place = site.folder.place("site/\(path)")
    try site.remove(path)
    turned.append(path)
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let name = random.pick(["x.md", "x.txt", ".hidden"])
      try site.write("inside", to: "\(path)/\(name)")
      return "\(path) is a folder with \(name)"
    case 1:
      try site.folder.makeFolder("site/\(path)")
      return "\(path) is an empty folder"
    case 2:
      guard mkfifo(place, 0o644) == 0 else { throw CocoaError(.fileWriteUnknown) }
      return "\(path) is a FIFO"
    case 3:
      try site.folder.link("site/\(path)", to: "nowhere")
      return "\(path) is a link to nothing"
    default:
      let target = random.pick(written.keys.sorted().filter { !turned.contains($0) })
      try site.folder.link("site/\(path)", to: site.folder.place("site/\(target)"))
      return "\(path) is a link to \(target)"
    }
  }

  /// Takes away what files were turned into, so that they are written again.
  mutating func turnBack() throws {
    for path in turned {
      try site.remove(path)
      written[path] = nil
    }
    turned = []
  }

  /// Gives a file a time that has little to do with when it was written.
  mutating func touchFile() -> String {
    guard let path = written.keys.sorted().randomElement(using: &random) else { return "nothing to touch" }
    let now = time(nil)
    let seconds = random.pick([now, now, now + 86_400, now - 86_400, 0, -1, 4_102_444_800])
    return stranger.touch(path, seconds)
  }
}
