import CellistBase
import CellistTestSupport
import Foundation
import Synchronization
import Testing

@testable import CellistPreview

@Suite struct FolderWatchTests {
  /// A watch on a thread of its own, which counts the changes that it sees.
  private final class Watched: Sendable {
    let folder: TemporaryFolder
    private let seen = Mutex<[FolderWatch.Event]>([])
    private let handle: FolderWatch.Handle
    private let isDone = DispatchSemaphore(value: 0)

    init(files: [String] = []) throws {
      let folder = try TemporaryFolder()
      try folder.write("a", to: "content/list/a.md")
      let watch = try FolderWatch(folder.path, ["content", "themes"])
      try watch.watch(files: Set(files.map(folder.place)))
      self.folder = folder
      handle = watch.handle
      nonisolated(unsafe) let moved = watch
      Thread.detachNewThread { [self] in
        while let event = try? moved.next(), event != .stopped { seen.withLock { $0.append(event) } }
        isDone.signal()
      }
    }

    /// The events after some work, once all is quiet.
    ///
    /// - Parameter isSeen: whether something is expected, for which a busy machine may need longer.
    func events(
      isSeen: Bool = true, after work: (TemporaryFolder) throws -> Void
    ) throws -> [FolderWatch.Event] {
      seen.withLock { $0 = [] }
      try work(folder)
      for _ in 0..<600 where isSeen && seen.withLock(\.isEmpty) { Thread.sleep(forTimeInterval: 0.05) }
      // On a busy machine an event may be late, and must not be taken for one of the next work.
      var count = -1
      while seen.withLock(\.count) != count {
        count = seen.withLock(\.count)
        Thread.sleep(forTimeInterval: 0.25)
      }
      return seen.withLock(\.self)
    }

    /// How many changes are seen after something is done.
    func changes(isSeen: Bool = true, after work: (TemporaryFolder) throws -> Void) throws -> Int {
      try events(isSeen: isSeen, after: work).count
    }

    func wake() { handle.wake() }

    func end() -> Bool {
      handle.stop()
      return isDone.wait(timeout: .now() + 60) == .success
    }
  }

  @Test func `what concerns the site is seen, and nothing else`() throws {
    let watched = try Watched()
    #expect(try watched.changes { try $0.write("b", to: "content/list/a.md") } > 0)
    #expect(try watched.changes { try $0.remove("content/list/a.md") } > 0)
    #expect(try watched.changes(isSeen: false) { try $0.write("c", to: "content/list/.a.md.swp") } == 0)
    #expect(try watched.changes(isSeen: false) { try $0.write("c", to: "content/list/a.md~") } == 0)
    #expect(try watched.changes(isSeen: false) { try $0.write("c", to: "content/.git/a.md") } == 0)
    #expect(try watched.changes(isSeen: false) { try $0.link("content/list/.#a.md", to: "nobody@nowhere.1") } == 0)
    // Sources may name files whose names begin with a dot, and the well-known files are published.
    #expect(try watched.changes { try $0.write("c", to: "content/list/.b.csv") } > 0)
    #expect(try watched.changes { try $0.write("c", to: "content/.well-known/a/b.txt") } > 0)
    #expect(try watched.changes { try $0.write("d", to: "content/.well-known/a/b.txt") } > 0)
    #expect(try watched.changes(isSeen: false) { try $0.write("c", to: "site/index.html") } == 0)
    #expect(try watched.changes(isSeen: false) { try $0.write("c", to: "other.txt") } == 0)
    #expect(watched.end())
  }

