import CellistBase
import Glibc

/// Replaces files of a site's content, each as a whole, and only while all of them are what was read.
package struct ContentWriting: Sendable {
  /// The path below the site's folder, the bytes that were read (nil for a new file), and the new ones (nil to remove it).
  package typealias Change = (path: String, old: [UInt8]?, new: [UInt8]?)

  private let site: String

  package init(of site: String) { self.site = site }

  /// - Throws: if another program changed a file, or one cannot be written. All files are then unchanged, except those named in the
  ///   message.
  package func write(_ changes: [Change]) throws(OutputFolder.Failure) {
    // A file that moves is written under its new name before the old one is removed.
    let changes = changes.filter { $0.new != nil } + changes.filter { $0.new == nil }
    var steps: [Step] = []
    defer {
      for step in steps {
        step.staged?.discard()
        // A folder of a record, where no file of it is left, or has come.
        if step.old == nil || step.new == nil { rmdir(joined(site, step.path.folder)) }
      }
    }
    for change in changes {
      let step = Step(change, mode: try mode(of: change))
      steps.append(try staged(step))
    }
    for (number, step) in steps.enumerated() {
      guard !take(step) else { continue }
      let isOthers = [EBUSY, EEXIST].contains(errno)
      let problem = OutputFolder.message
      let kept = steps[..<number].reversed().filter { !takeBack($0) }.map(\.path)
      let rest = kept.isEmpty ? "nothing was written" : "\(kept.joined(separator: ", ")) was written before"
      if isOthers { throw .refused("\(step.path) was changed meanwhile; \(rest)") }
      throw .io("\(step.path) cannot be \(step.new == nil ? "removed" : "written"): \(problem); \(rest)")
    }
  }

  /// A change, and what is ready for it.
  private struct Step {
    let path: String
    let old: [UInt8]?
    let new: [UInt8]?
    /// The mode of the existing file; nil without one.
    let mode: mode_t?
    var staged: StagedFile?

    init(_ change: Change, mode: mode_t?) {
      (path, old, new) = change
      self.mode = mode
    }

    /// The change that takes this one back.
    var back: Step { Step((path, new, old), mode: mode) }
  }

  /// The step with its new file beside the place, and the folder that it needs.
  private func staged(_ step: Step) throws(OutputFolder.Failure) -> Step {
    guard let new = step.new else { return step }
    let folder = joined(site, step.path.folder)
    if step.mode == nil, mkdir(folder, 0o777) != 0, errno != EEXIST {
      throw .io("\(step.path.folder) cannot be made: \(OutputFolder.message)")
    }
    guard let file = StagedFile(new, for: joined(site, step.path), mode: step.mode) else {
      throw .io("\(step.path) cannot be written: \(OutputFolder.message)")
    }
    var step = step
    step.staged = file
    return step
  }

  /// Takes a step; false, with `errno`, where that fails.
  private func take(_ step: Step) -> Bool {
    guard let file = step.staged else { return unlink(joined(site, step.path)) == 0 }
    return step.old.map { file.replace($0) } ?? file.add()
  }

  /// Takes a step back; false where its file has been changed by others since.
  private func takeBack(_ step: Step) -> Bool {
    let place = joined(site, step.path)
    if step.old == nil, (try? OutputFolder.bytes(of: place, in: AT_FDCWD)) != step.new { return false }
    guard let back = try? staged(step.back) else { return false }
    defer { back.staged?.discard() }
    return take(back)
  }

  /// The mode of a file that is what was read; nil for a new one.
  private func mode(of change: Change) throws(OutputFolder.Failure) -> mode_t? {
    let (path, place) = (change.path, joined(site, change.path))
    var status = stat()
    guard lstat(place, &status) == 0 else {
      if change.old == nil { return nil }
      throw .refused("\(path) is gone; nothing was written")
    }
    guard let old = change.old else { throw .refused("\(path) is there now; nothing was written") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .refused("\(path) is a link or a device; edit its target by hand")
    }
    guard try OutputFolder.bytes(of: place, in: AT_FDCWD) == old else {
      throw .refused("\(path) was changed meanwhile; nothing was written")
    }
    return status.st_mode & 0o7777
  }
}
