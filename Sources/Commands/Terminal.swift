import Glibc

/// Where commands print: text for people goes to standard error, what other programs read to standard output.
struct Terminal: Sendable {
  /// Whether somebody watches, so that colours and a progress line make sense.
  let isInteractive: Bool

  /// The terminal of this process. Colours are off where `NO_COLOR` is set.
  static let standard = Terminal(
    isInteractive: isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR") == nil
      && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false)

  func note(_ text: String, ending: String = "\n") { put(text + ending, to: STDERR_FILENO) }

  func output(_ text: String) { put(text, to: STDOUT_FILENO) }

  /// Replaces the progress line; an empty text removes it.
  func progress(_ text: String) {
    guard isInteractive else { return }
    put("\r\u{1B}[K\(text)", to: STDERR_FILENO)
  }

  private func put(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
