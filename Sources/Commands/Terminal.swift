import Glibc

/// Where commands print: text for people goes to standard error, what other programs read to standard output.
struct Terminal: Sendable {
  /// Whether somebody watches, so that colours and a progress line make sense.
  let isInteractive: Bool

  /// The terminal of this process. Colours are off where `NO_COLOR` is set.
  static let standard = Terminal(
    isInteractive: isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR") == nil
      && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false)

  func note(_ text: String, ending: String = "\n") { _ = Self.write(text + ending, to: STDERR_FILENO) }

  /// - Throws: the exit status of a command whose output cannot be written.
  func output(_ text: String) throws {
    guard Self.write(text, to: STDOUT_FILENO) else {
      note("error: the output cannot be written: \(String(cString: strerror(errno)))")
      throw ExitStatus.io
    }
  }

  /// Replaces the progress line; an empty text removes it.
  func progress(_ text: String) {
    guard isInteractive else { return }
    _ = Self.write("\r\u{1B}[K\(text)", to: STDERR_FILENO)
  }

  /// Writes all of a text; false, with `errno`, where that fails.
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { UnsafeRawBufferPointer($0).write(to: descriptor) }
  }

  /// Writes through what is there: a link, a device or a pipe stays what it is, and a file keeps its mode.
  func write(_ text: String, to file: String, _ name: String = "the report") throws {
    guard file != "-" else { return try output(text) }
    // A pipe that nobody reads fails at once rather than being waited for.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
    var isWritten = false
    if descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, O_WRONLY)
      isWritten = Self.write(text, to: descriptor)
    }
    let reason = String(cString: strerror(errno))
    guard isWritten, close(descriptor) == 0 else {
      note("error: \(name) cannot be written to '\(file)': \(reason)")
      throw ExitStatus.io
    }
  }
}
