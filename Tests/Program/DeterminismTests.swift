import CellistBuilding
import CellistFiles
import CellistSettings
import CellistSites
import CellistTestSupport
import Foundation
import Testing

/// Same input, same bytes: whatever the machine, locale, time zone, umask, core count or folder.
@Suite struct DeterminismTests {
  private static func differences(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
  }

  @Test func `this package's own site is the same from anywhere`() throws {
    let folders = try [TemporaryFolder(), TemporaryFolder()]
    try folders[1].makeFolder("a folder with ünïcode")
    var trees: [[String: [UInt8]]] = []
    let settings: [(root: String, environment: [String: String], wrapper: [String])] = [
      (folders[0].path, ["LC_ALL": "C", "TZ": "UTC"], ["sh", "-c", "umask 022; exec \"$0\" \"$@\""]),
      (
        folders[1].place("a folder with ünïcode"),
        ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "LANGUAGE": "tr", "TZ": "Pacific/Kiritimati"],
        ["taskset", "-c", "0", "sh", "-c", "umask 077; exec \"$0\" \"$@\""]
      ),
    ]
    for setting in settings {
      for name in ["content", "themes"] {
        try FileManager.default.copyItem(atPath: "\(Program.packageFolder)/\(name)", toPath: "\(setting.root)/\(name)")
      }
      let result = try Program.run(
        ["build", "--now", "2026-01-01", "--base", "https://example.org/x/"], in: setting.root,
        environment: setting.environment, through: setting.wrapper)
      #expect(result.status == 0, "\(result.errors)")
      let folder = try #require(folders.first { setting.root.hasPrefix($0.path) })
      trees.append(folder.tree(setting.root.below(folder.path) + "/site"))
    }
    #expect(trees[0].count > 100)
    #expect(Self.differences(trees[0], trees[1]) == [])
  }

  @Test func `the order in which a file system lists its entries does not show`() throws {
    let tree = SourceTree.disk(Program.packageFolder)
    func render(shuffled seed: UInt64?) -> (files: [String: [UInt8]], messages: [String]) {
      var shuffled = tree
      if let seed {
        shuffled.entries = { folder, diagnostics in
          var generator = SplitMix(state: seed &+ UInt64(folder.utf8.count))
          return tree.entries(folder, &diagnostics).shuffled(using: &generator)
        }
      }
      let (files, outcome) = SiteBuilder(shuffled, BuildOptions(now: 1_800_000_000)).render()
      return (files, outcome.diagnostics.map(\.message))
    }
    let first = render(shuffled: nil)
    #expect(first.files.count > 100)
    for seed in 1...5 {
      let next = render(shuffled: UInt64(seed))
      #expect(Self.differences(first.files, next.files) == [])
      #expect(first.messages == next.messages)
    }
  }

  @Test func `messages come in the same order, run for run and from any folder`() throws {
    func text() throws -> String {
      try Program.run(["check"], in: "\(Program.packageFolder)/Tests/Building/Invalid").errors
    }
    let first = try text()
    #expect(first.utf8.count > 10_000)
    for _ in 0..<3 { #expect(try text() == first) }
  }

  /// A small generator with a seed, so that a failure can be had again.
  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
