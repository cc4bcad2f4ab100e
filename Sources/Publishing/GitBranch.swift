import CellistBase
import CellistFiles
import CellistOutput

/// A branch of a git repository: one commit for each generation, made without a working tree.
struct GitBranch: Sendable {
  /// A remote's name, or an address.
  let remote: String
  let branch: String
  /// The folder of the branch that holds the site, with a slash at its end; empty for the whole branch.
  let folder: String
  /// The repository whose objects are used: the site's own, or one that is kept for the target.
  let repository: String
  /// The reference that keeps what was fetched.
  private let tracking: String
  private let programs: ProgramRunner

  /// - Parameters:
  ///   - below: the folder of the branch that holds the site; nil for the whole branch.
  ///   - name: the target's name.
  ///   - site: the site's folder.
  init(
    _ remote: String, branch: String, below: String? = nil, for name: String, of site: String, _ programs: ProgramRunner
  ) throws(PublishFailure) {
    self.branch = branch
    folder = below.map { "\($0)/" } ?? ""
    self.programs = programs
    tracking = "refs/cellist/\(name)"
    let inside = try programs.outcome(of: .init(["git", "-C", site, "rev-parse", "--git-dir"]))
    if inside.status == 0 {
      self.remote = remote
      repository = site
    } else {
      // A repository that is kept for the target has no remotes of its own, and paths start at the site's folder.
      let isAddress = remote.prefix { $0 != "/" }.contains(":")
      self.remote = isAddress ? remote : absolutePath(remote.hasPrefix("/") ? remote : joined(site, remote))
      repository = absolutePath(joined(site, SiteFolder.state, "\(name).git"))
      let made = try programs.outcome(of: .init(["git", "init", "--quiet", "--bare", "--", repository]))
      guard made.status == 0 else { throw .io("git: \(made.reason)") }
    }
  }

  var engine: Engine {
    Engine(
      read: { paths throws(PublishFailure) in
        guard let commit = try fetched() else { return [:] }
        return try read(paths, in: commit)
      },
      isEmpty: { () throws(PublishFailure) in try isEmpty() },
      occupied: { paths, _ throws(PublishFailure) in
        guard let commit = try fetched() else { return [] }
        let there = Set(try objects(of: commit).keys)
        return paths.filter(there.contains)
      },
      carryOut: { publication, progress throws(PublishFailure) in try carryOut(publication, progress) },
      download: { target throws(PublishFailure) in try download(to: target) }, marks: [Self.mark],
      rollBack: { now throws(PublishFailure) in try rollBack(now) })
  }

  // MARK: git

  /// Disables hooks, transports through other programs, and the user's signatures.
  private static let settings =
    [
      "user.name=Cellist", "user.email=cellist@localhost", "core.hooksPath=/dev/null", "core.fsmonitor=false",
      "gc.auto=0", "push.gpgSign=false", "diff.external=",
      "protocol.allow=never",
    ] + ["https", "http", "ssh", "git", "file"].map { "protocol.\($0).allow=always" }

  func run(
    _ arguments: [String], input: [UInt8] = [], index: String? = nil
  ) throws(PublishFailure) -> ProgramRunner.Ended {
    var environment = [
      "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_AUTHOR_NAME": "Cellist",
      "GIT_AUTHOR_EMAIL": "cellist@localhost",
    ]
    if let index { environment["GIT_INDEX_FILE"] = index }
    return try programs.outcome(
      of: .init(
        ["git", "-C", repository] + Self.settings.flatMap { ["-c", $0] } + arguments, environment: environment,
        input: input))
  }

  /// The output of git, which must succeed.
  func git(
    _ arguments: [String], input: [UInt8] = [], index: String? = nil
  ) throws(PublishFailure) -> ProgramRunner.Ended {
    let ended = try run(arguments, input: input, index: index)
    guard ended.status == 0 else { throw .io("git \(arguments.first ?? ""): \(Self.cause(ended))") }
    return ended
  }

  /// The last line of errors before those that git adds to any failure to read a repository.
  private static func cause(_ ended: ProgramRunner.Ended) -> String {
    let vague = [
      "fatal: Could not read from remote repository", "Please make sure you have the correct access rights",
      "and the repository exists.",
    ]
    let lines = ended.errors.split(whereSeparator: \.isNewline).filter { line in
      !line.allSatisfy(\.isWhitespace) && !vague.contains(where: line.hasPrefix)
    }
    return lines.last.map { String($0.prefix(300)) } ?? ended.reason
  }

  func line(
    _ arguments: [String], input: [UInt8] = [], index: String? = nil
  ) throws(PublishFailure) -> String {
    try git(arguments, input: input, index: index).text.split(separator: "\n").first.map(String.init) ?? ""
  }