  @Test func `an editor that saves by renaming, and folders that come`() throws {
    let watched = try Watched()
    #expect(
      try watched.changes { folder in
        try folder.write("b", to: "content/list/.new")
        _ = rename(folder.place("content/list/.new"), folder.place("content/list/a.md"))
      } > 0)
    // Folders that did not exist, one in the other, with a file in the inner one before anybody could watch it.
    #expect(try watched.changes { try $0.write("x", to: "themes/new/cells/cell.mustache") } > 0)
    #expect(try watched.changes { try $0.write("y", to: "themes/new/cells/cell.mustache") } > 0)
    #expect(
      try watched.changes { folder in
        try folder.write("x", to: "elsewhere/deep/b.md")
        _ = rename(folder.place("elsewhere"), folder.place("content/moved"))
      } > 0)
    #expect(try watched.changes { try $0.write("y", to: "content/moved/deep/b.md") } > 0)
    #expect(watched.end())
  }

  @Test func `it is told which files changed`() throws {
    let watched = try Watched()
    #expect(try watched.events { try $0.write("b", to: "content/list/a.md") } == [.changed(["content/list/a.md"])])
    #expect(
      try watched.events { folder in
        try folder.write("c", to: "content/list/b.md")
        try folder.remove("content/list/a.md")
      } == [.changed(["content/list/a.md", "content/list/b.md"])])
    // The files in a new folder may have come before anybody could see it.
    #expect(try watched.events { try $0.write("c", to: "content/other/c.md") } == [.changed(nil)])
    #expect(watched.end())
  }

  @Test func `a file elsewhere is seen that a link leads to`() throws {
    let watched = try Watched()
    try watched.folder.write("a", to: "data/a.csv")
    #expect(
      try watched.events { try $0.link("content/list/a.csv", to: $0.place("data/a.csv")) } == [.changed(nil)])
    #expect(try watched.events { try $0.write("b", to: "data/a.csv") } == [.changed(nil)])
    #expect(try watched.events(isSeen: false) { try $0.write("b", to: "data/b.csv") } == [])
    // One file may have two names now.
    #expect(try watched.events { try $0.write("b", to: "content/list/a.md") } == [.changed(nil)])
    #expect(watched.end())
  }

  @Test func `links that lead to links are followed on their way`() throws {
    let watched = try Watched()
    for name in ["one", "two"] { try watched.folder.write(name, to: "data/\(name).csv") }
    try watched.folder.link("data/current.csv", to: "one.csv")
    #expect(
      try watched.events { try $0.link("content/list/a.csv", to: "../../data/current.csv") } == [.changed(nil)])
    #expect(try watched.events { try $0.write("more", to: "data/one.csv") } == [.changed(nil)])
    #expect(
      try watched.events { folder in
        try folder.link("data/.new", to: "two.csv")
        _ = rename(folder.place("data/.new"), folder.place("data/current.csv"))
      } == [.changed(nil)])
    #expect(watched.end())
  }

  @Test func `a file with several names may be any of them`() throws {
    let watched = try Watched()
    _ = try watched.events { _ = link($0.place("content/list/a.md"), $0.place("content/list/b.md")) }
    let file = try #require(FileHandle(forWritingAtPath: watched.folder.place("content/list/b.md")))
    try file.write(contentsOf: Data("more".utf8))
    #expect(try watched.events { _ in try file.close() } == [.changed(nil)])
    #expect(watched.end())
  }

  @Test func `files that lists fetch are seen, wherever they lie`() throws {
    let watched = try Watched(files: ["top.csv", "data/new/a.csv", "data/b.sqlite", "folder"])
    let first: [(path: String, isSeen: Bool)] = [
      ("top.csv", true), ("other.csv", false), ("data/other.csv", true), ("data/new/a.csv", true),
      ("data/new/b.csv", false), ("data/b.sqlite-wal", true), ("folder/c.csv", true), ("folder/d.csv", true),
      ("folder/.d.csv", false),
    ]
    for (path, isSeen) in first {
      let events = try watched.events(isSeen: isSeen) { try $0.write("x", to: path) }
      #expect(Set(events.map { "\($0)" }) == (isSeen ? ["changed(nil)"] : []), "\(path)")
    }
    // It is there now, and what else is made in its folder says nothing.
    #expect(try watched.events(isSeen: false) { try $0.write("x", to: "data/another.csv") } == [])
    #expect(try watched.events { try $0.write("y", to: "data/new/a.csv") } == [.changed(nil)])
    #expect(try watched.events { try $0.remove("data/new/a.csv") } == [.changed(nil)])
    // The site's own files are told one by one, as before.
    let events = try watched.events { try $0.write("b", to: "content/list/a.md") }
    #expect(events.allSatisfy { $0 == .changed(["content/list/a.md"]) } && !events.isEmpty)
    #expect(watched.end())
  }

  @Test func `a database that stays open is seen to change`() throws {
    let watched = try Watched()
    let database = "content/list/a.sqlite"
    #expect(try watched.events { try $0.write("x", to: database) } == [.changed([Identifier(database)])])
    for beside in ["-journal", "-wal"] {
      #expect(
        try watched.events { try $0.write("x", to: "\(database)\(beside)") } == [.changed([Identifier(database)])])
      #expect(try watched.events { try $0.remove("\(database)\(beside)") } == [.changed([Identifier(database)])])
    }
    let file = try #require(FileHandle(forWritingAtPath: watched.folder.place(database)))
    #expect(
      try watched.events { _ in try file.write(contentsOf: Data("more".utf8)) } == [.changed([Identifier(database)])])
    let other = try #require(FileHandle(forWritingAtPath: watched.folder.place("content/list/a.md")))
    #expect(try watched.events(isSeen: false) { _ in try other.write(contentsOf: Data("more".utf8)) } == [])
    #expect(try watched.events { _ in try other.close() } == [.changed(["content/list/a.md"])])
    #expect(watched.end())
  }

  @Test func `a call ends the wait, also while files change`() throws {
    let watched = try Watched()
    #expect(try watched.events { _ in watched.wake() } == [.woken])
    let events = try watched.events { folder in
      try folder.write("b", to: "content/list/a.md")
      watched.wake()
    }
    #expect(Set(events.map { "\($0)" }) == ["changed(Optional(Set([content/list/a.md])))", "woken"])
    #expect(watched.end())
  }

  @Test func `a thousand files at once are few changes`() throws {
    let watched = try Watched()
    let count = try watched.changes { folder in
      for number in 0..<1000 { try folder.write("x", to: "content/list/\(number).md") }
    }
    #expect((1...20).contains(count))
    #expect(watched.end())
  }
}
