import ArgumentParser
import CellistBase
import CellistBuilding
import CellistContent
import CellistFiles
import CellistOutput
import CellistRecords
import CellistSettings
import Glibc

/// `cellist update`
struct UpdateCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Fetch the files at the addresses of sources, and print what changes.",
    discussion:
      "The files are kept in content.lock, and cellist.lock describes them. No other command fetches anything.")

  @OptionGroup var folder: FolderArguments

  func run(_ lists: [TypedList]) throws {
    try folder.requireContent()
    var options = BuildOptions(now: time(nil))
    options.lists = lists
    let builder = SiteBuilder(folder.tree, options)
    var diagnostics = Diagnostics()
    let sources = builder.remoteSources(&diagnostics).sorted { inByteOrder($0.path, $1.path) }
    // A broken lock is written anew.
    guard !diagnostics.all.contains(where: { $0.severity == .error && $0.location?.file != SiteFolder.lockFile }) else {
      let outcome = SiteBuilder.Outcome(diagnostics: builder.located(diagnostics))
      return try folder.report(outcome, as: .text, nothingWritten: true)
    }
    guard !sources.isEmpty else {
      Terminal.standard.note("no list has a source with 'url'")
      return
    }
    do {
      try update(sources, builder)
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
  }

  private func update(
    _ sources: [(path: String, source: RemoteSource)], _ builder: SiteBuilder
  ) throws {
    let tree = folder.tree
    let fetch = RemoteFetch()
    let locked = try LockedFiles(of: folder.site)
    var unheard = Diagnostics()
    let old = RemoteLock(tree, &unheard)
    var new = RemoteLock()
    var files: [(name: String, bytes: [UInt8])] = []
    var known: [String: [UInt8]] = [:]
    var hasFailed = false
    for (path, source) in sources {
      let (name, shown) = (path.fileName, DiagnosticPrinter.printable(source.address.shown))
      var entry = old.entries[name]
      new.entries[name] = entry
      known[path] = try? tree.read(path)
      // Validators are those of the file that is here.
      if known[path].map({ Digest.sha256($0) }) != entry?.sha256 { entry = nil }
      do throws(RemoteFetch.Failure) {
        switch try fetch(source.address, etag: entry?.etag, lastModified: entry?.lastModified) {
        case .unchanged: Terminal.standard.note("unchanged: \(shown)")
        case .fetched(let bytes, let etag, let lastModified):
          let sha256 = Digest.sha256(bytes)
          new.entries[name] = RemoteLock.Entry(
            url: source.address.shown, sha256: sha256, etag: etag, lastModified: lastModified)
          guard sha256 != entry?.sha256 else {
            Terminal.standard.note("unchanged: \(shown)")
            break
          }
          files.append((name, bytes))
          Terminal.standard.note("fetched: \(shown) (\(bytes.count) bytes)")
        }
      } catch {
        hasFailed = true
        Terminal.standard.note("error: \(shown): \(DiagnosticPrinter.printable(error.reason))")
      }
    }
    known[SiteFolder.lockFile] = try? tree.read(SiteFolder.lockFile)
    if new != old || !files.isEmpty {
      try locked.write(files, new.text, removing: old.entries.keys.filter { new.entries[$0] == nil })
      try sayChanges(builder, since: known)
    }
    if hasFailed { throw ExitStatus.io }
  }

  /// Prints what the new files change, or what is wrong with them.
  private func sayChanges(_ builder: SiteBuilder, since known: [String: [UInt8]]) throws {
    let tree = folder.tree
    let memory = SourceTree.memory(known)
    var before = tree
    before.file = { path throws(SourceTree.Failure) in
      guard path == SiteFolder.lockFile || path.hasPrefix("\(SiteFolder.lock)/") else { return try tree.file(path) }
      return try memory.file(path)
    }
    var comparison = try builder.compared(with: before)
    if comparison.earlier?.hasErrors == true { comparison = try builder.compared(with: nil) }
    try folder.report(comparison.outcome, as: .text, nothingWritten: false)
    if let report = comparison.report { try Terminal.standard.output(DiffPrinter(format: .text).text(of: report)) }
  }
}
