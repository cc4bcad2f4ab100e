import CellistBase
import CellistRecords

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
      case .noGit(let reason): reason
      case .noRepository(let site): "'\(site)' is in no git repository"
      case .noRevision(let name): "there is no revision '\(name)'"
      case .io(let reason): reason
      }
    }
  }

  /// The site's files, read into memory.
  package private(set) var tree: SourceTree
  /// Whether the revision has a site at all.
  package let isEmpty: Bool

  /// Reads the folders of a site, which may be any folder of its repository.
  package init(_ name: String, of site: String, _ programs: ProgramRunner = .machine) throws(Failure) {
    func git(_ arguments: [String], _ input: [UInt8] = []) throws(Failure) -> ProgramRunner.Ended {
      do {
        return try programs.run(.init(["git", "-C", site] + arguments, input: input))
      } catch {
        throw .noGit(error.reason)
      }
    }
    guard try git(["rev-parse", "--is-inside-work-tree"]).status == 0 else { throw .noRepository(site) }
    // A name that begins with a hyphen would be an option, and is none of a revision.
    guard !name.isEmpty, !name.hasPrefix("-") else { throw .noRevision(name) }
    let commit = try git(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"])
    guard commit.status == 0, let id = commit.text.split(separator: "\n").first else { throw .noRevision(name) }

    // In a folder of the repository, paths are below that folder.
    let listed = try git(["ls-tree", "-r", "-z", String(id), "--"] + SiteFolder.sources + [SiteFolder.lockFile])
    guard listed.status == 0 else { throw .io(listed.reason) }
    let entries = listed.output.split(separator: 0).compactMap { Entry($0) }
    let files = entries.filter { $0.kind == .file }
    let blobs = try Self.blobs(files.map(\.object), git)
    self.init(entries, Dictionary(zip(files.compactMap(\.path), blobs)) { first, _ in first }, besides: .disk(site))
    tree.history = GitHistory(of: site, at: String(id), programs)
  }

  /// - Parameter disk: the files beside the site's folders, as they are today.
  private init(_ entries: [Entry], _ files: [String: [UInt8]], besides disk: SourceTree) {
    isEmpty = !files.keys.contains { $0.hasPrefix("\(SiteFolder.content)/") }
    var problems: [String: [Diagnostic]] = [:]
    for entry in entries {
      var found = Diagnostics()
      if entry.path == nil {
        found.error(
          .invalidUTF8, "a file's name is not valid UTF-8: \(entry.name)", at: SourceLocation(file: entry.name.folder))
      } else if entry.kind == .link,
        entry.name.fileName.utf8.first != UInt8(ascii: ".") || entry.name == SiteFolder.wellKnown
      {
        // Links whose names begin with a dot are those of editors, as on disk.
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
      },
      file: { path throws(SourceTree.Failure) in
        try SiteFolder.holds(path) ? memory.file(path) : disk.file(path)
      }, place: disk.place)
  }

  /// A line of `git ls-tree`.
  private struct Entry {
    enum Kind { case file, link, other }

    let kind: Kind
    let object: String
    /// The path as text, even where its bytes are not UTF-8.
    let name: String
    /// The path; nil when it is no text.
    let path: String?

    /// Reads `<mode> <type> <object>\t<path>`.
    init?(_ line: ArraySlice<UInt8>) {
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
  private static func blobs(_ objects: [String], _ run: ([String], [UInt8]) throws(Failure) -> ProgramRunner.Ended)
    throws(Failure) -> [[UInt8]]
  {
    guard !objects.isEmpty else { return [] }
    let read = try run(["cat-file", "--batch"], GitObjects.input(objects))
    do throws(GitObjects.Failure) { return try GitObjects.contents(of: objects, in: read) } catch {
      throw .io(error.reason)
    }
  }
}
