import Glibc

/// The output of commands: text for people goes to standard error, output for other programs to standard output.
struct Terminal: Sendable {
  /// Whether it is interactive, so that colours and a progress line make sense.
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
}
