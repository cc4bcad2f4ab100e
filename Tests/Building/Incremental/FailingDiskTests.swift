import CellistTestSupport
import Foundation
import Glibc
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Disks that are full or cannot be written, met by builds that rest on earlier ones.
@Suite struct FailingDiskTests {
  private static let files = [
    "content/site.yml": "title: Test\ntheme: plain\n", "content/a.txt": "a", "content/b/b.txt": "b",
    "content/items/list.yml": "record: {name: text}\nrecord-pages: true\n",
    "content/items/a.md": "---\nname: A\n---\n",
    "themes/plain/pages/list.mustache":
      "{{#@page.sections}}{{#@section.cells}}{{>*@cell}};{{/@section.cells}}{{/@page.sections}}",
    "themes/plain/cells/cell.mustache": "{{name}}",
    "themes/plain/pages/record.mustache": "{{name}}{{@record.body}}", "themes/plain/pages/home.mustache": "home",
    "themes/plain/pages/404.mustache": "none",
  ]

  /// Calls `body` with a site that has been built, one of whose folders is a file system of its own; not at all where
  /// the machine has none.
  private func withDisk(_ name: String, _ size: String, _ body: (BuiltSite, String) throws -> Void) throws {
    let site = try BuiltSite(Self.files)
    try site.folder.makeFolder(name)
    let place = site.folder.place(name)
    guard getuid() == 0, mount("none", place, "tmpfs", 0, size) == 0 else { return }
    defer { umount(place) }
    #expect(try site.problems().found == [])
    try body(site, place)
  }

  private func edit(_ site: BuiltSite, _ round: Int) throws {
    try site.write("---\nname: A\(round)\n---\n", to: "content/items/a.md")
    try site.write("---\nname: B\n---\n", to: "content/items/b\(round).md")
    try site.remove(round == 0 ? "content/a.txt" : "content/items/b\(round - 1).md")
  }

  @Test func `a full disk leaves the previous site whole, and the next build makes the new one`() throws {
    try withDisk("output", "size=512k") { site, _ in
      for round in 0..<3 {
        let before = site.output()
        try edit(site, round)
        try site.folder.write([UInt8](repeating: 1, count: 1_000_000), to: "site/content/big.bin")
        // Whichever file finds the disk full first: files are written by several threads.
        let failure = #expect(throws: OutputFolder.Failure.self) { try site.build() }
        #expect("\(try #require(failure))".contains(": No space left on device"))
        #expect(site.output() == before)
        try site.remove("content/big.bin")
        #expect(try site.problems().found == [])
      }
    }
  }

  @Test func `a disk with no room for names leaves the previous site whole`() throws {
    try withDisk("output", "nr_inodes=40") { site, _ in
      let before = site.output()
      for file in 0..<60 { try site.write("\(file)", to: "content/many/\(file).txt") }
      #expect(throws: OutputFolder.Failure.self) { try site.build() }
      #expect(site.output() == before)
      for file in 10..<60 { try site.remove("content/many/\(file).txt") }
      #expect(try site.problems().found == [])
    }
  }

  @Test func `an output that cannot be written stays, and is looked at all the same`() throws {
    try withDisk("output", "size=1m") { site, place in
      let before = site.output()
      // Files with times of long ago are known without being copied to compare.
      site.waitForOldFiles()
      #expect(try site.changes() == [])
      #expect(mount("none", place, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
      #expect(try site.changes() == [])
      try edit(site, 0)
      #expect(throws: OutputFolder.Failure.io("\(place): Read-only file system")) { try site.build() }
      #expect(site.output() == before)
      #expect(mount("none", place, nil, UInt(MS_REMOUNT), "size=1m") == 0)
      #expect(try site.problems().found == [])
    }
  }

  @Test func `a state that has no room is a warning, and the output is right`() throws {
    try withDisk("state", "size=1m") { site, place in
      let filler = "\(place)/filler"
      for round in 0..<4 {
        let isFull = round % 2 == 0
        if isFull {
          let descriptor = open(filler, O_WRONLY | O_CREAT, 0o644)
          let bytes = [UInt8](repeating: 1, count: 4_096)
          while write(descriptor, bytes, bytes.count) > 0 {}
          close(descriptor)
        } else {
          #expect(unlink(filler) == 0)
        }
        try edit(site, round)
        let outcome = try site.build()
        #expect(site.output() == site.clean().tree)
        #expect(isFull || outcome.stateFailure == nil)
        #expect(try site.problems(isStateTrue: false).found == [])
      }
    }
  }
}