  // MARK: Reading

  /// The commit that the branch is at, with its objects; nil where there is no such branch.
  func fetched() throws(PublishFailure) -> String? {
    let listed = try git(["ls-remote", "--", remote, "refs/heads/\(branch)"])
    guard let commit = listed.text.split(whereSeparator: \.isWhitespace).first.map(String.init) else { return nil }
    if try run(["cat-file", "-e", "\(commit)^{tree}"]).status == 0,
      try run(["rev-parse", "--quiet", "--verify", tracking]).text.hasPrefix(commit)
    {
      return commit
    }
    _ = try git([
      "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", remote, "+refs/heads/\(branch):\(tracking)",
    ])
    return try line(["rev-parse", "--verify", tracking])
  }

  private func read(_ paths: [String], in commit: String) throws(PublishFailure) -> [String: [UInt8]] {
    let names = paths.map { "\(commit):\(folder)\($0)\n" }.joined()
    let output = try git(["cat-file", "--batch"], input: Array(names.utf8)).output
    guard let contents = GitObjects.contents(of: paths.count, in: output) else {
      throw .io("git cat-file: it ended early")
    }
    var files: [String: [UInt8]] = [:]
    for (path, bytes) in zip(paths, contents) { files[path] = bytes.map { Array($0) } }
    return files
  }

