import CellistBase
import CellistTestSupport
import Foundation
import Testing

/// What publishing leaves alone at a target, and says before it changes anything.
@Suite struct PublishingProgramTests {
  /// A folder with a site in `s` and a bare repository in `bare.git`, its target `g`.
  private static func site(_ targets: String = "") throws -> TemporaryFolder {
    let outer = try TemporaryFolder()
    let git = "  g: {git: '\(outer.place("bare.git"))'}\n"
    try outer.write("title: S\nbase: https://e.org/\npublish:\n\(git)\(targets)", to: "s/content/site.yml")
    try outer.write("---\ntitle: S\n---\n", to: "s/content/index.md")
    try outer.write("---\ntitle: B\n---\n", to: "s/content/books/index.md")
    try Self.git("init", "--quiet", "--bare", outer.place("bare.git"))
    return outer
  }

  @discardableResult
  private static func publish(_ outer: TemporaryFolder, _ arguments: String..., status: Int32 = 0) throws -> String {
    let result = try Program.run(["publish"] + arguments, in: outer.place("s"))
    #expect(result.status == status, "\(arguments): \(result.errors)")
    return result.errors
  }

  @discardableResult
  private static func git(_ arguments: String...) throws -> String {
    let ended = try ProgramRunner.machine.run(.init(["git"] + arguments))
    guard ended.status == 0 else { throw CocoaError(.executableLoad) }
    return ended.text
  }

  /// The files of the branch.
  private static func branch(_ outer: TemporaryFolder) throws -> Set<String> {
    let text = try Self.git("-C", outer.place("bare.git"), "ls-tree", "-r", "--name-only", "gh-pages")
    return Set(text.split(separator: "\n").map(String.init))
  }

