import CellistBase
import CellistFiles
import CellistRecords
import CellistTestSupport
import CellistText
import Foundation

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSettings
@testable import CellistSites

/// A site on disk, built again and again into one folder, each time beside what a clean build would have made of it.
final class BuiltSite {
  let folder: TemporaryFolder
  var options = BuildOptions(now: 1_700_000_000)

  /// The clock that stamps the site's files.
  let clock = RandomClock()

  /// The programs that builds call: copies of pictures are texts.
  var programs = PictureText.programs

  /// The site in memory, where one process builds it again and again.
  private(set) var kept: KeptSite?
  /// Whether somebody made something else of the state, of which a kept site writes no more than what changes.
  var isStateDamaged = false
  /// The files that changed since the last build, as far as a kept site is told; nil when it may be any.
  var changed: Set<Identifier>? = []

  /// The files in the output that no build wrote, by path; a folder's ends in a slash.
  var foreign: [String: [UInt8]] = [:]

  /// The files that the last build left, as `problems` saw them.
  private var left: [String: [UInt8]] = [:]

  init(_ files: [String: String] = [:], isInMemory: Bool = true) throws {
    folder = try TemporaryFolder(isInMemory: isInMemory)
    for (path, text) in files { try write(text, to: path) }
  }

  func write(_ text: String, to path: String) throws {
    changed?.insert(path)
    try folder.write(text, to: "site/\(path)")
  }

  func remove(_ path: String) throws {
    changed?.insert(path)
    try folder.remove("site/\(path)")
  }

  var builder: SiteBuilder { SiteBuilder(clock.tree(.disk(folder.place("site"))), options) }

  var statePath: String { folder.place("state/known.sqlite") }

  var outputPath: String { folder.place("output") }

  /// How far the build's clock is ahead of that of the file system, in nanoseconds.
  private var ahead: Int64 = 0

  var destination: Destination {
    var destination = Destination(output: outputPath, state: statePath)
    destination.programs = programs
    destination.clock = { [ahead] in FileStamp.now + ahead }
    return destination
  }

  /// What pages were made of at the last build, and those that changed unnoticed since.
  private(set) var recorder = CandidateRecorder()

  /// Goes on when every file is so old that builds trust its times.
  func waitForOldFiles() { ahead += 2_100_000_000 }

  /// Has one process build the site from now on.
  func keep() { kept = KeptSite(clock.tree(.disk(folder.place("site"))), destination) }

  func build(program: String = "") throws -> SiteBuilder.Outcome {
    if let kept {
      let outcome = try kept.build(options, changed: changed)
      changed = []
      kept.settle()
      recorder.note(kept.plan, outcome)
      return outcome
    }
    var destination = destination
    destination.program = program
    let outcome = try builder.build(into: destination)
    recorder.note(outcome.memory?.plan, outcome)
    return outcome
  }

  /// Says that builds took place which this does not know of.
  func forgetBuilds() { recorder.forget() }

  /// The files that a build writes and deletes, a sign before the path of each.
  func changes() throws -> [String] { try build().signs }

  /// The output, but for the files that builds keep there: files by path, and folders with a slash behind theirs.
  func output(_ name: String = "output") -> [String: [UInt8]] {
    var tree = folder.tree(name)
    for name in OutputFolder.ownNames { tree[name] = nil }
    return tree
  }

  /// The paths in which the output differs from what a clean build writes to another folder.
  func differencesToCleanBuild() throws -> [String] {
    try? folder.remove("clean")
    var clean = Destination(output: folder.place("clean"))
    clean.programs = programs
    _ = try builder.build(into: clean)
    let wanted = output("clean")
    return Self.differences(withoutForeign(output(), but: wanted), wanted)
  }

  /// A tree without what no build wrote, and the folders that hold it alone.
  func withoutForeign(_ tree: [String: [UInt8]], but wanted: [String: [UInt8]] = [:]) -> [String: [UInt8]] {
    var tree = tree
    for path in foreign.keys {
      // A stranger's folder may have become one of the site's as well.
      if !path.hasSuffix("/") || wanted[path] == nil { tree[path] = nil }
      for way in sequence(first: path.folder, next: { $0.folder }).prefix(while: { !$0.isEmpty }) {
        let isShared = tree.keys.contains { $0.hasPrefix("\(way)/") && $0 != "\(way)/" && !$0.hasSuffix("/") }
        if !isShared, wanted["\(way)/"] == nil { tree["\(way)/"] = nil }
      }
    }
    return tree
  }

  /// Whether a build wrote a path of the output, wherever it is now.
  func owns(_ path: String) -> Bool {
    let list = folder.read("output/\(OwnedFiles.name)") ?? ""
    return list.split(separator: "\n").contains { PercentCoding.decoded($0).utf8.elementsEqual(path.utf8) }
  }

  /// Removes what no build wrote.
  func removeForeign() throws {
    for path in foreign.keys { try folder.remove("output/\(path)") }
    foreign = [:]
  }

  /// A file of the output as text.
  func text(_ path: String) -> String? { folder.read("output/\(path)") }

