import CellistOutput
import CellistTestSupport
import Foundation
import Glibc
import Testing

/// The executable where disks fail, where two builds meet, and where it is killed.
@Suite struct ProgramFaultTests {
  // MARK: Disks that fail

  @Test func `a full disk leaves the previous site whole`() throws {
    guard getuid() == 0 else { return }
    let site = try ProgramTests.site()
    try site.makeFolder("disk")
    guard mount("none", site.place("disk"), "tmpfs", 0, "size=256k") == 0 else { return }
    defer { umount(site.place("disk")) }
    #expect(try Program.run(["build", "--output", "disk/site"], in: site.path).status == 0)
    let before = site.tree("disk/site")
    try site.write([UInt8](repeating: 1, count: 1_000_000), to: "content/big.bin")
    let result = try Program.run(["build", "--output", "disk/site"], in: site.path)
    #expect(result.status == 74)
    #expect(result.errors == "error: big.bin: No space left on device\n")
    #expect(site.tree("disk/site") == before)
    try site.remove("content/big.bin")
    #expect(try Program.run(["build", "--output", "disk/site"], in: site.path).status == 0)
    #expect(site.tree("disk/site") == before)
  }

  @Test func `a disk that cannot be written leaves the previous site whole`() throws {
    guard getuid() == 0 else { return }
    let site = try ProgramTests.site()
    try site.makeFolder("disk")
    guard mount("none", site.place("disk"), "tmpfs", 0, "size=1m") == 0 else { return }
    defer { umount(site.place("disk")) }
    #expect(try Program.run(["build", "--output", "disk/site"], in: site.path).status == 0)
    let before = site.tree("disk/site")
    guard mount("none", site.place("disk"), nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else { return }
    try site.write("changed", to: "content/new.txt")
    let result = try Program.run(["build", "--output", "disk/site"], in: site.path)
    #expect(result.status == 74)
    #expect(result.errors == "error: disk/site: Read-only file system\n")
    #expect(site.tree("disk/site") == before)
    let other = try Program.run(["build", "--output", "disk/other"], in: site.path)
    #expect(other.status == 74)
    #expect(other.errors == "error: disk/other: Read-only file system\n")
  }

  @Test func `an output that is a file is refused`() throws {
    let site = try ProgramTests.site(["site": "mine"])
    let result = try Program.run(["build"], in: site.path)
    #expect(result.status == 74)
    #expect(result.errors == "error: ./site: Not a directory\n")
    #expect(site.read("site") == "mine")
  }

  // MARK: Two at once, and sudden ends

  @Test func `while one build holds the output, another leaves`() throws {
    let site = try ProgramTests.site()
    #expect(try Program.run(["build"], in: site.path).status == 0)
    let before = site.tree("site")
    let lock = open(site.place("site/.cellist"), O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try site.write("new", to: "content/new.txt")
    let result = try Program.run(["build"], in: site.path)
    #expect(result.status == 75)
    #expect(result.errors == "error: another build is writing to './site'\n")
    #expect(site.tree("site") == before)
  }

  private static func large() throws -> TemporaryFolder {
    let site = try ProgramTests.site([
      "content/items/list.yml": "record: {name: text, size: integer}\nid: size\nrecord-pages: true\npages: 50\n"
    ])
    try site.remove("content/items/a.md")
    try site.remove("content/items/b")
    try site.write("name,size\n" + (0..<2_000).map { "Name \($0),\($0)\n" }.joined(), to: "content/items/x.csv")
    return site
  }

  @Test func `of many builds at once, each ends well or leaves, and the site is whole`() throws {
    let site = try Self.large()
    let running = try (0..<4).map { _ in try Program.start(["build"], in: site.path) }
    let statuses = try running.map { try $0.wait().status }
    #expect(statuses.allSatisfy { $0 == 0 || $0 == 75 }, "\(statuses)")
    #expect(statuses.contains(0))
    #expect(site.paths("site").filter { $0.hasSuffix("index.html") }.count == 2_041)
  }

  @Test func `a build that is killed at any moment is repaired by the next`() throws {
    let site = try Self.large()
    #expect(try Program.run(["build", "--output", "clean"], in: site.path).status == 0)
    let clean = site.tree("clean")
    // How far a build gets differs by machine; these delays reach from its start to beyond its end.
    for delay in [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9] {
      let running = try Program.start(["build"], in: site.path)
      usleep(UInt32(delay * 1_000_000))
      kill(running.process.processIdentifier, SIGKILL)
      _ = try running.wait()
      // Each file there is whole, though some may be missing.
      for (path, bytes) in site.tree("site") where !path.hasPrefix(".cellist") {
        #expect(clean[path] == bytes, "\(path) after \(delay) s")
      }
    }
    #expect(try Program.run(["build"], in: site.path).status == 0)
    #expect(ProgramTests.own(site.tree("site")) == ProgramTests.own(clean))
  }
}
