import CellistBuilding
import CellistSettings
import CellistSites
import CellistTestSupport
import Foundation
import Glibc
import Testing

/// Builds that end at any moment: the next one leaves what a clean build would.
@Suite struct KilledBuildTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// A site of some hundred records, other ones in each round, with a file that becomes a folder and back.
  private static func files(_ round: Int) -> [String: [UInt8]] {
    var rows = "id,name\n"
    for row in 0..<200 where (row + round) % 5 != 0 { rows += "\(row),Name \((row * round) % 3)\n" }
    let files = [
      "content/site.yml": "title: Round \(round % 4)\ntheme: plain\n",
      "content/items/list.yml": "record: {name: text, id: text}\nid: id\nrecord-pages: true\npages: 20\n",
      "content/items/all.csv": rows, round % 2 == 0 ? "content/x" : "content/x/y/z": "a file",
      "content/items/own/index.md": "---\nid: own\nname: Own\n---\nRound \(round)\n",
      "content/items/own/own.txt": "\(round / 2)", "themes/plain/assets/style.css": "a\(round % 3){}",
      "themes/plain/pages/home.mustache": "{{@site.title}}", "themes/plain/pages/404.mustache": "none",
      "themes/plain/pages/list.mustache":
        "{{@theme.assets.style.css}}{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/pages/record.mustache": "{{@record.title}}{{@record.body}}",
      "themes/plain/cells/cell.mustache": "<p>{{name}}</p>",
    ]
    return files.mapValues { Array($0.utf8) }
  }

  /// A site on disk that goes from round to round.
  private struct Site {
    let folder: TemporaryFolder
    var files: [String: [UInt8]] = [:]

    init() throws { folder = try TemporaryFolder(isInMemory: true) }

    mutating func move(to round: Int) throws {
      let new = KilledBuildTests.files(round)
      for path in files.keys where new[path] == nil {
        try folder.remove(path == "content/x/y/z" ? "content/x" : path)
      }
      for (path, bytes) in new where files[path] != bytes { try folder.write(bytes, to: path) }
      files = new
    }

    /// The files of the site, as a clean build makes them.
    var clean: [String: [UInt8]] { SiteBuilder(.memory(files), BuildOptions(now: 1_700_000_000)).render().files }

    /// The files in the output, and the folders that no file lies in.
    var output: [String: [UInt8]] {
      var tree = folder.tree("site").filter { !$0.key.hasPrefix(".cellist") }
      for path in tree.keys {
        var folder = path.folder
        if path.hasSuffix("/") { continue }
        while !folder.isEmpty {
          tree["\(folder)/"] = nil
          folder = folder.folder
        }
      }
      return tree
    }
  }

  /// `CELLIST_KILLS` is how many builds are killed, and `CELLIST_SEED` when.
  @Test func `a build that is killed at any moment is repaired by the next`() throws {
    let seed = UInt64(Self.number("CELLIST_SEED") ?? 1)
    var random = SeededGenerator(seed: seed)
    var site = try Site()
    try site.move(to: 0)
    var whole = site.clean.mapValues { Set([$0]) }
    #expect(try Program.run(["build"], in: site.folder.path).status == 0)
    // How long a build takes differs by machine.
    var duration = 0.0
    var killed = 0
    for round in 1...(Self.number("CELLIST_KILLS") ?? 300) {
      try site.move(to: round)
      let after = site.clean
      whole.merge(after.mapValues { [$0] }) { $0.union($1) }
      if duration > 0 {
        let running = try Program.start(["build"], in: site.folder.path)
        // Much of what can go wrong does late.
        usleep(UInt32(duration * Double.random(in: random.happens(onceIn: 3) ? 0..<1.1 : 0.6..<1.1, using: &random)))
        kill(running.process.processIdentifier, SIGKILL)
        let status = try running.wait().status
        #expect([0, SIGKILL].contains(status), "CELLIST_SEED=\(seed), round \(round)")
        if status != 0 { killed += 1 }
        // Each file there is whole, though not all of them may be of one build.
        for (path, bytes) in site.output where !path.hasSuffix("/") {
          #expect(whole[path]?.contains(bytes) == true, "CELLIST_SEED=\(seed), round \(round): \(path)")
        }
      }
      // Some are killed again before they are repaired.
      guard round == 1 || !random.happens(onceIn: 2) else { continue }
      let start = ContinuousClock.now
      #expect(try Program.run(["build"], in: site.folder.path).status == 0)
      let passed = start.duration(to: .now) / .microseconds(1)
      duration = duration == 0 ? passed : duration * 0.8 + passed * 0.2
      let output = site.output
      let different = Set(output.keys).union(after.keys).filter { output[$0] != after[$0] }.sorted()
      #expect(different == [], "CELLIST_SEED=\(seed), round \(round)")
      if !different.isEmpty { return }
      whole = after.mapValues { [$0] }
    }
    #expect(killed > 20)
  }
}
