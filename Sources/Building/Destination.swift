import CellistBase
import CellistFiles
import CellistMarkup
import CellistText
import Glibc

/// Where a site is built, and what the last build there left behind.
package struct Destination: Sendable {
  /// The folder that the site is written to.
  package var output: String
  /// The site's folder, which the output must not overlap; nil for a site in memory.
  package var site: String?
  /// The file that keeps what a build knew for the next; nil to know nothing and keep nothing.
  package var state: String?
  /// An identification of the program: another version might build other pages from the same site.
  package var program: String
  /// Whether everything is made anew.
  package var isClean: Bool
  /// Whether to report what changes, and why.
  package var isReported = false
  /// Whether nothing is written, neither there nor to the state.
  package var isDry = false
  /// Whether the output is a folder that gets the changed files alone: what the last build wrote need not be anywhere.
  package var isOverlay = false
  /// Whether the process continues after the build: then it is planned even if there is nothing to do, and the state
  /// for the next build is kept rather than written.
  var isKept = false
  /// The programs that builds call.
  package var programs = ProgramRunner.machine
  /// Tells the time as file systems stamp files, in nanoseconds since 1970-01-01T00:00:00Z.
  package var clock: @Sendable () -> Int64 = { FileStamp.now }

  package init(
    output: String, of site: String? = nil, state: String? = nil, program: String = "", isClean: Bool = false
  ) {
    self.output = output
    self.site = site
    self.state = state
    self.program = program
    self.isClean = isClean
  }

  /// Whether the site that the last build wrote is not there, and what it knew is.
  package var isOutputGone: Bool {
    guard let state else { return false }
    return access(output, F_OK) != 0 && access(state, F_OK) == 0
  }

  /// Where smaller copies of pictures are kept, for builds that know nothing else; nil to keep none.
  private var thumbnails: KeptFiles? { state.map { KeptFiles(in: joined($0.folder, "pictures")) } }

  /// Where it is kept what was found out about the commits of the site's repository; nil to keep nothing.
  var history: GitHistory.Store? {
    guard let state else { return nil }
    let files = KeptFiles(in: joined(state.folder, "history"))
    return GitHistory.Store { [program, isClean] in
      isClean ? nil : files.bytes($0, sealed: program)
    } save: { [program] in
      files.keep($1, $0, sealed: program)
    }
  }

  /// Makes smaller copies of pictures, or finds them where an earlier build kept them.
  var thumbnailer: Thumbnailer {
    let vips = Thumbnailer.vips(programs)
    return thumbnails.map { vips.keeping(in: $0, isAnew: isClean) } ?? vips
  }

  /// Removes the copies that are kept of what is no longer published.
  func cleanThumbnails(keeping wanted: [Thumbnail]) { thumbnails?.clean(keeping: Set(wanted.lazy.map(\.name))) }

  /// The same site, of which the changed files alone are written, to a folder that holds nothing.
  package func overlay(in folder: String) -> Destination {
    var overlay = self
    overlay.output = folder
    overlay.isOverlay = true
    return overlay
  }

  var stateFile: StateFile? {
    state.map { StateFile($0, key: "\(program), ICU \(icuVersion), cmark \(MarkdownRenderer.version)") }
  }
}
