import CellistRecords
import Foundation
import Glibc

/// A site as a revision of its git repository has it.
package struct GitRevision: Sendable {
  /// Why a revision cannot be read.
  package enum Failure: Error, Equatable {
    case noGit(String)
    case noRepository(String)
    case noRevision(String)
    case io(String)

    package var reason: String {
      switch self {
      case .noGit(let reason): "git cannot be run: \(reason)"
      case .noRepository(let site): "'\(site)' is in no git repository"
      case .noRevision(let name): "there is no revision '\(name)'"
      case .io(let reason): reason
      }
    }
  }

  /// The site's files, read into memory.
  package let tree: SourceTree
  /// Whether the revision has a site at all.
  package let isEmpty: Bool

  /// Reads the folders of a site, which may be any folder of its repository.
  package init(_ name: String, of site: String) throws(Failure) {
    let inside = try Self.git(["rev-parse", "--is-inside-work-tree"], in: site)
    guard inside.status == 0 else { throw inside.isMissing ? .noGit(inside.message) : .noRepository(site) }
    // A name that begins with a hyphen would be an option, and is none of a revision.
    guard !name.isEmpty, !name.hasPrefix("-") else { throw .noRevision(name) }
    let commit = try Self.git(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"], in: site)
    guard commit.status == 0, let id = String(bytes: commit.output, encoding: .utf8)?.split(separator: "\n").first
    else { throw .noRevision(name) }

    // In a folder of the repository, paths are below that folder.
    let listed = try Self.git(["ls-tree", "-r", "-z", String(id), "--", "content", "themes"], in: site)
    guard listed.status == 0 else { throw .io(listed.message) }
    let entries = listed.output.split(separator: 0).compactMap { Entry($0) }
    let files = entries.filter { $0.kind == .file }
    let blobs = try Self.blobs(files.map(\.object), in: site)
    self.init(entries, Dictionary(zip(files.compactMap(\.path), blobs)) { first, _ in first })
  }

  private init(_ entries: [Entry], _ files: [String: [UInt8]]) {
    isEmpty = !files.keys.contains { $0.hasPrefix("\(SiteFolder.content)/") }
    var problems: [String: [Diagnostic]] = [:]
    for entry in entries {
      var found = Diagnostics()
      if entry.path == nil {
        found.error(
          .invalidUTF8, "a file's name is not valid UTF-8: \(entry.name)", at: SourceLocation(file: entry.name.folder))
      } else if entry.kind == .link {
        found.error(
          .symbolicLink, "symbolic links are not followed in a revision of git",
          at: SourceLocation(file: entry.name), hint: "copy what it leads to into the site")
      }
      if !found.all.isEmpty { problems[entry.name.folder, default: []] += found.all }
    }
    let memory = SourceTree.memory(files)
    let all = problems
    tree = SourceTree(
      entries: { folder, diagnostics in
        for problem in all[folder] ?? [] { diagnostics.append(problem) }
        return memory.entries(folder, &diagnostics)
      }, file: memory.file)
  }

  /// A line of `git ls-tree`.
  private struct Entry {
    enum Kind { case file, link, other }

    let kind: Kind
    let object: String
    /// The path as text, whatever its bytes are.
    let name: String
    /// The path; nil when it is no text.
    let path: String?

    /// Reads `<mode> <type> <object>\t<path>`.
    init?(_ line: Data) {
      guard let tab = line.firstIndex(of: 0x09) else { return nil }
      let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      guard words.count == 3 else { return nil }
      object = String(words[2])
      let bytes = Array(line[line.index(after: tab)...])
      name = String(decoding: bytes, as: UTF8.self)
      path = String(validating: bytes, as: UTF8.self)
      kind = path == nil ? .other : words[0] == "120000" ? .link : words[1] == "blob" ? .file : .other
    }
  }

  /// The contents of objects, in their order.
  private static func blobs(_ objects: [String], in site: String) throws(Failure) -> [[UInt8]] {
    guard !objects.isEmpty else { return [] }
    let input = objects.map { "\($0)\n" }.joined()
    let read = try git(["cat-file", "--batch"], in: site, input: Array(input.utf8))
    guard read.status == 0 else { throw .io(read.message) }
    var rest = read.output[...]
    var blobs: [[UInt8]] = []
    for object in objects {
      // <object> SP <type> SP <size> LF <contents> LF
      guard let end = rest.firstIndex(of: 0x0A),
        let size = Int(String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").last ?? ""),
        rest.endIndex - end - 1 > size
      else { throw .io("git does not have the object \(object)") }
      let start = rest.index(after: end)
      blobs.append(Array(rest[start..<start + size]))
      rest = rest[(start + size + 1)...]
    }
    return blobs
  }

  // MARK: Running git

  private struct Run {
    let status: Int32
    let output: Data
    let errors: String

    /// Whether it was not git that ended with the status: 127 is a shell's word for a program that is not there.
    var isMissing: Bool { status == 127 }
    var message: String { errors.split(separator: "\n").first.map(String.init) ?? "status \(status)" }
  }

  private static func git(_ arguments: [String], in folder: String, input: [UInt8] = []) throws(Failure) -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    let output = Pipe()
    process.standardOutput = output
    // Files, since two pipes that are both full would wait for each other for ever.
    guard let given = tmpfile(), let said = tmpfile() else { throw .io("no temporary file can be made") }
    defer {
      fclose(given)
      fclose(said)
    }
    guard input.isEmpty || fwrite(input, 1, input.count, given) == input.count, fflush(given) == 0 else {
      throw .io("a temporary file cannot be written")
    }
    rewind(given)
    process.standardInput = FileHandle(fileDescriptor: fileno(given), closeOnDealloc: false)
    process.standardError = FileHandle(fileDescriptor: fileno(said), closeOnDealloc: false)
    do {
      try process.run()
    } catch {
      throw .noGit(error.localizedDescription)
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    rewind(said)
    var errors = [UInt8](repeating: 0, count: 4096)
    let count = fread(&errors, 1, errors.count, said)
    return Run(
      status: process.terminationStatus, output: data, errors: String(decoding: errors[..<count], as: UTF8.self))
  }
}
