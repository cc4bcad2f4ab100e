import CellistBase
import CellistOutput
import Glibc

extension Transport {
  /// A folder of a remote that is configured in rclone, without requests about unchanged files.
  ///
  /// - Parameter place: `<remote>:<path>`.
  static func rclone(_ place: String, _ programs: ProgramRunner) throws(PublishFailure) -> Transport {
    let remote = RcloneRemote(place: place, programs: programs, kind: try RcloneRemote.kind(of: place, programs))
    return Transport(
      read: { paths throws(PublishFailure) in try remote.read(paths) },
      // A request for each new file would cost as much as sending it.
      occupied: { _, _ in [] },
      put: { upload throws(PublishFailure) in try remote.put(upload) },
      claim: { lease, over throws(PublishFailure) in try remote.claim(lease, over: over) },
      remove: { paths throws(PublishFailure) in try remote.remove(paths) },
      removeFolders: { folders throws(PublishFailure) in try remote.removeFolders(folders) },
      isEmpty: { () throws(PublishFailure) in try remote.isEmpty() },
      download: { folder throws(PublishFailure) in try remote.download(to: folder) })
  }
}

/// A folder of a remote that rclone knows.
private struct RcloneRemote: Sendable {
  let place: String
  let programs: ProgramRunner
  /// The kind of the storage, by rclone's name.
  let kind: String

  /// With a slash at the end it is a folder, and rclone need not ask.
  private var root: String { place.hasSuffix("/") ? place : "\(place)/" }
  private var isS3: Bool { kind == "s3" }
  private var takesHeaders: Bool { isS3 || kind == "google cloud storage" || kind == "azureblob" }

