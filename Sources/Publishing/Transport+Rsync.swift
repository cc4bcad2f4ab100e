import CellistBase
import CellistOutput
import Glibc

extension Transport {
  /// A folder that rsync reaches through ssh or as a daemon's.
  static func rsync(_ place: String, _ programs: ProgramRunner) -> Transport {
    let folder = RsyncFolder(place: place, programs: programs)
    return Transport(
      read: { paths throws(PublishFailure) in try folder.read(paths) },
      occupied: { paths, output throws(PublishFailure) in try folder.occupied(paths, output) },
      put: { upload throws(PublishFailure) in try folder.put(upload.paths, from: upload.folder) },
      claim: { lease, over throws(PublishFailure) in try folder.claim(lease, over: over) },
      remove: { paths throws(PublishFailure) in try folder.remove(paths) },
      removeFolders: { folders throws(PublishFailure) in for path in folders { try folder.remove([path]) } },
      isEmpty: { () throws(PublishFailure) in try folder.isEmpty() },
      download: { target throws(PublishFailure) in try folder.download(to: target) })
  }
}

/// A folder that rsync reaches.
private struct RsyncFolder: Sendable {
  let place: String
  let programs: ProgramRunner

  private var root: String { place.hasSuffix("/") ? place : "\(place)/" }

  /// Keep file names from the remote shell, and compare files of equal size and time.
  private func run(_ options: [String], _ operands: [String]) throws(PublishFailure) -> ProgramRunner.Ended {
    try programs.outcome(
      of: .init(["rsync", "--protect-args", "--ignore-times", "--timeout=60", "--from0"] + options + ["--"] + operands))
  }

  /// The last lines report only the kind of failure, and others that the connection ended unexpectedly.
  private func failure(_ ended: ProgramRunner.Ended) -> PublishFailure {
    let vague = ["rsync error:", "read error", "connection unexpectedly closed"]
    let line = ended.errors.split(whereSeparator: \.isNewline).first { line in !vague.contains { line.contains($0) } }
    let text = line.map { String($0.prefix(300)) } ?? ended.reason
    return .io(text.hasPrefix("rsync: ") ? text : "rsync: \(text)")
  }

  func read(_ paths: [String]) throws(PublishFailure) -> [String: [UInt8]] {
    let stage = try StagingFolder()
    let (top, below) = module
    let list = try stage.list("list", paths.map { joined(below, $0) }, end: 0)
    let copy = try stage.empty("files")
    let ended = try run(["--ignore-missing-args", "--files-from=\(list)"], [top, "\(copy)/"])
    // 24 means that a file does not exist; a folder that does not exist yet has none of them.
    guard ended.status == 0 || ended.status == 24 || isMissing(ended) else { throw failure(ended) }
    var files: [String: [UInt8]] = [:]
    for path in paths { files[path] = try? OutputFolder.bytes(of: joined(copy, below, path), in: AT_FDCWD) }
    return files
  }

  /// The top of a daemon's module, and the folder in it: daemons of rsync 3.5 that do not change their root find listed
  /// files only from the top. Any other place is its own top.
  private var module: (top: String, below: String) {
    let start: String.Index
    if place.hasPrefix("rsync://") {
      start =
        place[place.index(place.startIndex, offsetBy: 8)...].firstIndex(of: "/").map(place.index(after:))
        ?? place.endIndex
    } else if let mark = place.firstRange(of: "::") {
      start = mark.upperBound
    } else {
      return (root, "")
    }
    let name = place[start...].prefix { $0 != "/" }
    return ("\(place[..<name.endIndex])/", place[name.endIndex...].split(separator: "/").joined(separator: "/"))
  }

  private func isMissing(_ ended: ProgramRunner.Ended) -> Bool {
    (ended.status == 23 || ended.status == 3 || ended.status == 12)
      && ended.errors.contains("No such file or directory") && ended.errors.contains("change_dir")
  }

  func put(_ paths: [String], from folder: String, _ options: [String] = []) throws(PublishFailure) {
    let stage = try StagingFolder()
    let list = try stage.list("list", paths, end: 0)
    let ended = try run(["--mkpath", "--files-from=\(list)"] + options, ["\(folder)/", root])
    guard ended.status == 0 else { throw failure(ended) }
  }

  /// A dry run that would replace existing files alone names them.
  func occupied(_ paths: [String], _ output: String) throws(PublishFailure) -> [String] {
    let stage = try StagingFolder()
    let list = try stage.list("list", paths, end: 0)
    let ended = try run(
      ["--dry-run", "--existing", "--out-format=%n", "--8-bit-output", "--files-from=\(list)"], ["\(output)/", root])
    if isMissing(ended) { return [] }
    // 23 means that a single file could not be replaced, such as one whose path is that of a folder.
    guard ended.status == 0 || ended.status == 23 else { throw failure(ended) }
    let known = Set(paths)
    return ended.text.split(separator: "\n").map(String.init).filter(known.contains)
  }

  func claim(_ lease: [UInt8], over old: [UInt8]?) throws(PublishFailure) -> Bool {
    let stage = try StagingFolder()
    try stage.write([(Lease.path, lease)])
    try put([Lease.path], from: stage.path, old == nil ? ["--ignore-existing"] : [])
    return true
  }

  func remove(_ paths: [String]) throws(PublishFailure) {
    let stage = try StagingFolder()
    let list = try stage.list("list", paths, end: 0)
    let none = try stage.empty("none")
    // The folders must exist, or rsync treats the files as vanished.
    for folder in Set(paths.map(\.folder)) where !folder.isEmpty {
      try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.makeFolder(joined(none, folder)) }
    }
    let ended = try run(["--recursive", "--delete-missing-args", "--files-from=\(list)"], ["\(none)/", root])
    guard ended.status == 0 else { throw failure(ended) }
  }

  func isEmpty() throws(PublishFailure) -> Bool {
    let ended = try programs.outcome(
      of: .init(["rsync", "--protect-args", "--timeout=60", "--list-only", "--dirs", "--", root]))
    if isMissing(ended) { return true }
    guard ended.status == 0 else { throw failure(ended) }
    return !ended.text.split(separator: "\n").contains { !$0.hasSuffix(" .") && !$0.hasSuffix(" ..") }
  }

  func download(to target: String) throws(PublishFailure) {
    let ended = try programs.outcome(
      of: .init(["rsync", "--protect-args", "--timeout=60", "--recursive", "--links", "--", root, "\(target)/"]))
    guard ended.status == 0 else { throw failure(ended) }
  }
}
