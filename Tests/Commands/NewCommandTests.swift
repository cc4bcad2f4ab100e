import CellistScaffolding
import CellistTestSupport
import Testing

@testable import CellistCommands

/// `cellist new`.
@Suite struct NewCommandTests {
  @Test(arguments: [
    ("books", "books"), ("my/books_2.0-x", "my/books_2.0-x"), ("été", "été"), ("a b", "'a b'"), ("~", "'~'"),
    ("$(touch x)", "'$(touch x)'"), ("it's", "'it'\\''s'"), ("-x", "'./-x'"), ("a;b", "'a;b'"), ("a\nb", "'a\nb'"),
  ])
  func `a name is one word for a shell`(name: String, word: String) {
    #expect(NewCommand.quoted(name) == word)
  }

  @Test(arguments: [
    "{title: S}\n", "title: S\n...\n", "title: S\n\"publish\":\n  other: {folder: /q}\n", "title: [\n", "- a\n",
  ])
  func `settings that lines cannot be added to stay as they are`(settings: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(settings, to: "content/site.yml")
    var command = try CellistCommand.parseAsRoot(["new", "site", folder.path, "--ci", "shell", "--write"])
    try command.run()
    #expect(folder.read("content/site.yml") == settings)
  }

  @Test func `a site that stands gets the lines of its pipeline where that is wanted`() throws {
    let folder = try TemporaryFolder()
    try Scaffold.site(title: "Shelf").write(to: folder.path)
    let before = try #require(folder.read("content/site.yml"))
    var command = try CellistCommand.parseAsRoot(["new", "site", folder.path, "--ci", "shell"])
    try command.run()
    #expect(folder.read("content/site.yml") == before)
    try folder.remove("publish.sh")
    command = try CellistCommand.parseAsRoot(["new", "site", folder.path, "--ci", "shell", "--write"])
    try command.run()
    #expect(folder.read("content/site.yml") == before + Pipeline.shell.settings)
    try folder.remove("publish.sh")
    command = try CellistCommand.parseAsRoot(["new", "site", folder.path, "--ci", "shell", "--write"])
    try command.run()
    #expect(folder.read("content/site.yml") == before + Pipeline.shell.settings)
  }

  @Test(arguments: ["about", "about/us", "日本", "a.b"])
  func `a new page is written where it is asked for, and not among the records of a list`(name: String) throws {
    let folder = try TemporaryFolder()
    try Scaffold.site(title: "Shelf").write(to: folder.path)
    var command = try CellistCommand.parseAsRoot(["new", "page", "\(name).md", "--site", folder.path])
    try command.run()
    #expect(folder.read("content/\(name).md") != nil)
    command = try CellistCommand.parseAsRoot(["new", "page", "books/\(name)", "--site", folder.path])
    #expect(throws: (any Error).self) { try command.run() }
    command = try CellistCommand.parseAsRoot(["new", "page", "books", "--site", folder.path])
    #expect(throws: (any Error).self) { try command.run() }
    #expect(folder.read("content/books.md") == nil)
  }

  @Test(arguments: [
    "index.md", "x.markdown", "404.html", "con", "a/NUL", "com1.x", "{{x}}", "a\nb", "a\u{2028}b", " a", "a ", "a.",
    "a:b", "a*",
    "<b>",
    "a\\b", "a|b", "\u{202E}x", "a\"b", ".a", "a~", "a//b", "",
  ])
  func `what cannot be a name on every system is none`(name: String) throws {
    let folder = try TemporaryFolder()
    try Scaffold.site(title: "Shelf").write(to: folder.path)
    var command = try CellistCommand.parseAsRoot(["new", "list", "--site", folder.path, "--", name])
    #expect(throws: (any Error).self) { try command.run() }
    #expect(folder.paths("content") == ["books/", "books/books.csv", "books/list.yml", "index.md", "site.yml"])
  }

  @Test(arguments: ["films", "a/b/c", "My Films", "日本", "हिन्दी", "index", "a.b", "console", "com", "Ω-2_b"])
  func `a name of letters and digits is one`(name: String) throws {
    let folder = try TemporaryFolder()
    try Scaffold.site(title: "Shelf").write(to: folder.path)
    var command = try CellistCommand.parseAsRoot(["new", "list", name, "--site", folder.path])
    try command.run()
    #expect(folder.read("content/\(name)/list.yml") != nil)
  }

  @Test(arguments: ["list", "page", "theme"])
  func `nothing is written where there is no site`(kind: String) throws {
    let folder = try TemporaryFolder()
    var command = try CellistCommand.parseAsRoot(["new", kind, "films", "--site", folder.path])
    #expect(throws: (any Error).self) { try command.run() }
    #expect(folder.paths() == [])
  }
}