  /// Adds a file to the branch, as somebody else does.
  private static func add(_ path: String, to outer: TemporaryFolder) throws {
    let bare = outer.place("bare.git")
    let clone = outer.place("clone-\(UUID().uuidString)")
    try Self.git("clone", "--quiet", "--branch", "gh-pages", bare, clone)
    let file = URL(fileURLWithPath: "\(clone)/\(path)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("mine\n".utf8).write(to: file)
    try Self.git("-C", clone, "add", "--all")
    try Self.git("-C", clone, "-c", "user.name=n", "-c", "user.email=e@e", "commit", "--quiet", "-m", "m")
    try Self.git("-C", clone, "push", "--quiet", "origin", "gh-pages")
  }

  @Test func `only a site below is removed, and of its folder only its files`() throws {
    let outer = try Self.site()
    try Self.publish(outer, "g")
    try Self.add("mine/x.txt", to: outer)
    let before = try Self.branch(outer)
    for folder in ["books", "mine"] {
      let said = try Self.publish(outer, "g", "--below", folder, "--remove", status: 64)
      #expect(said == "error: no site was published below '\(folder)', and what is there is not removed\n")
      for more in [[], ["--take-over"]] {
        let result = try Program.run(["publish", "g", "--below", folder] + more, in: outer.place("s"))
        #expect(result.status == 64 && result.errors.contains("holds files that are not of a site published there"))
      }
    }
    #expect(try Self.branch(outer) == before)
    try Self.publish(outer, "g", "--below", "pr/2/x")
    try Self.publish(outer, "g", "--below", "pr/3")
    try Self.add("pr/3/own.txt", to: outer)
    let nested = try Self.branch(outer).filter { $0.hasPrefix("pr/2/x/") }
    #expect(try Self.publish(outer, "g", "--below", "pr/2", "--remove", status: 64).hasPrefix("error: no site was"))
    try Self.publish(outer, "g", "--below", "pr/3", "--remove")
    #expect(try Self.branch(outer) == before.union(nested).union(["pr/3/own.txt"]))
    #expect(try Self.publish(outer, "g", "--below", "pr/9", "--remove") == "0 files removed below pr/9\n")
  }

  @Test func `what was changed at the target is found and sent again by a repair`() throws {
    let outer = try Self.site("  f: {folder: out, in-place: true, compress: [gzip]}\n  r: {folder: live}\n")
    for (target, folder) in [("f", "s/out"), ("r", "s/live")] {
      try Self.publish(outer, target)
      let whole = outer.tree(folder).filter { !$0.key.hasPrefix(".well-known/cellist/manifest.") }
      try outer.write("changed", to: "\(folder)/index.html")
      try outer.remove("\(folder)/books/index.html")
      try outer.write("foreign", to: "\(folder)/foreign.html")
      if target == "f" { try outer.write("", to: "\(folder)/sitemap.xml.gz") }
      #expect(try Self.publish(outer, target).contains("holds the site already"))
      let count = target == "f" ? 3 : 2
      #expect(try Self.publish(outer, target, "--repair", "--dry-run").contains("\(count) files with"))
      let said = try Self.publish(outer, target, "--repair")
      #expect(said.contains("\(count) files were missing there, or had other bytes"), "\(said)")
      let files = outer.tree(folder)
      #expect(files["foreign.html"].map { String(decoding: $0, as: UTF8.self) } == "foreign")
      for (path, bytes) in whole { #expect(files[path] == bytes, "\(path)") }
      #expect(try Self.publish(outer, target, "--repair").contains("holds the site already"))
    }
    for more in ["--rollback", "--due"] { try Self.publish(outer, "f", "--repair", more, status: 64) }
  }

  @Test func `a first preview does not lock the branch's own site out`() throws {
    let outer = try Self.site()
    try Self.publish(outer, "g", "--below", "pr/1")
    try Self.publish(outer, "g", "--below", "pr/2")
    try Self.publish(outer, "g", "--below", "pr/1", "--remove")
    try Self.publish(outer, "g")
    #expect(try Self.branch(outer).isSuperset(of: ["index.html", "books/index.html", "pr/2/index.html"]))
    // A branch of somebody else is still one.
    let other = try Self.site()
    try Self.publish(other, "g", "--below", "pr/1")
    try Self.add("mine.txt", to: other)
    #expect(try Self.publish(other, "g", status: 64).contains("holds files that are not from Cellist"))
  }

  @Test(arguments: ["folder: live", "folder: live, in-place: true"])
  func `what others put into a folder is neither replaced nor lost`(place: String) throws {
    let outer = try Self.site("  t: {\(place), purge: p.txt}\n")
    try Self.publish(outer, "t")
    try outer.write("mine", to: "s/live/settings.txt")
    try outer.write("mine", to: "s/live/new/index.html")
    try outer.write("---\ntitle: New\n---\n", to: "s/content/new.md")
    for more in [["--dry-run"], []] {
      let result = try Program.run(["publish", "t"] + more, in: outer.place("s"))
      #expect(result.status == 64)
      #expect(
        result.errors.contains(
          "the target holds a file that is not of this site where new files belong: 'new/index.html'"),
        "\(result.errors)")
    }
    #expect(outer.read("s/live/new/index.html") == "mine")
    try Self.publish(outer, "t", "--take-over")
    #expect(outer.read("s/live/new/index.html") != "mine" && outer.read("s/live/settings.txt") == "mine")
    let list = outer.read("s/p.txt")
    #expect(list?.contains("https://e.org/new/\n") == true)
    try Self.publish(outer, "t")
    #expect(outer.read("s/p.txt") == list)
    guard !place.contains("in-place") else { return }
    try Self.publish(outer, "t", "--rollback")
    #expect(outer.read("s/live/settings.txt") == "mine" && outer.read("s/p.txt")?.contains("/new/\n") == true)
  }

  @Test func `what others put into a branch stays, and a rollback is to the generation before`() throws {
    let outer = try Self.site()
    try Self.publish(outer, "g")
    try outer.write("---\ntitle: New\n---\n", to: "s/content/new.md")
    try Self.publish(outer, "g")
    try Self.add("mine.txt", to: outer)
    try Self.publish(outer, "g", "--rollback")
    let files = try Self.branch(outer)
    #expect(files.contains("mine.txt") && files.contains("index.html") && !files.contains("new/index.html"))
    try Self.add("books/own.txt", to: outer)
    try outer.write("own", to: "s/content/books/own.txt")
    #expect(try Self.publish(outer, "g", status: 64).contains("'books/own.txt'"))
    try Self.publish(outer, "g", "--take-over")
    #expect(try Self.branch(outer).isSuperset(of: ["mine.txt", "new/index.html", "books/own.txt"]))
  }

  @Test func `a rollback keeps addresses where the site does`() throws {
    let outer = try Self.site("  t: {folder: live}\naddresses: keep\n")
    try Self.publish(outer, "t")
    try outer.write("---\ntitle: New\n---\n", to: "s/content/new.md")
    try Self.publish(outer, "t")
    #expect(try Program.run(["publish", "t", "--rollback"], in: outer.place("s")).errors.contains("/new/"))
    #expect(outer.read("s/live/new/index.html") != nil)
  }

  @Test func `a rollback takes no dry run and no key`() throws {
    let outer = try Self.site()
    try Self.publish(outer, "g")
    try outer.write("---\ntitle: S2\n---\n", to: "s/content/index.md")
    try Self.publish(outer, "g")
    let before = try Self.git("-C", outer.place("bare.git"), "rev-parse", "gh-pages")
    for more in [["--dry-run"], ["--sign", "k"]] {
      let result = try Program.run(["publish", "g", "--rollback"] + more, in: outer.place("s"))
      #expect(result.status == 64 && result.errors.contains("--rollback publishes at once"), "\(result.errors)")
    }
    #expect(try Self.git("-C", outer.place("bare.git"), "rev-parse", "gh-pages") == before)
  }

  @Test func `a list of other addresses is not replaced, and its folder must be there`() throws {
    let outer = try Self.site("  b: {folder: live, purge: b.txt}\n  c: {folder: live, purge: ops/p.txt}\n")
    try outer.write("https://my.bookmarks.org/\n", to: "s/b.txt")
    #expect(try Self.publish(outer, "b", status: 64).contains("is a file that Cellist did not write"))
    #expect(outer.read("s/b.txt") == "https://my.bookmarks.org/\n")
    #expect(try Self.publish(outer, "c", status: 64).contains("is in a folder that does not exist"))
    #expect(!outer.paths("s").contains { $0.contains("live") })
    try outer.write("https://e.org/old/\n", to: "s/b.txt")
    try Self.publish(outer, "b")
    #expect(outer.read("s/b.txt")?.contains("https://e.org/books/\n") == true)
  }

  @Test func `a repository that is none is named, and a path starts at the site`() throws {
    let outer = try Self.site("  here: {git: .}\n  inner: {git: inner.git}\n  orgin: {git: orgin}\n")
    for name in ["here", "orgin"] {
      let said = try Self.publish(outer, name, status: 74)
      #expect(said.hasPrefix("error: git ls-remote: fatal: '"), "\(said)")
      #expect(said.hasSuffix("does not appear to be a git repository\n"), "\(said)")
    }
    try Self.git("init", "--quiet", "--bare", outer.place("s/inner.git"))
    try Self.publish(outer, "inner")
    #expect(try Self.git("-C", outer.place("s/inner.git"), "show", "gh-pages:index.html").contains("<title>S</title>"))
  }

  @Test func `a folder of somebody else among the releases stays`() throws {
    let outer = try Self.site("  l: {folder: x}\n")
    try outer.write("keep\n", to: "s/x.releases/1/notes.txt")
    #expect(try Self.publish(outer, "l", status: 64) == "error: './x.releases/1' is not from Cellist; move it away\n")
    #expect(outer.read("s/x.releases/1/notes.txt") == "keep\n")
    try outer.remove("s/x.releases/1")
    // What a publisher that was killed left is replaced, and so is an empty folder.
    for left in ["s/x.releases/1/.well-known/cellist/unfinished", ""] {
      if left.isEmpty { try outer.makeFolder("s/x.releases/2") } else { try outer.write("", to: left) }
      try outer.write("---\ntitle: S\(left.count)\n---\n", to: "s/content/index.md")
      try Self.publish(outer, "l")
    }
    #expect(!outer.paths("s/x.releases").contains { $0.hasSuffix("unfinished") })
    #expect(try Program.run(["verify", "--published", "l", "--deep"], in: outer.place("s")).status == 0)
  }

  @Test func `places of reports are looked at before anything is built`() throws {
    let outer = try Self.site()
    for arguments in [["--report", "no/r.json"], ["--report", "r.json", "--manifest", "./r.json"]] {
      let result = try Program.run(["build"] + arguments, in: outer.place("s"))
      #expect(result.status == 64, "\(result.errors)")
      #expect(!outer.paths("s").contains { $0.hasPrefix("site/") })
    }
  }

  @Test func `a check looks at all targets`() throws {
    let outer = try Self.site("  x: {foldr: a}\n")
    let result = try Program.run(["check"], in: outer.place("s"))
    #expect(result.status == 1 && result.errors.contains("a publish target has no setting 'foldr'"), "\(result.errors)")
  }

  @Test func `a target is published to although another one is wrong`() throws {
    let outer = try Self.site("  l: {folder: live}\n  x: {foldr: a}\n  y: {folder: b/../c}\n")
    try Self.publish(outer, "l")
    #expect(outer.read("s/live/index.html") != nil)
    #expect(try Program.run(["verify", "--published", "l"], in: outer.place("s")).status == 0)
    for (name, own, other) in [("x", "'foldr'", "'..'"), ("y", "'..'", "'foldr'")] {
      let said = try Self.publish(outer, name, status: 1)
      #expect(said.contains(own) && !said.contains(other), "\(said)")
      #expect(try Program.run(["check"], in: outer.place("s")).errors.contains(own))
    }
    #expect(
      try Self.publish(outer, "z", status: 64)
        == "error: site.yml has no publish target 'z'; there is 'g', 'l', 'x', 'y'\n")
  }

  @Test func `a file is no lost address where a page answers for it`() throws {
    let outer = try Self.site("  l: {folder: live}\naddresses: keep\n")
    try outer.write("x", to: "s/content/doc.pdf")
    try Self.publish(outer, "l")
    try outer.remove("s/content/doc.pdf")
    try Self.publish(outer, "l", status: 1)
    let settings = try #require(outer.read("s/content/site.yml"))
    try outer.write("\(settings)gone: [/doc.pdf]\n", to: "s/content/site.yml")
    try Self.publish(outer, "l")
    #expect(outer.read("s/live/doc.pdf/index.html") != nil)
  }
}
