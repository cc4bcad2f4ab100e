import CellistContent
import CellistRecords
import CellistTemplates
import CellistThemes
import Synchronization

/// Builds a site: reads it, checks all of it, and only then writes.
package struct SiteBuilder: Sendable {
  /// What a build did, or why it did nothing.
  package struct Outcome: Sendable {
    /// Everything that is wrong or doubtful, in order of place.
    package let diagnostics: [Diagnostic]
    package var lists = 0
    package var records = 0
    package var pages = 0

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  package let tree: SourceTree
  package let options: BuildOptions

  package init(_ tree: SourceTree, _ options: BuildOptions) {
    self.tree = tree
    self.options = options
  }

  /// Reads and checks a site without writing anything.
  package func check() -> Outcome { plan().outcome }

  /// The settings of a site's lists, without their records being read.
  package func lists() -> (lists: [ListSettings], outcome: Outcome) {
    var diagnostics = Diagnostics()
    let map = ContentMap(tree, &diagnostics)
    guard let settings = SiteSettings(map.settings, from: tree, base: options.base, &diagnostics)
    else { return ([], Outcome(diagnostics: located(diagnostics))) }
    let values = ValueReader(language: settings.language, zone: settings.zone)
    let lists = ListSettings.all(map.lists, from: tree, values: values, &diagnostics).compactMap(\.self)
    return (lists, Outcome(diagnostics: located(diagnostics), lists: lists.count))
  }

  /// Builds a site into a folder. A site with errors writes nothing.
  ///
  /// - Parameter progress: called from any thread with the number of pages done and of all pages.
  package func build(
    into output: String, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws(OutputFolder.Failure) -> Outcome {
    let (plan, outcome) = plan()
    guard let plan, !outcome.hasErrors else { return outcome }
    let folder = try OutputFolder(output, keep: plan.keep)
    try write(plan.pages, to: folder, progress)
    try folder.commit(claimed: plan.pages.map(\.path))
    return outcome
  }

  /// Every file of the site, in memory; none when the site has errors.
  package func render() -> (files: [String: [UInt8]], outcome: Outcome) {
    let (plan, outcome) = plan()
    guard let plan, !outcome.hasErrors else { return ([:], outcome) }
    let pages = plan.pages
    let files = parallelMap(pages.count) { index in
      var buffer = ByteBuffer()
      return (pages[index].path, (try? bytes(of: pages[index], &buffer)) ?? [])
    }
    return (Dictionary(uniqueKeysWithValues: files), outcome)
  }

  private func plan() -> (plan: SitePlan?, outcome: Outcome) {
    var diagnostics = Diagnostics()
    guard let content = SiteContent(tree, options, &diagnostics)
    else { return (nil, Outcome(diagnostics: located(diagnostics))) }
    let theme = ThemeFolder.theme(content.settings, from: tree, &diagnostics)
    let plan = SitePlan(content, theme: theme, tree: tree, &diagnostics)
    let outcome = Outcome(
      diagnostics: located(diagnostics), lists: plan.listCount, records: plan.recordCount, pages: plan.pages.count)
    return (plan, outcome)
  }

  /// The diagnostics in order of place, each with the source line it is about.
  private func located(_ diagnostics: Diagnostics) -> [Diagnostic] {
    var lines: [String: [ArraySlice<UInt8>]] = [:]
    return diagnostics.sorted.map { diagnostic in
      // What a link out of the site leads to is nobody's to print.
      guard let location = diagnostic.location, diagnostic.code != .symbolicLink else { return diagnostic }
      if lines[location.file] == nil {
        let bytes = (try? tree.read(location.file)) ?? DefaultTheme.bytes(of: location.file) ?? []
        lines[location.file] = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      }
      guard let all = lines[location.file], location.line <= all.count else { return diagnostic }
      var result = diagnostic
      let line = all[location.line - 1]
      guard !line.contains(0) else { return diagnostic }
      result.excerpt = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      return result
    }
  }

  private func write(
    _ pages: [Page], to folder: OutputFolder, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(OutputFolder.Failure) {
    let failure = Mutex<OutputFolder.Failure?>(nil)
    let done = Atomic<Int>(0)
    parallelChunks(pages.count) { range in
      var buffer = ByteBuffer()
      for index in range {
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(OutputFolder.Failure) {
          try folder.write(pages[index].path, bytes(of: pages[index], &buffer))
        } catch {
          failure.withLock { $0 = error }
        }
      }
      progress(done.add(range.count, ordering: .relaxed).newValue, pages.count)
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func bytes(of page: Page, _ buffer: inout ByteBuffer) throws(OutputFolder.Failure) -> [UInt8] {
    switch page.content {
    case .bytes(let bytes): return bytes
    case .rendered(let render):
      buffer.removeAll()
      render(&buffer)
      return buffer.bytes
    case .copy(let source):
      do {
        return try tree.read(source)
      } catch {
        throw .io("\(source): \(error.reason)")
      }
    }
  }
}
