import CellistBase
import CellistOutput
import Glibc

/// A folder of this machine that is a link to one of several releases, so visitors never see a mixture of two.
///
/// A release shares unchanged files with the previous one, as hard links.
struct ReleaseFolder: Sendable {
  private let link: ReleaseLink
  private var path: String { link.path }
  private var releases: String { link.releases }

  /// How many releases before the current one are kept.
  private static let kept = 2

  init(_ path: String) { link = ReleaseLink(path) }

  var engine: Engine {
    Engine(
      read: { paths throws(PublishFailure) in
        var files: [String: [UInt8]] = [:]
        guard let current = try current() else { return files }
        for path in paths where path != Lease.path {
          files[path] = try? OutputFolder.bytes(of: "\(releases)/\(current)/\(path)", in: AT_FDCWD)
        }
        return files
      },
      isEmpty: { () throws(PublishFailure) in try current() == nil },
      occupied: { paths, _ throws(PublishFailure) in
        guard let current = try current() else { return [] }
        let folder = try PublicFolder("\(releases)/\(current)")
        return paths.filter(folder.holds)
      },
      carryOut: { publication, progress throws(PublishFailure) in try carryOut(publication, progress) },
      download: { target throws(PublishFailure) in try FolderCopy.copy(path, to: target) },
      rollBack: { now throws(PublishFailure) in try rollBack(now) })
  }

  /// The name of the release that the link leads to; nil if there is none yet.
  private func current() throws(PublishFailure) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw failure(path) }
      return nil
    }
    guard let current = link.current else {
      throw .refused(
        "'\(path)' is not a link to releases of Cellist", hint: "move it away, or publish with 'in-place: true'")
    }
    return current
  }

  private func failure(_ path: String) -> PublishFailure { .io("\(path): \(String(cString: strerror(errno)))") }

  /// Makes sure that no other publisher works here.
  private func locked() throws(PublishFailure) -> FolderLock {
    try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.makeFolder(releases) }
    guard let lock = try FolderLock(releases) else { throw .busy("another publisher is publishing to '\(path)'") }
    return lock
  }

  private func carryOut(
    _ publication: Publication, _ progress: (Int) -> Void
  ) throws(PublishFailure) -> Int {
    let lock = try locked()
    defer { withExtendedLifetime(lock) {} }
    let old = try current()
    let rootBytes = old.flatMap {
      try? OutputFolder.bytes(of: "\(releases)/\($0)/\(ManifestRoot.path)", in: AT_FDCWD)
    }
    guard rootBytes == publication.published.rootBytes else {
      throw .faster
    }
    let new = try Release(fresh: "\(releases)/\(publication.root.generation)", of: publication.root.base)
    let before = old.map { "\(releases)/\($0)" }
    let sent = Set(publication.plan.steps.flatMap { $0.entries.map(\.path) })
    var done = 0
    for entry in publication.manifest.entries {
      let source = sent.contains(entry.path) ? nil : before
      if try !new.link(entry.path, from: source) { try new.copy(entry.path, from: publication.output) }
      for copy in publication.copies.copies(of: entry.path) {
        let isOwn = publication.published.entries[copy.path] != nil
        if try new.link(copy.path, from: isOwn ? nil : source) { continue }
        try new.compress(entry.path, as: copy, from: publication.output)
      }
      done += sent.contains(entry.path) ? 1 : 0
      progress(done)
    }
    for file in publication.copies.all(of: publication.root.retired.map(\.path)) {
      _ = try new.link(file, from: before)
    }
    for (shard, text) in zip(publication.manifest.shards, publication.manifest.texts) {
      let path = "\(Manifest.folder)/\(shard.name)"
      let source = publication.published.differing.contains(shard.bits) ? nil : before
      if try !new.link(path, from: source) { try new.write(Array(text.utf8), to: path) }
    }
    if let feed = publication.feed {
      try new.write(feed, to: ChangeFeed.path)
    } else if publication.root.changes != nil {
      _ = try new.link(ChangeFeed.path, from: before)
    }
    if let before { try new.keep(of: before, besides: publication.files) }
    try new.finish(publication.root)
    try switchTo(publication.root.generation)
    return publication.plan.files
  }

  /// Switches the link to a release in one step, and removes releases that are too old.
  private func switchTo(_ generation: Int) throws(PublishFailure) {
    let link = "\(releases)/current"
    unlink(link)
    guard symlink("\(releases.fileName)/\(generation)", link) == 0, rename(link, path) == 0 else {
      throw failure(path)
    }
    try inFolder { () throws(OutputFolder.Failure) in
      let root = open(releases, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard root >= 0 else { return }
      defer { close(root) }
      let names = try Self.numbers(in: root)
      for old in names.filter({ $0 < generation }).sorted().dropLast(Self.kept) {
        try OutputFolder.remove("\(old)", in: root)
      }
    }
  }

  /// The generations of which there is a release: other folders there are not ours.
  private static func numbers(in root: Int32) throws(OutputFolder.Failure) -> [Int] {
    try OutputFolder.entries(ofFolder: "", in: root).map(\.name).compactMap { Int($0) }.filter { number in
      faccessat(root, "\(number)/\(ManifestRoot.path)", F_OK, 0) == 0
    }
  }

  private func rollBack(_ now: Int) throws(PublishFailure) -> PreparedRollback {
    let lock = try locked()
    guard let current = try current(), let number = Int(current) else { throw .refused("nothing is published yet") }
    let root = open(releases, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw failure(releases) }
    defer { close(root) }
    let names = try inFolder { () throws(OutputFolder.Failure) in try Self.numbers(in: root) }
    guard let earlier = names.filter({ $0 < number }).max() else {
      throw .refused("there is no generation before the one that is published")
    }
    func text(_ release: String) -> (String) throws(PublishFailure) -> String? {
      { path throws(PublishFailure) in
        (try? OutputFolder.bytes(of: "\(releases)/\(release)/\(path)", in: AT_FDCWD)).map {
          String(decoding: $0, as: UTF8.self)
        }
      }
    }
    let rollback = try Rollback(from: text(current), to: text("\(earlier)"), now: now)
    return PreparedRollback(rollback: rollback) { () throws(PublishFailure) in
      defer { withExtendedLifetime(lock) {} }
      try carryOut(rollback, to: "\(earlier)", from: current)
    }
  }

  private func carryOut(_ rollback: Rollback, to earlier: String, from current: String) throws(PublishFailure) {
    let new = try Release(fresh: "\(releases)/\(rollback.root.generation)", of: rollback.root.base)
    let endings = rollback.root.compressed.map { ".\($0)" }
    for path in rollback.files.flatMap({ path in [path] + endings.map { path + $0 } }) {
      _ = try new.link(path, from: "\(releases)/\(earlier)")
    }
    for file in rollback.root.retired where !rollback.files.contains(file.path) {
      for path in [file.path] + endings.map({ file.path + $0 }) {
        _ = try new.link(path, from: "\(releases)/\(current)")
      }
    }
    for (path, text) in rollback.shards { try new.write(Array(text.utf8), to: path) }
    if let feed = rollback.feed { try new.write(feed, to: ChangeFeed.path) }
    try new.keep(of: "\(releases)/\(current)", besides: rollback.own)
    try new.finish(rollback.root)
    try switchTo(rollback.root.generation)
  }
}

