import CellistTestSupport
import Foundation
import Glibc
import Testing

/// What commands write besides the output: it replaces nothing of anybody else, and lies where nothing else belongs.
@Suite struct WrittenPlacesTests {
  /// A folder with a site in `s`, which is built, another one in `other`, and what is nobody's in `outside`.
  private static func site(_ settings: String = "") throws -> TemporaryFolder {
    let outer = try TemporaryFolder()
    let files = [
      "s/content/site.yml": "title: T\ntheme: t\n\(settings)", "s/content/index.md": "---\ntitle: T\n---\n",
      "s/themes/t/theme.yml": "extends: default\n", "s/notes.txt": "mine\n", "s/folder/x": "",
      "outside/precious.txt": "mine\n", "other/content/site.yml": "title: O\n",
    ]
    for (path, text) in files { try outer.write(text, to: path) }
    for site in ["s", "other"] { #expect(try Program.run(["build"], in: outer.place(site)).status == 0) }
    try outer.link("s/out", to: "../outside")
    try outer.link("s/link.txt", to: "notes.txt")
    try outer.link("s/away.txt", to: "../outside/precious.txt")
    try outer.link("s/nowhere.txt", to: "../outside/new.txt")
    return outer
  }

  /// Places that no command may write a file to, and why.
  private static let places = [
    ("content/site.yml", "is in the site's folder 'content'"),
    ("themes/new.json", "is in the site's folder 'themes'"),
    (".cellist/new.json", "is in the site's folder '.cellist'"), ("site/new.json", "is in the site's output"),
    ("site", "is in the site's output"), ("folder", "is a folder"),
    ("notes.txt", "is a file that Cellist did not write"), ("link.txt", "is a link"), ("away.txt", "is a link"),
    ("nowhere.txt", "is a link"), ("out/new.json", "is reached through a link that leads out of the site"),
  ]

  @Test(arguments: [("--report", "the report"), ("--manifest", "the manifest")])
  func `a report and a manifest replace nothing that is not their own`(option: String, name: String) throws {
    let outer = try Self.site()
    let before = outer.tree()
    let further = [
      ("../other/content/site.yml", "is in the folder 'content' of the site in '\(outer.path)/other'"),
      ("../other/site/new.json", "is in '\(outer.path)/other/site', to which a site is written"),
      ("../outside/precious.txt", "is a file that Cellist did not write"),
    ]
    for (path, reason) in Self.places + further {
      // Nothing is built either.
      let result = try Program.run(["build", "--clean", option, path], in: outer.place("s"))
      #expect(result.status == 64)
      #expect(result.errors == "error: \(name) cannot be written to '\(path)', which \(reason); name another file\n")
      #expect(outer.tree() == before, "\(path)")
    }
  }

  @Test(arguments: ["--report", "--manifest"])
  func `a report and a manifest replace themselves and what is empty`(option: String) throws {
    let outer = try Self.site()
    func build(_ path: String) throws -> Int32 {
      try Program.run(["build", "--clean", option, path], in: outer.place("s")).status
    }
    #expect(try build("own.json") == 0)
    let text = try #require(outer.read("s/own.json"))
    #expect(text.hasPrefix("{"))
    chmod(outer.place("s/own.json"), 0o640)
    // One that was cut short is still one.
    try outer.write(String(text.prefix(9)), to: "s/short.json")
    try outer.write("", to: "s/empty.json")
    for file in ["own", "short", "empty"] {
      #expect(try build("\(file).json") == 0)
      #expect(outer.read("s/\(file).json") == text)
    }
    #expect(try build("../outside/new.json") == 0 && outer.read("outside/new.json") == text)
    var status = stat()
    #expect(stat(outer.place("s/own.json"), &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(!outer.paths("s").contains { $0.contains("cellist-new") })
  }

  @Test func `a list of addresses replaces nothing that is not its own, and nothing is published then`() throws {
    for (path, reason) in Self.places {
      let outer = try Self.site("publish: {t: {folder: live, purge: \(path)}}\n")
      let before = outer.tree()
      let result = try Program.run(["publish", "t"], in: outer.place("s"))
      #expect(result.status == 64)
      #expect(
        result.errors
          == "error: the list of addresses cannot be written to './\(path)', which \(reason); name another file\n")
      #expect(outer.tree() == before, "\(path)")
    }
    let outer = try Self.site("publish: {t: {folder: live, purge: purge.txt}}\n")
    for text in ["A", "B"] {
      try outer.write("---\ntitle: \(text)\n---\n", to: "s/content/index.md")
      let result = try Program.run(["publish", "t"], in: outer.place("s"))
      #expect(result.status == 0, "\(result.errors)")
      #expect(outer.read("s/purge.txt")?.split(separator: "\n").contains("/") == true)
    }
    try outer.write("https://example.org/x/\nnot an address\n", to: "s/purge.txt")
    #expect(try Program.run(["publish", "t"], in: outer.place("s")).status == 64)
  }

  @Test func `changed files are written to no place of a site`() throws {
    let outer = try Self.site()
    try FileManager.default.createDirectory(atPath: outer.place("outside/empty"), withIntermediateDirectories: false)
    let before = outer.tree()
    for (path, reason) in [
      ("content/new", "is in the site's folder 'content'"), (".cellist/new", "is in the site's folder '.cellist'"),
      ("site/new", "is in '\(outer.path)/s/site', to which a site is written"),
      ("../other/themes/x", "is in the folder 'themes' of the site in '\(outer.path)/other'"),
      ("out/empty", "is reached through a link that leads out of the site"),
    ] {
      let result = try Program.run(["build", "--overlay", path], in: outer.place("s"))
      #expect(result.status == 64)
      #expect(result.errors == "error: the changed files cannot be written to '\(path)', which \(reason)\n")
      #expect(outer.tree() == before, "\(path)")
    }
  }

