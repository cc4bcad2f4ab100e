import CellistBase
import CellistBuilding
import CellistFiles
import CellistOutput
import CellistPages
import CellistSettings

/// A site that is built again at each change of its files, and served.
package struct Preview {
  /// An event of a preview.
  package enum Event: Sendable {
    /// Whether it is served at the port that was asked for.
    case serving(address: String, isWanted: Bool)
    /// A build is done: the time until pages were notified, and the changed records.
    case built(SiteBuilder.Outcome, records: Int, Duration)
    /// The site could not be built; the preview tries again.
    case failed(OutputFolder.Failure)
    /// The state of a build cannot be kept for the next process.
    case unsaved(String)
  }

  /// Why there is no preview.
  package enum Failure: Error {
    case noPort(UInt16)
    case watch(String)
    case output(OutputFolder.Failure)
  }

  private let folder: String
  private let destination: Destination
  /// The current options of the build.
  private let options: () -> BuildOptions
  /// The faults of the site as text for people.
  private let text: (SiteBuilder.Outcome) -> String
  /// Whether records can be edited in its pages.
  private let isEditable: Bool

  /// - Parameter folder: the site's folder.
  package init(
    of folder: String, into destination: Destination, isEditable: Bool = false,
    options: @escaping () -> BuildOptions, text: @escaping (SiteBuilder.Outcome) -> String
  ) {
    self.isEditable = isEditable
    self.folder = folder
    self.destination = destination
    self.options = options
    self.text = text
  }

  /// Builds, serves, and builds again until the watch is stopped.
  ///
  /// - Parameter start: is called first, with a function that stops the watch.
  package func run(
    port wanted: UInt16, start: (FolderWatch.Handle) -> Void, tell: @escaping (Event) -> Void
  ) throws(Failure) {
    let watch: FolderWatch
    do throws(FolderWatch.Failure) { watch = try FolderWatch(folder, SiteFolder.sources) } catch {
      throw .watch(error.description)
    }
    start(watch.handle)
    let pages = OpenPages { [handle = watch.handle] in handle.wake() }
    var served = ServedPages(KeptSite(.disk(folder), destination), pages)
    do throws(OutputFolder.Failure) { try rebuild(&served, nil, tell) } catch { throw .output(error) }
    let edits = isEditable ? EditQueue(token: Self.token()) { [handle = watch.handle] in handle.wake() } : nil
    let session = EditSession(of: folder, options: options)
    guard let server = PreviewServer(root: destination.output, pages: pages, port: wanted, edits: edits) else {
      throw .noPort(wanted)
    }
    defer { server.stop() }
    let entrance = edits.map { "?edit=\($0.token)" } ?? ""
    tell(.serving(address: server.address + entrance, isWanted: wanted == 0 || server.port == wanted))
    var failure: OutputFolder.Failure?
    do throws(FolderWatch.Failure) {
      loop: while true {
        try watch.watch(files: served.site.outsideFiles)
        var files: Set<Identifier>? = []
        // Another build that holds the output ends soon.
        let patience = failure == nil ? served.patience(options()) : .milliseconds(200)
        switch try watch.next(within: patience) {
        case .stopped: break loop
        case .woken:
          served.look()
          for request in edits?.takeAll() ?? [] {
            request.reply(
              PreviewRequests.answer(to: session.answer(to: request.body, of: served.site, base: pages.base)))
          }
          continue
        case .nothing: break
        case .changed(let changed): files = changed
        }
        let address = server.address
        do throws(OutputFolder.Failure) {
          try rebuild(&served, files, tell)
          failure = nil
        } catch {
          if failure != error { tell(.failed(error)) }
          failure = error
        }
        if server.address != address { tell(.serving(address: server.address + entrance, isWanted: true)) }
      }
    } catch {
      throw .watch(error.description)
    }
  }

  /// 128 random bits, which only the address that is printed contains.
  private static func token() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in String(UInt32.random(in: .max / 16...(.max), using: &random), radix: 16) }.joined()
  }

  private func rebuild(
    _ served: inout ServedPages, _ changed: Set<Identifier>?, _ tell: (Event) -> Void
  ) throws(OutputFolder.Failure) {
    let start = ContinuousClock.now
    served.pages.begin()
    defer { served.pages.end() }
    let outcome = try served.site.build(options(), changed: changed)
    served.tell(outcome, problem: outcome.hasErrors ? text(outcome) : nil)
    let duration = start.duration(to: .now)
    // Open pages have their patches, so saving the state delays no page.
    tell(.built(outcome, records: outcome.hasErrors ? 0 : served.site.changedRecords, duration))
    if let reason = served.site.settle() { tell(.unsaved(reason)) }
  }
}

/// A kept site with the pages that are open in browsers.
private struct ServedPages {
  let site: KeptSite
  let pages: OpenPages
  /// The open pages as browsers have them, by their paths in URLs.
  private var shown: [String: ShownPage] = [:]

  init(_ site: KeptSite, _ pages: OpenPages) {
    self.site = site
    self.pages = pages
  }

  /// Reads the pages that have been opened.
  mutating func look() {
    let open = pages.paths
    shown = shown.filter { open.contains($0.key) }
    for path in open where shown[path] == nil { shown[path] = page(at: path) }
  }

  private func page(at path: String) -> ShownPage? { ServedFiles.page(at: path, below: pages.base).flatMap(site.shown) }

  /// Sends the open pages the changes of a build.
  mutating func tell(_ outcome: SiteBuilder.Outcome, problem: String?) {
    let before = pages.base
    pages.base = site.basePath
    let changed = Set(outcome.changes.map(\.path))
    var patches: [String: Patch] = [:]
    let open = changed.isEmpty ? [] : pages.paths
    for path in open where pages.base == before {
      guard let old = shown[path], let file = ServedFiles.page(at: path, below: before) else { continue }
      let new = changed.contains(file) ? site.shown(file) : old
      patches[path] = new.flatMap { Patch(from: old, to: $0) }
      shown[path] = new
    }
    pages.tell(changed: !changed.isEmpty, problem: problem, patches: patches)
    if !changed.isEmpty { look() }
  }

  /// The time until a record or page is due.
  func patience(_ options: BuildOptions) -> Duration? {
    guard options.date == nil, let due = site.due else { return nil }
    return .seconds(max(0, due - options.now))
  }
}
