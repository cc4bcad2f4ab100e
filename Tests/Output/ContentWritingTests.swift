import CellistOutput
import CellistTestSupport
import Foundation
import Testing

@Suite struct ContentWritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func change(_ path: String, _ old: String?, _ new: String?) -> ContentWriting.Change {
    (path, old.map { Array($0.utf8) }, new.map { Array($0.utf8) })
  }

  @Test func `a file that cannot be written takes the others back`() throws {
    try folder.write("one\n", to: "content/a.csv")
    try folder.write("one\n", to: "content/b.csv")
    #expect(throws: OutputFolder.Failure.self) {
      // The second file of one name is not beside its place when its turn comes.
      try ContentWriting(of: folder.path).write([
        change("content/a.csv", "one\n", "two\n"), change("content/b.csv", "one\n", nil),
        change("content/new/c.md", nil, "c"), change("content/new/c.md", nil, "c"),
      ])
    }
    #expect(folder.read("content/a.csv") == "one\n")
    #expect(folder.read("content/b.csv") == "one\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/content").sorted() == ["a.csv", "b.csv"])
  }

  @Test func `a folder for a new file goes where nothing is written`() throws {
    try folder.write("other\n", to: "content/b.csv")
    #expect(throws: OutputFolder.Failure.refused("content/b.csv was changed meanwhile; nothing was written")) {
      try ContentWriting(of: folder.path).write([
        change("content/new/c.md", nil, "c"), change("content/b.csv", "one\n", "two\n"),
      ])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/content") == ["b.csv"])
  }

  @Test func `a change by another program leaves all files as they are`() async throws {
    for round in 0..<200 {
      try folder.write("one\n", to: "a.csv")
      try folder.write("one\n", to: "b.csv")
      try folder.write("theirs\n", to: "theirs")
      let path = folder.path
      let other = Thread {
        usleep(UInt32(round % 20) * 15)
        rename("\(path)/theirs", "\(path)/b.csv")
      }
      other.start()
      do {
        try ContentWriting(of: folder.path).write([
          change("a.csv", "one\n", "two\n"), change("b.csv", "one\n", "two\n"),
        ])
        while folder.read("theirs") != nil { usleep(50) }
        #expect(folder.read("a.csv") == "two\n")
      } catch {
        while folder.read("theirs") != nil { usleep(50) }
        #expect(folder.read("a.csv") == "one\n")
      }
      #expect(folder.read("b.csv") == "theirs\n")
    }
  }
}
