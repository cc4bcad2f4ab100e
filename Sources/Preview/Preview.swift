import CellistBuild

/// A site that is built again at each change of its files, and served as it is.
package final class Preview: Sendable {
  /// What a preview tells of itself.
  package enum Event: Sendable {
    /// Whether it is served at the port that was asked for.
    case serving(address: String, isWanted: Bool)
    /// A build is done, which took this long.
    case built(SiteBuilder.Outcome, Duration)
    case failed(String)
  }

  /// Why there is nothing to look at.
  package enum Failure: Error {
    case noPort(UInt16)
    case watch(String)
    case output(OutputFolder.Failure)
  }

  private let site: String
  private let output: String
  private let pages = OpenPages()
  /// Builds the site as it is now.
  private let build: @Sendable () throws(OutputFolder.Failure) -> SiteBuilder.Outcome
  /// The path of the site's root in URLs.
  private let base: @Sendable () -> String
  /// A text for people of what is wrong with the site.
  private let text: @Sendable (SiteBuilder.Outcome) -> String

  package init(
    site: String, output: String, base: @escaping @Sendable () -> String,
    text: @escaping @Sendable (SiteBuilder.Outcome) -> String,
    build: @escaping @Sendable () throws(OutputFolder.Failure) -> SiteBuilder.Outcome
  ) {
    self.site = site
    self.output = output
    self.base = base
    self.text = text
    self.build = build
  }

  /// Builds, serves, and builds again until the watch is stopped.
  ///
  /// - Parameter start: is given what stops the watch, before anything else happens.
  package func run(
    port wanted: UInt16, folders: [String], start: (FolderWatch.Stop) -> Void,
    tell: @escaping @Sendable (Event) -> Void
  ) throws(Failure) {
    let watch: FolderWatch
    do throws(FolderWatch.Failure) { watch = try FolderWatch(site, folders) } catch {
      throw .watch(error.description)
    }
    start(watch.stop)
    do throws(OutputFolder.Failure) { try rebuild(tell) } catch { throw .output(error) }
    let files = SiteFiles(root: output, base: base())
    guard let server = PreviewServer(files: files, pages: pages, port: wanted) else { throw .noPort(wanted) }
    defer { server.stop() }
    tell(.serving(address: server.address, isWanted: server.port == wanted))
    do throws(FolderWatch.Failure) {
      while try watch.next() {
        // An output that another build holds is free a moment later.
        do throws(OutputFolder.Failure) { try rebuild(tell) } catch { tell(.failed("\(error)")) }
      }
    } catch {
      throw .watch(error.description)
    }
  }

  private func rebuild(_ tell: (Event) -> Void) throws(OutputFolder.Failure) {
    let start = ContinuousClock.now
    let outcome = try build()
    pages.tell(changed: !outcome.changes.isEmpty, problem: outcome.hasErrors ? text(outcome) : nil)
    tell(.built(outcome, start.duration(to: .now)))
  }
}
