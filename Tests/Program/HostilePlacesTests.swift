import CellistTestSupport
import Foundation
import Glibc
import Testing

/// Pipes, devices, links and full disks where the program reads and writes.
@Suite struct HostilePlacesTests {
  private static func site(_ files: [String: String] = [:]) throws -> TemporaryFolder {
    let site = try TemporaryFolder()
    let all = [
      "content/site.yml": "title: T\n",
      "content/items/list.yml":
        "record: {name: text}\nid: name\nsources: [{file: a.sqlite, query: select 1 as name}]\n",
      "content/items/a.sqlite": "",
    ]
    for (path, text) in all.merging(files, uniquingKeysWith: { $1 }) { try site.write(text, to: path) }
    return site
  }

  @Test(arguments: [
    ("content", "content:1:1: error: the folder cannot be read: Not a directory [unreadable-file]"),
    ("themes", "themes:1:1: error: the folder cannot be read: Not a directory [unreadable-file]"),
    ("content/site.yml", "content/site.yml:1:1: error: this is a pipe, and a site consists of files and folders"),
    ("content/items/list.yml", "content/items/list.yml:1:1: error: this is a pipe"),
    ("content/items/b.md", "content/items/b.md:1:1: error: this is a pipe"),
    ("content/items/a.sqlite", "content/items/a.sqlite:1:1: error: this is a pipe"),
    ("content/items/a.sqlite-wal", "content/items/a.sqlite-wal:1:1: error: this is a pipe"),
    ("content/items/a.sqlite-journal", "content/items/a.sqlite-journal:1:1: error: this is a pipe"),
  ])
  func `a pipe in the site is an error, and nobody waits for it`(path: String, message: String) throws {
    let site = try Self.site()
    try? site.remove(path)
    #expect(mkfifo(site.place(path), 0o644) == 0)
    for command in ["check", "build"] {
      let result = try Program.run([command], in: site.path)
      #expect(result.status == 1)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func `a report goes to devices and pipes as they are`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build", "--report", "/dev/null"], in: site.path).status == 0)
    var status = stat()
    #expect(lstat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)

    for device in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      let result = try Program.run(["build", "--report", device], in: site.path)
      #expect(result.status == 0 && result.output.hasPrefix("{\n  \"version\": 1,"), "\(device): \(result.errors)")
    }

    #expect(mkfifo(site.place("pipe"), 0o644) == 0)
    let unread = try Program.run(["build", "--report", "pipe"], in: site.path)
    #expect(unread.status == 74)
    #expect(unread.errors.hasSuffix("error: the report cannot be written to 'pipe': No such device or address\n"))
    let reader = open(site.place("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try Program.run(["build", "--report", "pipe"], in: site.path).status == 0)
    #expect(lstat(site.place("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test(arguments: ["schema items", "build --report -", "check --format json", "diff"])
  func `output that cannot be written is an error`(command: String) throws {
    let site = try Self.site()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = command.split(separator: " ").map(String.init)
    process.currentDirectoryURL = URL(fileURLWithPath: site.path)
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(text.contains("error: the output cannot be written: No space left on device\n"), "\(text)")
  }

  @Test func `a state that cannot be saved is told`() throws {
    let site = try Self.site()
    try site.link(".cellist", to: "/dev/null")
    let result = try Program.run(["build"], in: site.path)
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "warning: what this build knows cannot be kept, so the next one makes everything anew: "), "\(result.errors)")
    #expect(!result.errors.contains("NSCocoaErrorDomain"))
  }

  @Test func `thousands of diagnostics on one line of megabytes are told`() throws {
    let records = (0..<4_000).map {
      "{\"id\":\"r\($0)\",\"name\":\"n\",\"text\":\"a <br> b \(String(repeating: "x", count: 150))\"}"
    }
    let site = try Self.site([
      "content/many/list.yml": "record: {id: text, name: text, text: markdown}\nid: id\n",
      "content/many/a.json": "[\(records.joined(separator: ","))]",
    ])
    let result = try Program.run(["build", "--all"], in: site.path)
    #expect(result.status == 0)
    #expect(result.errors.components(separatedBy: "warning: raw HTML is left out").count == 4_001)
    #expect(result.errors.utf8.count < 2_000_000)
    let summed = try Program.run(["build"], in: site.path)
    #expect(summed.errors.components(separatedBy: "warning: raw HTML is left out").count == 4, "\(summed.errors)")
    #expect(summed.errors.contains("3997 more of this kind"), "\(summed.errors)")
  }

  @Test func `thousands of unknown keys on one line are told`() throws {
    let keys = (0..<10_000).map { "\"key\($0)\":\($0)" }
    let site = try Self.site([
      "content/many/list.yml": "record: {id: text}\nid: id\n",
      "content/many/a.json": "{\"id\":\"x\",\(keys.joined(separator: ","))}",
    ])
    let result = try Program.run(["check"], in: site.path)
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("10000 errors\n"))
  }
}
