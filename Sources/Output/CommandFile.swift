import CellistBase
import Glibc

/// A file outside the output that a command writes for other programs: a report, a manifest, a list of addresses.
///
/// It replaces only a file of its own form, so that a mistyped name cannot destroy another file.
package struct CommandFile: Sendable {
  /// The kind of text that commands write to a file.
  package struct Form: Sendable {
    /// "the report"
    package let name: String
    /// Whether bytes are, or begin as, something of this form.
    package let fits: @Sendable ([UInt8]) -> Bool

    /// A form whose files all begin with one of some texts.
    package init(_ name: String, beginningWith starts: String...) {
      self.init(name) { bytes in
        starts.contains { zip($0.utf8, bytes).allSatisfy { $0 == $1 } }
      }
    }

    package init(_ name: String, fits: @escaping @Sendable ([UInt8]) -> Bool) {
      self.name = name
      self.fits = fits
    }
  }

  private let path: String
  private let form: Form
  private let site: String
  private let output: String?

  /// - Parameters:
  ///   - site: the folder of the site that the command works on.
  ///   - output: the site's output.
  /// - Throws: `refused` where the file cannot be replaced or the place is not free.
  package init(
    _ path: String, _ form: Form, of site: String, output: String?
  ) throws(OutputFolder.Failure) {
    self.path = path
    self.form = form
    self.site = site
    self.output = output
    _ = try kind()
  }

  private enum Kind {
    case absent
    /// A file of the form, with its mode.
    case own(mode_t)
    /// A pipe or a device.
    case stream
  }

  /// The existing destination, if it may be written to.
  private func kind() throws(OutputFolder.Failure) -> Kind {
    var status = stat()
    // Files that the shell opened for the command are here.
    let folder = absolutePath(path.folder)
    if folder == "/dev" || folder.hasPrefix("/proc/") { return .stream }
    let isThere = lstat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFLNK {
      guard stat(path, &status) == 0, isStream(status) else { throw refusal("is a link") }
      return .stream
    }
    if isThere, isStream(status) { return .stream }
    if let objection = FreePlace.objection(to: path, of: site, output: output) { throw refusal(objection) }
    guard isThere else {
      guard stat(path.folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : path.folder, &status) == 0,
        status.st_mode & S_IFMT == S_IFDIR
      else { throw refusal("is in a folder that does not exist") }
      return .absent
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal("is a folder") }
    let bytes: [UInt8]
    do {
      bytes = try OutputFolder.bytes(of: path, in: AT_FDCWD)
    } catch {
      throw refusal("is a file that cannot be read")
    }
    guard form.fits(bytes) else { throw refusal("is a file that Cellist did not write") }
    return .own(status.st_mode & 0o7777)
  }

  private func isStream(_ status: stat) -> Bool {
    [S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  private func refusal(_ reason: String) -> OutputFolder.Failure {
    .refused("\(form.name) cannot be written to '\(path)', which \(reason); name another file")
  }

  /// What an earlier command wrote there; empty where there is none, or where it cannot be read again.
  package func text() throws(OutputFolder.Failure) -> String {
    guard case .own = try kind() else { return "" }
    return String(decoding: try OutputFolder.bytes(of: path, in: AT_FDCWD), as: UTF8.self)
  }

  /// Writes a text: to a file atomically, keeping its mode, and to a stream directly.
  package func write(_ text: String) throws(OutputFolder.Failure) {
    switch try kind() {
    case .stream: try send(text)
    case .own(let mode): try replace(with: text, mode: mode)
    case .absent: try replace(with: text, mode: nil)
    }
  }

  private func send(_ text: String) throws(OutputFolder.Failure) {
    // A pipe without a reader fails at once.
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure }
    _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND)
    let isWritten = OutputFolder.write(Array(text.utf8), to: descriptor)
    let reason = failure
    guard isWritten, close(descriptor) == 0 else { throw reason }
  }

  private func replace(with text: String, mode: mode_t?) throws(OutputFolder.Failure) {
    guard let staged = StagedFile(Array(text.utf8), for: path, mode: mode), staged.put() else { throw failure }
  }

  private var failure: OutputFolder.Failure {
    .io("\(form.name) cannot be written to '\(path)': \(OutputFolder.message)")
  }
}
