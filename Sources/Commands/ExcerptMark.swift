/// A source line with a mark below the place that a diagnostic is about.
struct ExcerptMark {
  /// The line, cut to a window around the place when it is long.
  let line: String
  /// A caret below the place and `~` below the rest of the word that begins there.
  let mark: String

  private static let width = 100

  init(_ excerpt: String, column: Int) {
    let scalars = Array(DiagnosticPrinter.printable(excerpt).unicodeScalars)
    let place = min(max(column - 1, 0), scalars.count)
    let start = scalars.count > Self.width && place > Self.width * 2 / 3 ? place - Self.width / 2 : 0
    let end = min(scalars.count, start + Self.width)
    let window = String(String.UnicodeScalarView(scalars[start..<end]))
    line = (start > 0 ? "…" : "") + window + (end < scalars.count ? "…" : "")
    var padding = start > 0 ? " " : ""
    for scalar in scalars[start..<max(start, min(place, end))] {
      padding += scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.terminalColumns)
    }
    let word = scalars[place...].prefix(Self.length(of: scalars[place..<max(place, end)]))
    let columns = word.reduce(0) { $0 + $1.terminalColumns }
    mark = padding + "^" + String(repeating: "~", count: max(0, columns - 1))
  }

  /// The length of the word at the start of a text: a quoted text, or all up to white space or a delimiter.
  private static func length(of scalars: ArraySlice<Unicode.Scalar>) -> Int {
    guard let first = scalars.first else { return 1 }
    if first == "\"" || first == "'" {
      let rest = scalars.dropFirst()
      return rest.firstIndex(of: first).map { $0 - scalars.startIndex + 1 } ?? 1
    }
    return scalars.prefix { !$0.properties.isWhitespace && !",;:|]}>)\"'".unicodeScalars.contains($0) }.count
  }
}
