import CellistBase

/// The commits of a site's git repository that changed the site's files, along the first parent of each: what came in by a
/// merge came when it was merged.
package struct GitHistory: Sendable {
  /// A commit, and the files that it changed.
  package struct Commit: Sendable {
    package let id: String
    /// When it was committed, in seconds since 1970-01-01T00:00:00Z.
    package let time: Int
    /// The blob of each file that it changed, by the file's path from the site's folder; nil for a file that it removed.
    package internal(set) var files: [(path: String, blob: String?)]
  }

  /// Why there is no history.
  package enum Absence: Error, Hashable {
    /// The site is in no repository.
    case noRepository
    /// The repository has a part of its commits alone.
    case shallow
    case io(String)
  }

  /// Keeps what was found out about commits for later processes: reads and writes bytes by their names.
  package struct Store: Sendable {
    package let load: @Sendable (_ name: String) -> [UInt8]?
    package let save: @Sendable (_ name: String, _ bytes: [UInt8]) -> Void

    package init(
      load: @escaping @Sendable (_ name: String) -> [UInt8]?, save: @escaping @Sendable (String, [UInt8]) -> Void
    ) {
      self.load = load
      self.save = save
    }
  }

  private let site: String
  private let revision: String
  private let programs: ProgramRunner
  package var store: Store?

  /// - Parameters:
  ///   - site: the site's folder, which may be any folder of its repository.
  ///   - revision: the last commit.
  package init(of site: String, at revision: String = "HEAD", _ programs: ProgramRunner = .machine) {
    self.site = site
    self.revision = revision
    self.programs = programs
  }

  private static let variables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
  ]
  private static let settings = ["log.showSignature=false", "i18n.logOutputEncoding=UTF-8"]

  private func git(_ arguments: [String], _ input: [UInt8] = []) throws(Absence) -> ProgramRunner.Ended {
    do {
      // A hook of git has a repository of its own in its environment.
      let start =
        ["env"] + Self.variables.flatMap { ["-u", $0] } + ["LC_ALL=C", "git", "--no-replace-objects", "-C", site]
      return try programs.run(.init(start + Self.settings.flatMap { ["-c", $0] } + arguments, input: input))
    } catch {
      throw .io(error.reason)
    }
  }

  /// The id of the last commit; nil where there is none yet.
  package func head() throws(Absence) -> String? {
    let found = try git(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
    if found.status == 0 { return found.text.split(separator: "\n").first.map { String($0) } }
    let inside = try git(["rev-parse", "--is-inside-work-tree"])
    if inside.status == 0 { return nil }
    if inside.errors.contains("not a git repository") { throw .noRepository }
    // The problem is before the advice.
    let line = inside.errors.split(separator: "\n").first { $0.hasPrefix("fatal: ") }
    throw .io(line.map { String($0.dropFirst("fatal: ".count)) } ?? inside.reason)
  }

  /// The path of the file that changes with each commit, and that of the site in the repository; nil where they are not
  /// known.
  package var place: (log: String, prefix: String)? {
    let found = try? git(["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD", "--show-prefix"])
    guard let found, found.status == 0 else { return nil }
    let lines = found.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count < 2 ? nil : (String(lines[0]), String(lines[1]))
  }

  /// The commits up to one that changed files of the site, from the oldest on. O(n) in what they changed.
  ///
  /// - Parameter known: the commit after which they begin; nil for all.
  /// - Returns: nil where the known commit is not among the first parents of the other.
  package func commits(after known: String?, to head: String) throws(Absence) -> [Commit]? {
    guard try git(["rev-parse", "--is-shallow-repository"]).text.hasPrefix("false") else { throw .shallow }
    if let known {
      let between = try git(["rev-list", "--first-parent", "--parents", "\(known)..\(head)"])
      // Each line is a commit and its parents.
      let oldest = between.text.split(separator: "\n").last?.split(separator: " ")
      let follows = oldest.map { $0.dropFirst().first == known[...] } ?? (known == head)
      guard between.status == 0, follows else { return nil }
    }
    let log = try git(
      [
        "log", "--first-parent", "-m", "--root", "--reverse", "--raw", "-z", "--no-abbrev", "--no-renames",
        "--relative",
      ]
        + [
          "--no-color", "-O/dev/null", "--format=%x01%H %ct", known.map { "\($0)..\(head)" } ?? head, "--",
          SiteFolder.content,
        ]
        + [SiteFolder.lock])
    guard log.status == 0 else { throw .io(log.reason) }
    return Self.commits(in: log.output)
  }

  /// Reads `git log --raw -z`.
  static func commits(in log: [UInt8]) -> [Commit] {
    var commits: [Commit] = []
    var blob: (id: String?, isFile: Bool)?
    for field in log.split(separator: 0, omittingEmptySubsequences: false) {
      if let known = blob {
        // A path that is not UTF-8 is no file of a site.
        if known.isFile, let path = String(validating: field, as: UTF8.self), !commits.isEmpty {
          commits[commits.count - 1].files.append((path, known.id))
        }
        blob = nil
        continue
      }
      // A header may follow an empty line.
      var rest = field[...]
      while rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
      let words = rest.dropFirst().split(separator: UInt8(ascii: " "))
      switch rest.first {
      case 0x01 where words.count >= 2:
        let time = Int(String(decoding: words[1], as: UTF8.self))
        commits.append(Commit(id: String(decoding: words[0], as: UTF8.self), time: time ?? 0, files: []))
      // :<old mode> <new mode> <old blob> <new blob> <status>
      case UInt8(ascii: ":") where words.count == 5:
        let isThere = words[1].starts(with: "100".utf8)
        // A file that becomes a link or a submodule is gone.
        blob = (
          isThere ? String(decoding: words[3], as: UTF8.self) : nil, isThere || words[0].starts(with: "100".utf8)
        )
      default: continue
      }
    }
    return commits
  }

  /// The contents of blobs, in their order.
  package func contents(of blobs: [String]) throws(Absence) -> [[UInt8]] {
    guard !blobs.isEmpty else { return [] }
    let read = try git(["cat-file", "--batch"], GitObjects.input(blobs))
    do throws(GitObjects.Failure) { return try GitObjects.contents(of: blobs, in: read) } catch {
      throw .io(error.reason)
    }
  }

  /// The submodules below a folder of the site, at a commit.
  package func submodules(of folder: String, at head: String) throws(Absence) -> [String] {
    let listed = try git(["ls-tree", "-r", "-z", head, "--", folder])
    guard listed.status == 0 else { throw .io(listed.reason) }
    return listed.output.split(separator: 0).compactMap { line in
      guard line.starts(with: "160000 ".utf8), let tab = line.firstIndex(of: 0x09) else { return nil }
      return String(decoding: line[line.index(after: tab)...], as: UTF8.self)
    }
  }
}
