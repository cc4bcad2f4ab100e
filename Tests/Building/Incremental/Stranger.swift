import CellistTestSupport
import Foundation
import Glibc

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Changes to a site's files behind the back of builds.
struct Stranger {
  let site: BuiltSite
  /// Whether files may become links to others.
  let makesLinks: Bool
  /// States and outputs of earlier builds.
  private var states: [Data] = []
  private var outputs: [(path: String, bytes: [UInt8])] = []

  init(_ site: BuiltSite, makesLinks: Bool = true) {
    self.site = site
    self.makesLinks = makesLinks
  }

  /// Writes the site's files, each as an editor might, and removes those that are no more.
  func write(_ new: [String: [UInt8]], over old: [String: [UInt8]], _ random: inout SeededGenerator) throws {
    // Names that Unicode calls the same are of two files.
    func isSame(_ path: String, in files: [String: [UInt8]]) -> Bool {
      files.index(forKey: path).map { files[$0].key.utf8.elementsEqual(path.utf8) } ?? false
    }
    for path in old.keys.sorted() where !isSame(path, in: new) {
      try site.remove(path)
      var folder = path.folder
      // Folders with nothing in them may stay, as they do in some working copies; but where one of the same name could
      // come to stand beside them, written in other characters.
      while !folder.isEmpty, !folder.utf8.allSatisfy({ $0 < 0x80 }) || !random.happens(onceIn: 3),
        rmdir(site.folder.place("site/\(folder)")) == 0
      {
        folder = folder.folder
      }
    }
    for (path, bytes) in new.sorted(by: { $0.key < $1.key }) where old[path] != bytes || !isSame(path, in: old) {
      let place = site.folder.place("site/\(path)")
      site.changed?.insert(path)
      var times = stat()
      let isThere = stat(place, &times) == 0
      if isThere, times.st_mode & S_IFMT == S_IFDIR { try FileManager.default.removeItem(atPath: place) }
      switch Int.random(in: 0..<(makesLinks ? 5 : 4), using: &random) {
      case 4:
        // A link to a file that a site could not use by itself.
        try? site.remove(path)
        let target = "content/.shared/\(path.replacing("/", with: "-"))"
        try site.folder.write(bytes, to: "site/\(target)")
        try site.folder.link("site/\(path)", to: site.folder.place("site/\(target)"))
      case 0 where isThere:
        try site.folder.write(bytes, to: "site/\(path).new")
        guard rename("\(place).new", place) == 0 else { throw CocoaError(.fileWriteUnknown) }
      case 2 where isThere && times.st_mode & S_IFMT == S_IFREG:
        // As some editors write: the file keeps its inode, and within the grain of a coarse clock its times.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: place))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
      case 1 where isThere:
        try site.folder.write(bytes, to: "site/\(path)")
        Self.setTimes(place, times.st_mtim)
      case 2:
        try site.folder.write(bytes, to: "site/\(path)")
        Self.setTimes(place, timespec(tv_sec: 1_000_000_000 + Int.random(in: 0..<3, using: &random), tv_nsec: 0))
      default: try site.folder.write(bytes, to: "site/\(path)")
      }
    }
  }