  private func download(to target: String) throws(PublishFailure) {
    guard let commit = try fetched() else { return }
    for (path, bytes) in try read(Array(objects(of: commit).keys), in: commit) {
      try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.create(joined(target, path), bytes) }
    }
  }

  /// The objects of all files of the site's folder in a commit, by their paths.
  private func objects(of commit: String) throws(PublishFailure) -> [String: String] {
    let tree = folder.isEmpty ? commit : "\(commit):\(folder)"
    // The branch may have no such folder yet.
    guard try run(["cat-file", "-e", folder.isEmpty ? "\(commit)^{tree}" : tree]).status == 0 else { return [:] }
    let listed = try git(["ls-tree", "-r", "-z", tree])
    var objects: [String: String] = [:]
    for line in listed.output.split(separator: 0) {
      // <mode> <type> <object>\t<path>
      let parts = line.split(separator: 0x09, maxSplits: 1)
      guard parts.count == 2, let object = parts[0].split(separator: 0x20).last else { continue }
      objects[String(decoding: parts[1], as: UTF8.self)] = String(decoding: object, as: UTF8.self)
    }
    return objects
  }

  // MARK: Writing

  private func carryOut(
    _ publication: Publication, _ progress: (Int) -> Void
  ) throws(PublishFailure) -> Int {
    let parent = try fetched()
    let rootBytes = try parent.flatMap { commit throws(PublishFailure) in try read([ManifestRoot.path], in: commit) }
    guard rootBytes?[ManifestRoot.path] == publication.published.rootBytes else {
      throw .faster
    }
    let stage = try StagingFolder()
    let index = "\(stage.path)/index"
    _ = try git(parent.map { ["read-tree", $0] } ?? ["read-tree", "--empty"], index: index)
    let output = absolutePath(publication.output)
    var files = publication.plan.steps.flatMap(\.entries).map { (path: $0.path, source: "\(output)/\($0.path)") }
    let feed = publication.feed.map { [(path: ChangeFeed.path, bytes: $0)] } ?? []
    let control = feed + publication.shards + [(ManifestRoot.path, Array(publication.root.text.utf8))]
    try stage.write(control)
    files += control.map { ($0.path, "\(stage.path)/\($0.path)") }
    let sources = files.map { "\($0.source)\n" }.joined()
    let objects = try git(["hash-object", "-w", "--no-filters", "--stdin-paths"], input: Array(sources.utf8))
      .text.split(separator: "\n")
    guard objects.count == files.count else { throw .io("git hash-object: it ended early") }
    let gone = publication.plan.obstacles + publication.plan.deletions + publication.staleFiles
    // A mode of 0 removes a file. The object is ignored, but must have as many digits as those of the repository.
    let nothing = String(repeating: "0", count: try line(["hash-object", "--stdin"]).utf8.count)
    var lines = gone.map { "0 \(nothing)\t\(folder)\($0)\0" }
    lines += zip(objects, files).map { "100644 \($0)\t\(folder)\($1.path)\0" }
    lines.append(try markLine())
    _ = try git(["update-index", "-z", "--index-info"], input: Array(lines.joined().utf8), index: index)
    try push(try line(["write-tree"], index: index), after: parent, publication.root)
    progress(publication.plan.files)
    return 1
  }

  /// The file that tells hosts of git branches to publish a site unchanged: without it, GitHub Pages leaves out all
  /// files that begin with a dot or an underscore, among them `.well-known` and `_redirects`.
  static let mark = ".nojekyll"

  /// The line of an index that adds the mark.
  private func markLine() throws(PublishFailure) -> String {
    "100644 \(try line(["hash-object", "-w", "--no-filters", "--stdin"]))\t\(Self.mark)\0"
  }

  /// Makes a commit of a tree and pushes it to the branch, unless another publisher was faster.
  private func push(_ tree: String, after parent: String?, _ root: ManifestRoot) throws(PublishFailure) {
    let place = folder.isEmpty ? "" : " of \(folder)"
    try push(tree, after: parent, "Publish generation \(root.generation)\(place)\n\nSite: \(root.digest)\n")
  }

  /// - Parameter text: the message of the commit.
  func push(_ tree: String, after parent: String?, _ text: String) throws(PublishFailure) {
    let parents = parent.map { ["-p", $0] } ?? []
    let id = try line(["commit-tree", tree] + parents, input: Array(text.utf8))
    let pushed = try run(["push", "--quiet", "--no-verify", "--", remote, "\(id):refs/heads/\(branch)"])
    guard pushed.status == 0 else {
      let isFaster = ["non-fast-forward", "fetch first", "cannot lock ref", "stale info", "failed to update ref"]
      if isFaster.contains(where: pushed.errors.contains) {
        throw .faster
      }
      throw .io("git push: \(Self.reason(pushed))")
    }
    _ = try git(["update-ref", tracking, id])
  }

  /// The line with the cause; the last line only reports that the push failed.
  private static func reason(_ pushed: ProgramRunner.Ended) -> String {
    let lines = pushed.errors.split(whereSeparator: \.isNewline)
    let telling = ["remote: fatal: ", "remote: error: ", "error: remote unpack failed", " ! ["]
    let line = telling.lazy.compactMap { start in lines.first { $0.hasPrefix(start) } }.first
    return line.map { $0.split(separator: " ").joined(separator: " ") } ?? pushed.reason
  }

  private func rollBack(_ now: Int) throws(PublishFailure) -> PreparedRollback {
    guard let commit = try fetched() else { throw .refused("nothing is published yet") }
    // Others may have committed since.
    let manifest = "\(folder)\(ManifestRoot.path)"
    let commits = try git(["rev-list", "--first-parent", "--max-count=2", commit, "--", manifest]).text
      .split(separator: "\n").map(String.init)
    guard commits.count == 2, try run(["cat-file", "-e", "\(commits[1]):\(manifest)"]).status == 0 else {
      throw .refused("there is no generation before the one that is published")
    }
    let earlier = commits[1]
    func text(_ revision: String) -> (String) throws(PublishFailure) -> String? {
      { path throws(PublishFailure) in
        try read([path], in: revision)[path].map { String(decoding: $0, as: UTF8.self) }
      }
    }
    let rollback = try Rollback(from: text(commit), to: text(earlier), now: now)
    return PreparedRollback(rollback: rollback) { () throws(PublishFailure) in
      try carryOut(rollback, to: earlier, from: commit)
    }
  }

  /// Others' files stay as they are.
  private func carryOut(_ rollback: Rollback, to earlier: String, from commit: String) throws(PublishFailure) {
    let (old, present) = (try objects(of: earlier), try objects(of: commit))
    let stage = try StagingFolder()
    let index = "\(stage.path)/index"
    _ = try git(["read-tree", commit], index: index)
    let kept = Set(rollback.root.retired.map(\.path))
    let nothing = String(repeating: "0", count: commit.utf8.count)
    var lines = present.keys.filter {
      !kept.contains($0) && $0 != Self.mark && rollback.own.contains($0) && !rollback.files.contains($0)
    }
    .sorted(by: inByteOrder).map { "0 \(nothing)\t\(folder)\($0)\0" }
    for path in (Array(rollback.files) + rollback.shards.keys).sorted(by: inByteOrder) {
      guard let object = old[path] else { throw .io("the commit of generation \(rollback.root.generation) is damaged") }
      lines.append("100644 \(object)\t\(folder)\(path)\0")
    }
    var control = [(path: ManifestRoot.path, bytes: Array(rollback.root.text.utf8))]
    if let feed = rollback.feed { control.append((ChangeFeed.path, feed)) }
    for (path, bytes) in control {
      let object = try line(["hash-object", "-w", "--no-filters", "--stdin"], input: bytes)
      lines.append("100644 \(object)\t\(folder)\(path)\0")
    }
    lines.append(try markLine())
    _ = try git(["update-index", "-z", "--index-info"], input: Array(lines.joined().utf8), index: index)
    try push(try line(["write-tree"], index: index), after: commit, rollback.root)
  }
}
