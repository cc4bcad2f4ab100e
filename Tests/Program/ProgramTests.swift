import CellistOutput
import CellistTestSupport
import Foundation
import Glibc
import Testing

/// The executable, as somebody in a shell meets it: exit statuses, what goes where, and what it does to folders.
@Suite struct ProgramTests {
  static func site(_ files: [String: String] = [:]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n", "content/items/list.yml": "record: {name: text}\nrecord-pages: true\n",
      "content/items/a.md": "---\nname: A\n---\n", "content/items/b/index.md": "---\nname: B\n---\n",
      "content/items/b/b.txt": "b",
    ].merging(files, uniquingKeysWith: { $1 }) { try folder.write(text, to: path) }
    return folder
  }

  private static let broken = ["content/items/a.md": "---\nnmae: A\n---\n"]

  // MARK: Exit statuses and streams

  @Test func `a build says what it made, and exits with 0`() throws {
    let site = try Self.site()
    let result = try Program.run(["build"], in: site.path)
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("1 list, 2 records, 7 files in ./site, "), "\(result.errors)")
    #expect(!result.errors.contains("\u{1B}"))
    #expect(site.read("site/items/b/b.txt") == "b")
  }

  @Test func `a site with errors exits with 1, and the previous site stays whole`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build"], in: site.path).status == 0)
    let before = site.tree("site")
    try site.write(Self.broken["content/items/a.md"]!, to: "content/items/a.md")
    let result = try Program.run(["build"], in: site.path, environment: ["TERM": "xterm"])
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(
      result.errors == """
        content/items/a.md:2:1: error: no field is called 'nmae' [unknown-key]
           2 | nmae: A
             | ^~~~
             = did you mean 'name'?
        content/items/a.md:2:1: error: 'name' is missing [missing-value]
           2 | nmae: A
             | ^~~~
             = give it a value, or make the field optional in list.yml: name: text?
        2 errors; nothing was written

        """)
    #expect(site.tree("site") == before)
  }

  @Test func `diagnostics as JSON, for programs`() throws {
    let site = try Self.site(["content/items/a.md": "---\nnmae: A\nname: B\n---\n<b>\n"])
    let result = try Program.run(["check", "--format", "json"], in: site.path)
    #expect(result.status == 1)
    #expect(
      result.output == """
        {
          "version": 1,
          "diagnostics": [
            {
              "severity": "error",
              "code": "unknown-key",
              "message": "no field is called 'nmae'",
              "file": "content/items/a.md",
              "line": 2,
              "column": 1,
              "hint": "did you mean 'name'?"
            },
            {
              "severity": "warning",
              "code": "raw-html",
              "message": "raw HTML is left out: <b>",
              "file": "content/items/a.md",
              "line": 5,
              "column": 1,
              "hint": "'html: allow' in site.yml keeps it, where the authors are trusted"
            }
          ]
        }

        """)
    #expect(result.errors == "1 error, 1 warning\n")
  }

  @Test func `diagnostics as annotations of GitHub Actions`() throws {
    let site = try Self.site(["content/items/a, b%.md": "---\nnmae: A\nname: B\n---\n"])
    let result = try Program.run(["check", "--site", site.path, "--format", "github"], in: "/")
    #expect(
      result.output == "::error file=\(site.path)/content/items/a%2C b%25.md,line=2,col=1,title=unknown-key::"
        + "no field is called 'nmae'%0Adid you mean 'name'?\n")
    #expect(result.errors == "1 error\n")
  }

  @Test func `warnings are printed, and keep nothing from being written`() throws {
    let site = try Self.site(["content/index.md": "<b>\n"])
    let result = try Program.run(["build"], in: site.path)
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("content/index.md:1:1: warning: raw HTML is left out: <b> [raw-html]\n"))
    #expect(site.read("site/index.html") != nil)
  }

  @Test(arguments: [
    ["build", "--base", "example.org"], ["build", "--now", "tomorrow"], ["build", "--nonsense"], ["bulid"],
    ["build", "--format", "xml"], ["check", "--site", "/nowhere"], ["build", "--site", "/nowhere"],
  ])
  func `wrong usage exits with 64`(arguments: [String]) throws {
    let site = try Self.site()
    let before = site.paths()
    let result = try Program.run(arguments, in: site.path)
    #expect(result.status == 64)
    #expect(!result.errors.isEmpty)
    #expect(site.paths() == before)
  }

  @Test func `colours are for terminals that want them`() throws {
    guard access("/usr/bin/script", X_OK) == 0 else { return }
    let site = try Self.site(Self.broken)
    func run(_ environment: [String: String]) throws -> String {
      let command = ["script", "-qec", "'\(Program.path)' check", "/dev/null"]
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.currentDirectoryURL = URL(fileURLWithPath: site.path)
      process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardInput = FileHandle.nullDevice
      try process.run()
      return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    #expect(try run(["TERM": "xterm"]).contains("\u{1B}[1;31merror\u{1B}[0m: no field is called 'nmae'"))
    for environment in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], [:]] {
      let text = try run(environment)
      #expect(text.contains("error: no field is called 'nmae'"))
      #expect(!text.contains("\u{1B}"))
    }
  }

  // MARK: The output folder

  @Test(arguments: [".", "content", "content/items", "content/new", "themes", "themes/x/y", "..", "../..", "/"])
  func `an output folder in or around the site's own folders is refused`(output: String) throws {
    let outer = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n", "themes/x/theme.yml": "", ".cellist": "", "content/.cellist": "",
    ] {
      try outer.write(text, to: "a/b/\(path)")
    }
    // Even a marker does not make it one.
    try outer.write("", to: ".cellist")
    try outer.write("", to: "a/.cellist")
    let before = outer.tree()
    let result = try Program.run(["build", "--output", output], in: outer.place("a/b"))
    #expect(result.status == 64, "\(result.errors)")
    #expect(outer.tree() == before)
  }

  @Test func `a folder with other files and no marker is refused, untouched`() throws {
    let site = try Self.site()
    try site.write("mine", to: "home/letter.txt")
    try site.write("mine", to: "home/.profile")
    let before = site.tree()
    let result = try Program.run(["build", "--output", "home"], in: site.path)
    #expect(result.status == 64)
    #expect(
      result.errors
        == "error: 'home' holds files that are not from Cellist; name another folder with --output, or empty it\n")
    #expect(site.tree() == before)
  }

  @Test func `a folder called as the marker is no marker`() throws {
    let site = try Self.site(["home/.cellist/state": "x", "home/letter.txt": "mine"])
    let before = site.tree()
    #expect(try Program.run(["build", "--output", "home"], in: site.path).status == 64)
    #expect(site.tree() == before)
  }

  @Test func `what no build wrote is left alone, and told of once`() throws {
    let site = try Self.site(["content/site.yml": "title: T\nkeep: [mine]\n", "content/old.txt": "old"])
    #expect(try Program.run(["build"], in: site.path).status == 0)
    var expected = site.tree("site")
    expected["old.txt"] = nil
    for name in ["stray.txt", "deep/er/stray.html", ".git/config", "mine/x", "CNAME", "items/mine", "items/\u{1B}.txt"]
    {
      try site.write("x", to: "site/\(name)")
      for way in sequence(first: name.folder, next: { $0.folder }).prefix(while: { !$0.isEmpty }) {
        expected["\(way)/"] = []
      }
      expected[name] = Array("x".utf8)
    }
    try site.remove("content/old.txt")
    let result = try Program.run(["build"], in: site.path)
    #expect(result.status == 0)
    #expect(
      result.errors.hasPrefix(
        "left alone in './site', since no build wrote it: .git/, CNAME, deep/, items/\u{FFFD}.txt, items/mine and 1 more\n"
      ),
      "\(result.errors)")
    #expect(Self.own(site.tree("site")) == Self.own(expected))
    let again = try Program.run(["build"], in: site.path)
    #expect(!again.errors.contains("left alone"))
    #expect(try Program.run(["build", "--clean"], in: site.path).status == 0)
    #expect(Self.own(site.tree("site")) == Self.own(expected))
    #expect(try Program.run(["verify"], in: site.path).status == 0)
  }

  /// A tree without what builds keep beside the site.
  static func own(_ tree: [String: [UInt8]]) -> [String: [UInt8]] {
    tree.filter { !OutputFolder.ownNames.contains($0.key) }
  }

  @Test func `a name that is no text is left alone`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build"], in: site.path).status == 0)
    var name = Array(site.place("site/items/x").utf8CString)
    name.insert(CChar(bitPattern: 0xFF), at: name.count - 1)
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o644)
    #expect(descriptor >= 0)
    close(descriptor)
    #expect(try Program.run(["build"], in: site.path).status == 0)
    #expect(try Program.run(["build", "--clean"], in: site.path).status == 0)
    #expect(access(name, F_OK) == 0)
  }

  @Test func `a list of files that was lost costs no file`() throws {
    let site = try Self.site(["content/old.txt": "old"])
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.remove("site/.cellist-files")
    try site.remove(".cellist")
    let result = try Program.run(["build"], in: site.path)
    #expect(result.status == 74)
    #expect(
      result.errors
        == "error: pages must stand where other files are, which no build wrote: 404.html, \(Self.style(in: site)), "
        + "index.html, items/a/index.html, items/b/b.txt and 3 more; move them away\n")
    #expect(site.read("site/old.txt") == "old")
  }

  private static func style(in site: TemporaryFolder) -> String {
    site.paths("site").first { $0.hasPrefix("assets/") && $0.hasSuffix(".css") } ?? ""
  }

  @Test(arguments: ["/etc/passwd", "../precious.txt", "items/../../precious.txt", "items//x", "./x"])
  func `a list of files that leads elsewhere is refused`(path: String) throws {
    let site = try Self.site(["precious.txt": "mine"])
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.write("\(path)\nindex.html\n", to: "site/.cellist-files")
    let before = site.tree()
    let result = try Program.run(["build", "--clean"], in: site.path)
    #expect(result.status == 64)
    #expect(
      result.errors == "error: './site/.cellist-files' names '\(path)', which no build writes; remove that line\n")
    #expect(site.tree() == before)
  }

  @Test func `a list of files does not lead through links`() throws {
    let site = try Self.site(["outside/precious.txt": "mine"])
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.link("site/away", to: "../outside")
    let list = try #require(site.read("site/.cellist-files"))
    try site.write(list + "away/precious.txt\n", to: "site/.cellist-files")
    #expect(try Program.run(["build", "--clean"], in: site.path).status == 0)
    #expect(site.read("outside/precious.txt") == "mine")
  }

  @Test func `another site's output is refused, and so is a place in one`() throws {
    let outer = try TemporaryFolder()
    for name in ["a", "b", "c/d"] { try outer.write("title: T\n", to: "\(name)/content/site.yml") }
    func build(_ site: String, _ output: String) throws -> Program.Result {
      try Program.run(["build", "--site", site, "--output", output], in: outer.path)
    }
    #expect(try build("a", "out").status == 0)
    let before = outer.tree()
    for (site, output, reason) in [
      ("b", "out", "holds another site, or this one as it was built from another folder"),
      ("b", "out/de", "is in '\(outer.path)/out', to which a site is written"),
      ("b", "a/content/b", "is in the folder 'content' of the site in '\(outer.path)/a'"),
      ("b", "b/themes", "is in the site's folder 'themes'"),
      ("b", "b/.cellist", "is in the site's folder '.cellist'"),
      ("b", "b/new/../content/x", "is in the site's folder 'content'"),
      ("c/d", "c/d/..", "holds the site's folder 'content'"),
    ] {
      let result = try build(site, output)
      #expect(result.status == 64)
      #expect(result.errors == "error: the output folder '\(output)' \(reason); name another one with --output\n")
      let watched = try Program.run(["watch", "--site", site, "--output", output, "--port", "0"], in: outer.path)
      #expect(watched.status == 64)
      #expect(watched.errors == result.errors)
    }
    #expect(outer.tree() == before)
    // A site and its output move together.
    #expect(try build("b", "b/site").status == 0)
    try FileManager.default.moveItem(atPath: outer.place("b"), toPath: outer.place("e"))
    #expect(try build("e", "e/site").status == 0)
  }

  @Test func `a file that only Unicode calls the same does not stay`() throws {
    let site = try Self.site(["content/e\u{301}.txt": "decomposed"])
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.remove("content/e\u{301}.txt")
    try site.write("composed", to: "content/\u{E9}.txt")
    #expect(try Program.run(["build"], in: site.path).status == 0)
    let names = site.paths("site").filter { $0.hasSuffix(".txt") && !$0.contains("/") }
    #expect(names.map { Array($0.utf8) } == [Array("\u{E9}.txt".utf8)])
  }

  @Test func `symbolic links in the output are not followed`() throws {
    let site = try Self.site(["outside/precious.txt": "mine", "outside/index.html": "mine"])
    #expect(try Program.run(["build"], in: site.path).status == 0)
    var clean = site.tree("site")
    let outside = site.tree("outside")
    try site.remove("site/items")
    try site.link("site/items", to: "../outside")
    let result = try Program.run(["build"], in: site.path)
    #expect(result.status == 74)
    #expect(
      result.errors
        == "error: pages must stand where other files are, which no build wrote: items; move them away\n")
    try site.remove("site/items")
    try site.remove("site/index.html")
    try site.link("site/index.html", to: "../outside/index.html")
    try site.link("site/stray", to: "../outside")
    try site.link("site/loop", to: ".")
    try site.link("site/.cellist-stage", to: "../outside")
    try site.link("site/assets/deep", to: "../../outside")
    #expect(try Program.run(["build"], in: site.path).status == 0)
    clean["stray"] = Array("-> ../outside".utf8)
    clean["loop"] = Array("-> .".utf8)
    clean["assets/deep"] = Array("-> ../../outside".utf8)
    #expect(site.tree("site") == clean)
    #expect(site.tree("outside") == outside)
  }

  @Test func `an output folder that is a symbolic link is the folder it leads to`() throws {
    let site = try Self.site()
    try site.makeFolder("www")
    try site.link("site", to: "www")
    #expect(try Program.run(["build"], in: site.path).status == 0)
    #expect(site.read("www/index.html") != nil)
    try site.remove("site")
    try site.write("mine", to: "foreign/x")
    try site.link("site", to: "foreign")
    #expect(try Program.run(["build"], in: site.path).status == 64)
    try site.remove("site")
    try site.link("site", to: "nowhere")
    #expect(try Program.run(["build"], in: site.path).status == 74)
    #expect(site.paths("foreign") == ["x"])
  }

  @Test func `a record that is no longer published loses its output and its files in the same build`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build", "--now", "2024-05-01"], in: site.path).status == 0)
    #expect(site.paths("site/items") == ["a/", "a/index.html", "b/", "b/b.txt", "b/index.html", "index.html"])
    try site.write("---\nname: B\ndraft: true\n---\n", to: "content/items/b/index.md")
    #expect(try Program.run(["build", "--now", "2024-05-01"], in: site.path).status == 0)
    #expect(site.paths("site/items") == ["a/", "a/index.html", "index.html"])
    #expect(try Program.run(["build", "--now", "2024-05-01", "--drafts"], in: site.path).status == 0)
    #expect(site.paths("site/items").count == 6)
    try site.write("---\nname: B\nexpires: 2024-05-02\n---\n", to: "content/items/b/index.md")
    #expect(try Program.run(["build", "--now", "2024-05-01"], in: site.path).status == 0)
    #expect(site.paths("site/items").count == 6)
    #expect(try Program.run(["build", "--now", "2024-05-02"], in: site.path).status == 0)
    #expect(site.paths("site/items") == ["a/", "a/index.html", "index.html"])
  }

  @Test func `a folder becomes a file, and a file a folder`() throws {
    let site = try Self.site(["content/x": "file", "content/y/z": "file"])
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.remove("content/x")
    try site.remove("content/y")
    try site.write("file", to: "content/x/z/deep")
    try site.write("file", to: "content/y")
    #expect(try Program.run(["build"], in: site.path).status == 0)
    #expect(site.read("site/x/z/deep") == "file")
    #expect(site.read("site/y") == "file")
    #expect(site.paths("site").filter { $0.hasPrefix("x") || $0.hasPrefix("y") } == ["x/", "x/z/", "x/z/deep", "y"])
  }
}
