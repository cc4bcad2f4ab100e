import Glibc

/// The terminal that standard output is.
struct TerminalScreen: Sendable {
  /// In columns and lines.
  let width: Int
  let height: Int
  let isColoured: Bool

  /// Nil where standard output is a file or a pipe.
  static var current: TerminalScreen? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    return TerminalScreen(
      width: isKnown ? Int(size.ws_col) : 80, height: isKnown ? Int(size.ws_row) : 24,
      isColoured: getenv("NO_COLOR") == nil && terminal != "dumb")
  }

  /// Shows a text with the user's pager; false where there is none.
  func page(_ text: String) -> Bool {
    let pager = getenv("PAGER").map { String(cString: $0) } ?? "less"
    guard !pager.isEmpty, pager != "cat" else { return false }
    // Colours as they are, and no other screen for a text that fits.
    setenv("LESS", "FRX", 0)
    guard let pipe = popen(pager, "w") else { return false }
    // A pager that ends before it has read all is no error.
    let earlier = signal(SIGPIPE, SIG_IGN)
    fputs(text, pipe)
    let status = pclose(pipe)
    signal(SIGPIPE, earlier)
    // The shell's word for a program that is not there.
    return status >> 8 != 127
  }
}

extension Unicode.Scalar {
  /// How many columns of a terminal it takes.
  var terminalColumns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