/// A release while it is put together.
private struct Release {
  let path: String

  /// The file in a release until it is whole.
  private static let mark = "\(Manifest.folder)/unfinished"

  /// An empty folder. A killed publisher may have left one with files, which its mark or its manifest identifies; any other
  /// folder is somebody else's.
  init(fresh path: String, of base: String) throws(PublishFailure) {
    self.path = path
    var status = stat()
    if lstat(path, &status) == 0, !Self.isOwn(path, of: base), rmdir(path) != 0 {
      throw .refused("'\(path)' is not from Cellist", hint: "move it away")
    }
    try inFolder { () throws(OutputFolder.Failure) in
      try OutputFolder.remove(path, in: AT_FDCWD)
      try OutputFolder.create("\(path)/\(Self.mark)", [])
    }
  }

  private static func isOwn(_ path: String, of base: String) -> Bool {
    if access("\(path)/\(mark)", F_OK) == 0 { return true }
    let bytes = (try? OutputFolder.bytes(of: "\(path)/\(ManifestRoot.path)", in: AT_FDCWD)) ?? []
    return ManifestRoot(String(decoding: bytes, as: UTF8.self))?.base == base
  }

  /// Writes the manifest's root, with which a release is whole.
  func finish(_ root: ManifestRoot) throws(PublishFailure) {
    try write(Array(root.text.utf8), to: ManifestRoot.path)
    unlink("\(path)/\(Self.mark)")
  }

  /// Shares a file with another release; false if that has no such file.
  func link(_ name: String, from other: String?) throws(PublishFailure) -> Bool {
    guard let other else { return false }
    let new = "\(path)/\(name)"
    if Glibc.link("\(other)/\(name)", new) == 0 { return true }
    guard errno == ENOENT else { return false }
    try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.makeFolder(new.folder) }
    return Glibc.link("\(other)/\(name)", new) == 0
  }

  /// Shares the files of another release that are somebody else's, such as settings of the server: they stay where they
  /// are.
  func keep(of other: String, besides own: SiteFiles) throws(PublishFailure) {
    let root = open(other, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { return }
    defer { close(root) }
    var folders = [""]
    while let folder = folders.popLast() {
      let entries = try inFolder { () throws(OutputFolder.Failure) in
        try OutputFolder.entries(ofFolder: folder, in: root)
      }
      for entry in entries {
        let name = joined(folder, entry.name)
        if entry.kind == .folder {
          folders.append(name)
        } else if !own.contains(name) {
          _ = try link(name, from: other)
        }
      }
    }
  }

  func copy(_ name: String, from output: String) throws(PublishFailure) {
    try write(bytes(of: name, in: output), to: name)
  }

  /// Writes a compressed copy of a file.
  func compress(
    _ name: String, as copy: (path: String, coding: ContentCoding), from output: String
  ) throws(PublishFailure) {
    try write(CompressedCopies.compressed(bytes(of: name, in: output), copy.coding, name), to: copy.path)
  }

  private func bytes(of name: String, in output: String) throws(PublishFailure) -> [UInt8] {
    try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.bytes(of: "\(output)/\(name)", in: AT_FDCWD) }
  }

  func write(_ bytes: [UInt8], to name: String) throws(PublishFailure) {
    try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.create("\(path)/\(name)", bytes) }
  }
}