  /// The type of the remote by `rclone listremotes`, which prints no secret.
  static func kind(of place: String, _ programs: ProgramRunner) throws(PublishFailure) -> String {
    let name = place.prefix { $0 != ":" }
    let ended = try programs.outcome(of: .init(["rclone", "listremotes", "--long", "--ask-password=false"]))
    guard ended.status == 0 else { throw .io("rclone: \(ended.reason)") }
    for line in ended.text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":"), line[..<colon] == name else { continue }
      // Newer versions pad both columns.
      return line[line.index(after: colon)...].split(separator: " ").joined(separator: " ").lowercased()
    }
    throw .refused("rclone has no remote '\(name)'", hint: "'rclone config' makes one")
  }

  /// Without requests for whether the bucket exists, and for which files it has before or after.
  private static let quiet = [
    "--no-traverse", "--no-check-dest", "--s3-no-head", "--s3-no-head-object", "--s3-no-check-bucket",
    "--ask-password=false", "--contimeout=15s", "--timeout=60s", "--log-level=ERROR", "--stats=0",
  ]

  /// - Parameters:
  ///   - retries: how often rclone tries all of it, and `repeats`, each request.
  ///   - patience: how many lines of errors rclone may write.
  private func run(
    _ action: String, _ options: [String], _ operands: [String], retries: Int = 2, repeats: Int = 2,
    patience: Int? = nil
  ) throws(PublishFailure) -> ProgramRunner.Ended {
    let tries = ["--retries=\(retries)", "--low-level-retries=\(repeats)"]
    return try programs.outcome(
      of: .init(["rclone", action] + options + Self.quiet + tries + ["--"] + operands, patience: patience))
  }

  private func failure(_ ended: ProgramRunner.Ended) -> PublishFailure { .io("rclone: \(ended.reason)") }

  func read(_ paths: [String]) throws(PublishFailure) -> [String: [UInt8]] {
    let own = paths.filter(Self.namesItself)
    var files = own.isEmpty ? [:] : Self.files(in: try printed(own).text, own)
    // Files follow each other without anything between them.
    for path in paths where !Self.namesItself(path) {
      let ended = try printed([path])
      if ended.status == 0 { files[path] = ended.output }
    }
    return files
  }

  /// Whether the text of a file says which it is.
  private static func namesItself(_ path: String) -> Bool {
    path == ManifestRoot.path || path == Lease.path
      || path.hasPrefix("\(Manifest.folder)/files") && path.hasSuffix(".json")
  }

  /// Prints files, as far as they exist.
  private func printed(_ paths: [String]) throws(PublishFailure) -> ProgramRunner.Ended {
    let stage = try StagingFolder()
    let list = try stage.list("list", paths, end: 0x0A)
    let ended = try run("cat", ["--files-from-raw=\(list)"], [root], retries: 1)
    // 3 and 4 mean that a folder or a file does not exist. If several files are missing, or one among others, the status is
    // that of any failure.
    let lines = ended.errors.split(separator: "\n")
    let areMissing = ended.status == 1 && !lines.isEmpty && lines.allSatisfy { $0.contains("not found") }
    guard [0, 3, 4].contains(ended.status) || areMissing else { throw failure(ended) }
    return ended
  }

  /// Splits files that follow each other in any order: each begins with the only line that begins with a brace, and
  /// names itself.
  private static func files(in text: String, _ paths: [String]) -> [String: [UInt8]] {
    var parts: [[UInt8]] = []
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.first == UInt8(ascii: "{") || parts.isEmpty {
        parts.append([])
      } else {
        parts[parts.count - 1].append(0x0A)
      }
      parts[parts.count - 1] += line
    }
    var files: [String: [UInt8]] = [:]
    // The split removed the line break at the end of each but the last.
    for (index, bytes) in parts.enumerated() {
      let part = String(decoding: bytes, as: UTF8.self) + (index < parts.count - 1 ? "\n" : "")
      let start = part.prefix(200)
      let name: String
      if start.hasPrefix("{\"cellist\":1,\"shard\":\"") {
        name = "\(Manifest.folder)/\(ManifestShard.name(String(part.dropFirst(22).prefix { $0 != "\"" })))"
      } else if start.hasPrefix("{\"cellist\":1,") {
        name = ManifestRoot.path
      } else {
        name = Lease.path
      }
      if !part.isEmpty, paths.contains(name) { files[name] = Array(part.utf8) }
    }
    return files
  }

  func put(_ upload: Transport.Upload) throws(PublishFailure) {
    for start in stride(from: 0, to: upload.paths.count, by: Self.most) {
      let paths = Array(upload.paths[start..<min(upload.paths.count, start + Self.most)])
      try putAll(.init(folder: upload.folder, paths: paths, cacheClass: upload.cacheClass))
    }
  }

  /// How many files one run of rclone sends.
  private static let most = 500
  /// How many of them may fail before it is stopped. When a network is gone, rclone tries each file by itself, and waits
  /// for seconds before each.
  private static let mostFailures = 3

  private func putAll(_ upload: Transport.Upload) throws(PublishFailure) {
    let stage = try StagingFolder()
    let list = try stage.list("list", upload.paths, end: 0x0A)
    var options = ["--files-from-raw=\(list)", "--transfers=16"]
    if takesHeaders { options.append("--header-upload=Cache-Control: \(upload.cacheClass.header)") }
    func send() throws(PublishFailure) -> ProgramRunner.Ended {
      try run("copy", options, [upload.folder, root], retries: 1, repeats: 1, patience: Self.mostFailures)
    }
    // A failure may be transient, so the whole upload is tried a second time.
    if try send().status == 0 { return }
    sleep(1)
    let ended = try send()
    guard ended.status == 0 else { throw failure(ended) }
  }

  func claim(_ lease: [UInt8], over old: [UInt8]?) throws(PublishFailure) -> Bool {
    let stage = try StagingFolder()
    try stage.write([("files/\(Lease.path)", lease)])
    var options = ["--files-from-raw=\(try stage.list("list", [Lease.path], end: 0x0A))"]
    if isS3 {
      // S3 names the version of an object by its MD5.
      let condition = old.map { "If-Match: \"\(FileDigest.md5($0))\"" } ?? "If-None-Match: *"
      options.append("--header-upload=\(condition)")
    }
    let ended = try run("copy", options, ["\(stage.path)/files", root], retries: 1)
    if ended.status == 0 { return true }
    let isTaken = ["PreconditionFailed", "StatusCode: 412", "ConditionalRequestConflict", "StatusCode: 409"]
    if isS3, isTaken.contains(where: ended.errors.contains) { return false }
    throw failure(ended)
  }

  func remove(_ paths: [String]) throws(PublishFailure) {
    let stage = try StagingFolder()
    let list = try stage.list("list", paths, end: 0x0A)
    let ended = try run("delete", ["--files-from-raw=\(list)"], [root])
    guard ended.status == 0 || ended.status == 3 || ended.status == 4 else { throw failure(ended) }
  }

  func removeFolders(_ folders: [String]) throws(PublishFailure) {
    // Buckets have no folders. One that still has files stays, and the next upload reports it.
    guard !takesHeaders else { return }
    for folder in folders {
      _ = try programs.outcome(
        of: .init(["rclone", "rmdir", "--ask-password=false", "--retries=1", "--", root + folder]))
    }
  }

  func isEmpty() throws(PublishFailure) -> Bool {
    let ended = try programs.outcome(
      of: .init([
        "rclone", "lsf", "--max-depth=1", "--ask-password=false", "--contimeout=15s", "--retries=1", "--", root,
      ]))
    // A missing folder is empty; a missing bucket is noticed at the first upload.
    if ended.status == 3 { return true }
    guard ended.status == 0 else { throw failure(ended) }
    return ended.output.isEmpty
  }

  func download(to folder: String) throws(PublishFailure) {
    let ended = try programs.outcome(
      of: .init(["rclone", "copy", "--ask-password=false", "--retries=3", "--transfers=16", "--", root, folder]))
    guard ended.status == 0 else { throw failure(ended) }
  }
}
