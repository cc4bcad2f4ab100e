import Foundation
import Testing

@testable import CellistContent
@testable import CellistRecords

@Suite struct DiskTreeTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cellist-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "site/a/b"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func link(_ place: URL, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: target)
  }

  /// All paths below a folder of a tree.
  private func walk(_ tree: SourceTree, _ folder: String, _ diagnostics: inout Diagnostics) -> [String] {
    tree.visible(in: folder, &diagnostics).flatMap { entry in
      let path = joined(folder, entry.name)
      return [path] + (entry.kind == .folder ? walk(tree, path, &diagnostics) : [])
    }
  }

  @Test func `files and folders are read, and links within the site are followed`() throws {
    try withFolder { folder in
      let site = folder.appending(path: "site")
      try Data("text\n".utf8).write(to: site.appending(path: "a/b/c\n.md"))
      try link(site.appending(path: "l"), to: "a/b")
      try link(site.appending(path: "m.md"), to: "a/b/c\n.md")
      var diagnostics = Diagnostics()
      let tree = SourceTree.disk(site.path)
      #expect(walk(tree, "", &diagnostics) == ["a", "a/b", "a/b/c\n.md", "l", "l/c\n.md", "m.md"])
      #expect(tree.text("m.md", &diagnostics) == "text\n")
      #expect(tree.visible(in: "nowhere", &diagnostics) == [])
      #expect(lines(diagnostics) == [])
      #expect(tree.text("a", &diagnostics) == nil)
      #expect(tree.text("zzz", &diagnostics) == nil)
      #expect(
        lines(diagnostics) == [
          "a:1:1: error: the file cannot be read: it is not a file [unreadable-file]",
          "zzz:1:1: error: the file does not exist [unreadable-file]",
        ])
    }
  }

  @Test(arguments: ["../secret", "/etc/passwd", "nowhere", "../site-twin"])
  func `a link that leaves the site is refused`(target: String) throws {
    try withFolder { folder in
      try Data("x".utf8).write(to: folder.appending(path: "secret"))
      try FileManager.default.createDirectory(
        at: folder.appending(path: "site-twin"), withIntermediateDirectories: true)
      let site = folder.appending(path: "site")
      try link(site.appending(path: "l"), to: target)
      var diagnostics = Diagnostics()
      #expect(walk(.disk(site.path), "", &diagnostics) == ["a", "a/b"])
      #expect(
        lines(diagnostics) == [
          "l:1:1: error: the symbolic link leads out of the site, or nowhere [symbolic-link]; "
            + "copy what it leads to into the site"
        ])
    }
  }

  @Test func `a link to a folder that contains it is refused`() throws {
    try withFolder { folder in
      let site = folder.appending(path: "site")
      try link(site.appending(path: "a/b/up"), to: "..")
      var diagnostics = Diagnostics()
      #expect(walk(.disk(site.path), "", &diagnostics) == ["a", "a/b"])
      #expect(
        lines(diagnostics) == [
          "a/b/up:1:1: error: the symbolic link leads to a folder that contains it [symbolic-link]"
        ])
    }
  }

  @Test func `links that lead to each other's folders end`() throws {
    try withFolder { folder in
      let site = folder.appending(path: "site")
      try FileManager.default.createDirectory(at: site.appending(path: "c"), withIntermediateDirectories: true)
      try link(site.appending(path: "a/to-c"), to: "../c")
      try link(site.appending(path: "c/to-a"), to: "../a")
      var diagnostics = Diagnostics()
      #expect(walk(.disk(site.path), "", &diagnostics) == ["a", "a/b", "a/to-c", "c", "c/to-a", "c/to-a/b"])
      #expect(
        lines(diagnostics) == [
          "a/to-c/to-a:1:1: error: the symbolic link leads to a folder that contains it [symbolic-link]",
          "c/to-a/to-c:1:1: error: the symbolic link leads to a folder that contains it [symbolic-link]",
        ])
    }
  }
}
