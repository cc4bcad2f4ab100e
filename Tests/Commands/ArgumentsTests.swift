import Testing

@testable import CellistCommands

@Suite struct ArgumentsTests {
  /// The exit status and the message of a command that must fail before it reads anything.
  private func failure(_ arguments: String...) -> (status: Int32, message: String) {
    do {
      var command = try CellistCommand.parseAsRoot(arguments)
      try command.run()
      return (0, "")
    } catch {
      return (CellistCommand.exitCode(for: error).rawValue, CellistCommand.message(for: error))
    }
  }

  @Test(arguments: ["build", "check", "schema"])
  func `a format that does not exist is wrong usage`(command: String) {
    let (status, message) = failure(command, "--format", "xyz")
    #expect(status == 64)
    #expect(
      message
        == "The value 'xyz' is invalid for '--format <format>'. Please provide one of 'text', 'json' or 'github'.")
  }

  @Test(arguments: ["build", "check", "schema"], ["x", "", "2024-13-01", "1.5.2024", "2024-05-01T25:00"])
  func `an instant that is none is wrong usage`(command: String, now: String) {
    let (status, message) = failure(command, "--site", "/nowhere", "--now", now)
    #expect(status == 64)
    #expect(message == "--now must be a date such as 2024-05-01, found '\(now)'.")
  }

  @Test(arguments: ["build", "check", "schema"], ["x", "", "ftp://example.org/", "https://", "//example.org", "/a?b"])
  func `a base that is no address is wrong usage`(command: String, base: String) {
    let (status, message) = failure(command, "--site", "/nowhere", "--base", base)
    #expect(status == 64)
    #expect(message == "--base must be an address such as https://example.org/path/, found '\(base)'.")
  }

  @Test(arguments: [
    ["nonsense"], ["build", "more"], ["build", "--nonsense"], ["new"], ["new", "site"], ["build", "--now"],
  ])
  func `what no command knows is wrong usage`(arguments: [String]) {
    #expect(throws: (any Error).self) { try CellistCommand.parseAsRoot(arguments) }
    do {
      _ = try CellistCommand.parseAsRoot(arguments)
    } catch {
      #expect(CellistCommand.exitCode(for: error).rawValue == 64)
    }
  }

  @Test func `a thing that cannot be started is wrong usage`() {
    let (status, message) = failure("new", "post", "x")
    #expect(status == 64)
    #expect(
      message == "The value 'post' is invalid for '<kind>'. Please provide one of 'site', 'list', 'page' or 'theme'.")
  }

  @Test(arguments: [
    ("site", ""), ("site", "!?"), ("list", ""), ("list", "."), ("list", ".."), ("list", "../x"), ("list", "a/../b"),
    ("list", "/a"), ("list", "a/"), ("list", ".a"), ("list", "a/.b"), ("list", "a~"), ("list", "?"), ("theme", ".."),
    ("theme", ".a"), ("theme", "a~"), ("theme", "a/b"),
    ("page", "../x"), ("page", "a/"), ("page", ".a"),
  ])
  func `a name that a site would pass over is wrong usage`(kind: String, name: String) {
    let (status, message) = failure("new", kind, name, "--site", "/nowhere")
    #expect(status == 64)
    #expect(message.hasPrefix("'\(name)' cannot be a \(kind)'s name: "))
  }

  @Test(arguments: [
    ("list", "index.md", "it is the name of a folder, and '.md' ends the names of files"),
    ("list", "books.CSV", "it is the name of a folder, and '.CSV' ends the names of files"),
    ("list", "con", "'con' is a device on Windows, where such a file cannot be made"),
    ("list", "x/NUL", "'NUL' is a device on Windows, where such a file cannot be made"),
    ("theme", "com1", "'com1' is a device on Windows, where such a file cannot be made"),
    ("page", "aux.md", "'aux' is a device on Windows, where such a file cannot be made"),
    ("list", "{{x}}", "'{' has a meaning of its own in paths, links or templates"),
    ("page", "a?b", "'?' has a meaning of its own in paths, links or templates"),
    ("list", "a\nb", "it has a line break or a control character"),
    ("page", "a\u{2028}b", "it has a line break or a control character"),
    ("theme", "\u{1B}[2J", "it has a line break or a control character"),
    ("list", "a ", "it begins or ends with a space or a dot"),
    ("list", "a.", "it begins or ends with a space or a dot"),
    ("list", "a/!!/b", "'!!' has no letters or digits for a URL"),
    ("list", String(repeating: "a", count: 201), "200 bytes are the most"),
  ])
  func `a name that some file system or link could not hold is wrong usage`(kind: String, name: String, reason: String)
  {
    let (status, message) = failure("new", kind, name, "--site", "/nowhere")
    #expect(status == 64)
    #expect(message.hasSuffix("cannot be a \(kind)'s name: \(reason)."))
  }

  @Test(arguments: [
    ("biuld", "error: there is no command 'biuld'; did you mean 'build'?"),
    (
      "serve",
      "error: there is no command 'serve'; commands are build, check, watch, edit, publish, verify, diff, list, set, add, remove, rename, submit, update, schema, new, theme, programs, help"
    ),
    ("halp", "error: there is no command 'halp'; did you mean 'help'?"),
    (
      "\u{1B}[2J",
      "error: there is no command '\u{FFFD}[2J'; commands are build, check, watch, edit, publish, verify, diff, list, set, add, remove, rename, submit, update, schema, new, theme, programs, help"
    ),
  ])
  func `a command that does not exist has a suggestion`(word: String, message: String) {
    #expect(CellistCommand.unknownCommand(word) == message)
  }

  @Test(arguments: ["build", "help", "--help", "--version", "-h"])
  func `commands and options are none of those`(word: String) {
    #expect(CellistCommand.unknownCommand(word) == nil)
  }

  @Test func `the statuses are those of the documentation`() {
    #expect(
      [ExitStatus.siteHasErrors, ExitStatus.usage, ExitStatus.io, ExitStatus.locked].map(\.rawValue) == [1, 64, 74, 75])
  }

  @Test(arguments: [(0, "0 pages"), (1, "1 page"), (2, "2 pages")])
  func `counts agree with their word`(number: Int, text: String) {
    #expect(SiteArguments.count(number, "page") == text)
  }
}