  /// The same of a clean build; nil for a site with errors.
  func clean(_ tree: SourceTree? = nil) -> (tree: [String: [UInt8]]?, outcome: SiteBuilder.Outcome) {
    let (files, outcome) = SiteBuilder(tree ?? .disk(folder.place("site")), options).render(calling: programs)
    return (outcome.hasErrors ? nil : Self.withFolders(files), outcome)
  }

  static func withFolders(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
    var tree = files
    for path in files.keys {
      var folder = path.folder
      while !folder.isEmpty, tree.updateValue([], forKey: "\(folder)/") == nil { folder = folder.folder }
    }
    return tree
  }

  /// The paths in which two trees differ.
  static func differences(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
  }

  /// Builds, and says in which ways the output and the messages are not those of a clean build.
  ///
  /// - Parameter isStateTrue: whether the state is what the last build left, so that nothing may be written in vain.
  func problems(_ tree: SourceTree? = nil, isStateTrue: Bool = true) throws -> (found: [String], hasErrors: Bool) {
    let before = output()
    let outcome: SiteBuilder.Outcome
    do throws(any Error) { outcome = try build() } catch OutputFolder.Failure.occupied(let paths) {
      guard output() == before else { return (["a build was refused, and changed the output"], false) }
      for path in paths {
        guard let own = foreign.keys.first(where: { $0 == path || $0.hasPrefix("\(path)/") }) else {
          return (["\(path) is said to be foreign"], false)
        }
        foreign[own] = nil
        try folder.remove("output/\(path)")
      }
      return try problems(tree, isStateTrue: isStateTrue)
    }
    let clean = clean(tree)
    var after = output()
    var problems: [String] = []
    if outcome.diagnostics != clean.outcome.diagnostics {
      problems.append("messages: \(outcome.diagnostics.map(\.brief)) for \(clean.outcome.diagnostics.map(\.brief))")
    }
    guard let wanted = clean.tree else {
      if after != before { problems.append("a site with errors was written: \(Self.differences(after, before))") }
      return (problems, true)
    }
    defer { left = after }
    for (path, bytes) in foreign where after[path] != bytes { problems.append("\(path) was not left alone") }
    // A folder into which a build wrote goes with the last of its files.
    foreign = foreign.filter { !$0.key.hasSuffix("/") || wanted[$0.key] == nil }
    after = withoutForeign(after, but: wanted)
    problems += Self.differences(after, wanted).map { path in
      let state = wanted[path] == nil ? "is left" : after[path] == nil ? "is missing" : "is stale"
      return "\(path) \(state)"
    }
    let counts = [outcome.lists, outcome.records, outcome.pages]
    if counts != [clean.outcome.lists, clean.outcome.records, clean.outcome.pages] {
      problems.append("counts: \(counts)")
    }
    problems += recorder.takeMissed().map { "\($0) changed, and was no candidate" }
    if outcome.stateFailure == nil { problems += try misnoted(outcome.changes) }
    guard outcome.reasonForClean == nil, isStateTrue else { return (problems, false) }
    // The build wrote the files that it had to, and reported them.
    let changed = Set(Self.differences(before, after).filter { !$0.hasSuffix("/") })
    let reported = Set(outcome.changes.map(\.path))
    let updated = Set(outcome.changes.filter { $0.kind == .updated }.map(\.path))
    // A stranger may have written what the page says only now.
    let vain = updated.subtracting(changed).filter { left[$0] == nil || left[$0] == after[$0] }
    problems += vain.sorted().map { "\($0) was written for nothing" }
    problems += changed.subtracting(reported).filter { after[$0] != nil }.sorted().map { "\($0) was not reported" }
    return (problems, false)
  }

  /// Files that a build wrote, and folders of those, of which the file system says something else than the state: the next
  /// build would look into them again.
  func misnoted(_ changes: [OutputChange]) throws -> [String] {
    guard let folder = try OutputFolder.existing(outputPath) else { return [] }
    if kept != nil, isStateDamaged { return [] }
    guard let known = try? destination.stateFile?.load().output else { return ["the state cannot be read"] }
    var wrong: Set<String> = []
    for path in changes.filter({ $0.kind != .deleted }).map(\.path) {
      if known.files[path]?.stamp != folder.stamp(of: path) { wrong.insert(path) }
      for place in sequence(first: path.folder, next: { $0.isEmpty ? nil : $0.folder }) {
        let index = known.files[joined(place, PagePath.index)]
        if (index.map(\.folder) ?? known.folders[place]) != folder.stamp(of: place) { wrong.insert("\(place)/") }
      }
    }
    return wrong.sorted().map { "\($0) is noted as something else" }
  }
}

extension SiteBuilder.Outcome {
  /// The files that were created, updated and deleted, a sign before the path of each.
  var signs: [String] {
    changes.map { change in
      switch change.kind {
      case .created: "+ \(change.path)"
      case .updated: "~ \(change.path)"
      case .deleted: "- \(change.path)"
      }
    }
  }
}

extension Diagnostic {
  fileprivate var brief: String { "\(location.map { "\($0): " } ?? "")\(message)" }
}
