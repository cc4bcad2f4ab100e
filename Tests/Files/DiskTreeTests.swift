import Foundation
import Glibc
import CellistTestSupport
import Testing

@testable import CellistBase
@testable import CellistFiles
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
      let tree = SourceTree.disk(site.path, linking: [""])
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
      #expect(walk(.disk(site.path, linking: [""]), "", &diagnostics) == ["a", "a/b"])
      #expect(
        lines(diagnostics) == [
          "l:1:1: error: the symbolic link leads out of the site's folders 'content' and 'themes', or nowhere [symbolic-link]; "
            + "copy what it leads to into the site"
        ])
    }
  }

  @Test(arguments: ["../../.env", "../../.git", "../../content-twin/x"])
  func `a link within the site that leaves the content is refused`(target: String) throws {
    try withFolder { folder in
      let site = folder.appending(path: "site")
      for path in ["content/in", ".git", "content-twin"] {
        try FileManager.default.createDirectory(at: site.appending(path: path), withIntermediateDirectories: true)
      }
      for path in [".env", ".git/config", "content-twin/x"] { try Data("x".utf8).write(to: site.appending(path: path)) }
      try link(site.appending(path: "content/in/l"), to: target)
      try link(site.appending(path: "content/in/theme"), to: "../../themes/own")
      try FileManager.default.createDirectory(
        at: site.appending(path: "themes/own"), withIntermediateDirectories: true)
      var diagnostics = Diagnostics()
      #expect(walk(.disk(site.path), "content", &diagnostics) == ["content/in", "content/in/theme"])
      #expect(
        lines(diagnostics) == [
          "content/in/l:1:1: error: the symbolic link leads out of the site's folders 'content' and 'themes', or nowhere "
            + "[symbolic-link]; copy what it leads to into the site"
        ])
    }
  }

  @Test func `only files and folders are read`() throws {
    try withFolder { folder in
      let site = folder.appending(path: "site")
      #expect(mkfifo(site.appending(path: "a/pipe").path, 0o644) == 0)
      try link(site.appending(path: "a/to-pipe"), to: "pipe")
      var diagnostics = Diagnostics()
      let tree = SourceTree.disk(site.path, linking: [""])
      #expect(walk(tree, "", &diagnostics) == ["a", "a/b"])
      #expect(tree.text("a/pipe", &diagnostics) == nil)
      #expect(tree.visible(in: "a/pipe", &diagnostics) == [])
      #expect(
        Set(lines(diagnostics)) == [
          "a/pipe:1:1: error: this is a pipe, and a site consists of files and folders [unreadable-file]",
          "a/to-pipe:1:1: error: the symbolic link leads to a pipe [symbolic-link]",
          "a/pipe:1:1: error: the file cannot be read: it is not a file [unreadable-file]",
          "a/pipe:1:1: error: the folder cannot be read: Not a directory [unreadable-file]",
        ])
    }
  }

  @Test func `folders full of links to each other are listed a few times, and not in every order`() throws {
    try withFolder { folder in
      let site = folder.appending(path: "site")
      let names = (0..<18).map { "f\($0)" }
      for name in names {
        try FileManager.default.createDirectory(
          at: site.appending(path: "a/\(name)"), withIntermediateDirectories: true)
        for other in names where other != name {
          try link(site.appending(path: "a/\(name)/\(other)"), to: "../\(other)")
        }
      }
      var diagnostics = Diagnostics()
      #expect(walk(.disk(site.path, linking: [""]), "a", &diagnostics).count < 10_000)
      #expect(
        lines(diagnostics).contains(
          "a/f0/f1/f2/f3:1:1: error: two symbolic links to folders lead here, and this is a third [symbolic-link]; "
            + "let one link lead to where the files are"))
    }
  }

  @Test func `a link to a folder that contains it is refused`() throws {
    try withFolder { folder in
      let site = folder.appending(path: "site")
      try link(site.appending(path: "a/b/up"), to: "..")
      var diagnostics = Diagnostics()
      #expect(walk(.disk(site.path, linking: [""]), "", &diagnostics) == ["a", "a/b"])
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
      #expect(
        walk(.disk(site.path, linking: [""]), "", &diagnostics) == ["a", "a/b", "a/to-c", "c", "c/to-a", "c/to-a/b"])
      #expect(
        lines(diagnostics) == [
          "a/to-c/to-a:1:1: error: the symbolic link leads to a folder that contains it [symbolic-link]",
          "c/to-a/to-c:1:1: error: the symbolic link leads to a folder that contains it [symbolic-link]",
        ])
    }
  }
}