  private static func setTimes(_ path: String, _ time: timespec) {
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Gives a file of the site another time and leaves its bytes.
  func touch(_ path: String, _ seconds: Int) -> String {
    site.changed?.insert(path)
    Self.setTimes(site.folder.place("site/\(path)"), timespec(tv_sec: seconds, tv_nsec: 0))
    return "\(path) is touched at \(seconds)"
  }

  // MARK: The output

  /// Whether a path in the output leads through something that is no folder of the site.
  private func leadsAway(_ path: String) -> Bool { site.foreign.keys.contains { path.hasPrefix("\($0)/") } }

  /// Does something to the output that no build does.
  mutating func tamper(_ random: inout SeededGenerator) throws -> String {
    site.changed = nil
    let output = site.output().filter { site.foreign[$0.key] == nil }
    let files = output.keys.filter { !$0.hasSuffix("/") }.sorted()
    guard let path = files.randomElement(using: &random), let bytes = output[path] else {
      return "nothing to tamper with"
    }
    let place = site.folder.place("output/\(path)")
    var times = stat()
    lstat(place, &times)
    outputs.append((path, bytes))
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      try site.folder.write(bytes + Array("more".utf8), to: "output/\(path)")
      return "the output \(path) is longer"
    case 1:
      try site.folder.write(bytes.map { $0 ^ 1 }, to: "output/\(path)")
      Self.setTimes(place, times.st_mtim)
      return "the output \(path) has other bytes and the same time"
    case 2:
      try site.folder.remove("output/\(path)")
      return "the output \(path) is deleted"
    case 3:
      try site.folder.remove("output/\(path)")
      try site.folder.write("inside", to: "output/\(path)/file")
      site.foreign["\(path)/file"] = Array("inside".utf8)
      return "the output \(path) is a folder"
    case 4:
      try site.folder.write(bytes, to: "outside")
      try site.folder.remove("output/\(path)")
      try site.folder.link("output/\(path)", to: site.folder.place("outside"))
      return "the output \(path) is a link"
    case 5:
      let name = random.pick(["stray.txt", "works/stray/file", ".hidden", "works/.x", ".cellist-stage/left"])
      guard !leadsAway(name) else { return "no place for \(name)" }
      try site.folder.write("stray", to: "output/\(name)")
      if !name.hasPrefix(OutputFolder.stageName) { site.foreign[name] = Array("stray".utf8) }
      return "the output has \(name)"
    case 6:
      let name = random.pick(["empty/folder", "works/empty", ".cellist-stage"])
      guard !leadsAway(name) else { return "no place for \(name)" }
      try site.folder.makeFolder("output/\(name)")
      if name != OutputFolder.stageName { site.foreign["\(name)/"] = [] }
      return "the output has an empty folder \(name)"
    case 7:
      let (path, bytes) = random.pick(outputs)
      var status = stat()
      guard lstat(site.folder.place("output/\(path)"), &status) != 0 || status.st_mode & S_IFMT == S_IFREG,
        !site.foreign.keys.contains(where: { path.hasPrefix("\($0)/") || $0.hasPrefix("\(path)/") }),
        // A tree of these tests holds a name in one normalization form only, and a site's may come in the other.
        output[path] != nil || path.utf8.allSatisfy({ $0 < 0x80 }),
        (try? site.folder.write(bytes, to: "output/\(path)")) != nil
      else { return "no older output" }
      // A file of a build that somebody removed and brought back is the build's.
      if output[path] == nil, !site.owns(path) { site.foreign[path] = bytes }
      return "the output \(path) is of an earlier build"
    default:
      guard let folder = output.keys.filter({ $0.hasSuffix("/") }).sorted().randomElement(using: &random)
      else { return "no folder" }
      let isForeign = site.foreign.keys.contains { $0.hasPrefix(folder) }
      try site.folder.remove("output/\(folder.dropLast())")
      site.foreign = site.foreign.filter { !$0.key.hasPrefix(folder) }
      // A folder that held nothing but a stranger's stays the stranger's.
      let outer = "\(String(folder.dropLast()).folder)/"
      if isForeign, output[outer] != nil, !site.output().keys.contains(where: { $0 != outer && $0.hasPrefix(outer) }) {
        site.foreign[outer] = []
      }
      if random.happens(onceIn: 2) {
        let path = String(folder.dropLast())
        try site.folder.link("output/\(path)", to: "..")
        // Where the folder had taken the place of a build's file, the link is in that place, and a build replaces it.
        if !site.owns(path) { site.foreign[path] = Array("-> ..".utf8) }
      }
      return "the output folder \(folder) is gone"
    }
  }

  // MARK: The state

  /// Does something to the state.
  mutating func damage(_ random: inout SeededGenerator) throws -> String {
    let place = site.statePath
    guard var bytes = FileManager.default.contents(atPath: place) else { return "no state" }
    states.append(bytes)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      try FileManager.default.removeItem(atPath: place)
      return "the state is deleted"
    case 1:
      let count = Int.random(in: 0...bytes.count, using: &random)
      try bytes.prefix(count).write(to: URL(fileURLWithPath: place))
      return "the state ends after \(count) bytes"
    case 2:
      for _ in 0..<random.pick([1, 3, 100]) {
        bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
      try bytes.write(to: URL(fileURLWithPath: place))
      return "the state has other bytes"
    case 3:
      try FileManager.default.removeItem(atPath: place)
      try site.folder.write("x", to: "state/known.sqlite/x")
      return "the state is a folder"
    default:
      try random.pick(states.suffix(20)).write(to: URL(fileURLWithPath: place))
      return "the state is that of an earlier build"
    }
  }
}