  @Test(arguments: ["themes", "themes/t", "themes/t/views"])
  func `a part of a theme is not ejected through a link`(link: String) throws {
    for target in ["outside", "s/content"] {
      let outer = try Self.site()
      try? outer.remove("s/\(link)")
      try outer.link("s/\(link)", to: outer.place(target))
      let before = outer.tree()
      let result = try Program.run(["theme", "eject", "views/table"], in: outer.place("s"))
      let reason = "is reached through a link that leads out of '\(target == "outside" ? "." : "themes")'"
      #expect(result.status == 64)
      #expect(
        result.errors == "error: './themes/t/views/table.mustache' cannot be written, since it \(reason)\n",
        "\(result.errors)")
      #expect(outer.tree() == before)
    }
  }

  @Test func `nothing is started where it does not belong`() throws {
    let outer = try Self.site()
    try outer.link("s/content/linked", to: outer.place("outside"))
    try outer.link("s/content/dead.md", to: outer.place("outside/dead.md"))
    try outer.write("", to: "s/content/file")
    let before = outer.tree()
    for (arguments, message) in [
      ("list linked/x", "'./content/linked/x/list.yml' cannot be written, since it is reached through a link that"),
      ("page linked/x", "'./content/linked/x.md' cannot be written, since it is reached through a link that"),
      ("page dead", "'./content/dead.md' exists already; nothing was written"),
      ("page file/x", "'./content/file/x.md' cannot be written, since './content/file' is a file"),
      ("site content/x", "nothing can be started in 'content/x', which is in the folder 'content' of the site in"),
      ("site site/x", "nothing can be started in 'site/x', which is in '\(outer.path)/s/site', to which a site is"),
      ("site .cellist/x", "nothing can be started in '.cellist/x', which is in the folder '.cellist' of the site in"),
    ] {
      let result = try Program.run(["new"] + arguments.split(separator: " ").map(String.init), in: outer.place("s"))
      #expect(result.status == 64 && result.errors.hasPrefix("error: \(message)"), "\(arguments): \(result.errors)")
      #expect(outer.tree() == before)
    }
  }

  @Test func `nothing is written among the releases of a published site`() throws {
    let outer = try Self.site(
      "publish: {t: {folder: live}, u: {folder: live/u}, v: {folder: live/v, in-place: true}}\n")
    #expect(try Program.run(["publish", "t"], in: outer.place("s")).status == 0)
    let releases = "\(outer.path)/s/live.releases"
    let before = outer.tree()
    for (path, reason) in [
      ("live", "is in"), ("live/new", "is in"), ("live.releases/1", "is in"), ("live.releases/1/new/x", "is in"),
      ("live.releases/new", "is in"), ("live.releases", "is"),
    ] {
      let result = try Program.run(["build", "--output", path], in: outer.place("s"))
      #expect(result.status == 64)
      #expect(
        result.errors == """
          error: the output folder '\(path)' \(reason) '\(releases)', which holds the releases of a published site; \
          name another one with --output

          """)
      #expect(outer.tree() == before, "\(path)")
    }
    let end = "which is in '\(releases)', which holds the releases of a published site"
    for (arguments, message) in [
      (
        ["build", "--report", "live/r.json"], "the report cannot be written to 'live/r.json', \(end); name another file"
      ),
      (["build", "--overlay", "live/new"], "the changed files cannot be written to 'live/new', \(end)"),
      (["new", "site", "live/new"], "nothing can be started in 'live/new', \(end)"),
    ] {
      let result = try Program.run(arguments, in: outer.place("s"))
      #expect(result.status == 64 && result.errors == "error: \(message)\n", "\(result.errors)")
      #expect(outer.tree() == before)
    }
    for target in ["u", "v"] {
      let result = try Program.run(["publish", target], in: outer.place("s"))
      #expect(result.status == 64 && result.errors.contains(end), "\(result.errors)")
      #expect(!outer.paths("s/live").contains { $0.hasPrefix("\(target)") })
    }
    try outer.write("---\ntitle: N\n---\n", to: "s/content/n.md")
    #expect(try Program.run(["publish", "t"], in: outer.place("s")).status == 0)
    #expect(outer.read("s/live/n/index.html") != nil)
  }

  @Test func `a site is not published to a folder of a site`() throws {
    for (folder, reason) in [
      ("content/live", "is in the site's folder 'content'"), ("content", "is in the site's folder 'content'"),
      ("site", "is a folder to which a site is written"), (".cellist/live", "is in the site's folder '.cellist'"),
      ("site/live", "to which a site is written"),
    ] {
      for more in ["", ", in-place: true"] {
        let outer = try Self.site("publish: {t: {folder: \(folder)\(more)}}\n")
        let before = outer.tree("s/content")
        let result = try Program.run(["publish", "t", "--take-over"], in: outer.place("s"))
        #expect(result.status == 64)
        #expect(result.errors.contains("error: the target 't' names the folder './\(folder)', which "))
        #expect(result.errors.contains(reason), "\(result.errors)")
        #expect(outer.tree("s/content") == before && !outer.paths("s").contains { $0.contains("releases") })
      }
    }
  }
}
