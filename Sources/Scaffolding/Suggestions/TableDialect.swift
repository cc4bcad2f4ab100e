/// The delimiter of a table of text, the number of lines before its header, and whether rows end early.
struct TableDialect: Equatable {
  let delimiter: UInt8
  let skippedLines: Int
  /// Whether some rows have fewer fields than the header, and none has more.
  let isPadded: Bool

  private static let delimiters = Array(",;\t|".utf8)
  /// How many lines are read.
  private static let enough = 500
  /// How many lines may precede the header.
  private static let longestPreface = 12

  /// The dialect in which most rows have as many columns as the header. O(n) in the length of the first lines.
  init(of text: String) {
    var best = (delimiter: Self.delimiters[0], skipped: 0, rows: 0, columns: 1, isPadded: false)
    for delimiter in Self.delimiters {
      let widths = Self.widths(of: text, delimiter)
      let counts = Dictionary(grouping: widths) { $0 }.mapValues(\.count)
      guard let usual = counts.filter({ $0.key > 1 }).max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
        continue
      }
      // Titles and notes have fewer columns.
      let header = widths.firstIndex { $0 >= usual.key } ?? 0
      let isPreface = header <= Self.longestPreface && widths.count > header + 1 && usual.value > header
      let skipped = isPreface ? header : 0
      guard widths[skipped] > 1, (usual.value, usual.key) > (best.rows, best.columns) else { continue }
      let rows = widths.dropFirst(skipped + 1).filter { $0 > 0 }
      let isPadded = rows.contains { $0 < widths[skipped] } && rows.allSatisfy { $0 <= widths[skipped] }
      best = (delimiter, skipped, usual.value, usual.key, isPadded)
    }
    (delimiter, skippedLines, isPadded) = (best.delimiter, best.skipped, best.isPadded)
  }

  /// How many columns each of the first lines has; 0 for blank lines.
  private static func widths(of text: String, _ delimiter: UInt8) -> [Int] {
    var widths: [Int] = []
    var (width, isQuoted, isBlank) = (1, false, true)
    // Whether a quote here begins a quoted value, or is the second of two in one. Elsewhere it is text.
    var mayOpen = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\"") where mayOpen || isQuoted:
        isQuoted.toggle()
        (mayOpen, isBlank) = (true, false)
      case UInt8(ascii: "\n") where !isQuoted:
        widths.append(isBlank ? 0 : width)
        (width, isBlank, mayOpen) = (1, true, true)
        if widths.count == enough { return widths }
      case delimiter where !isQuoted:
        width += 1
        mayOpen = true
      case 0x20, UInt8(ascii: "\r"): break
      default: (isBlank, mayOpen) = (false, false)
      }
    }
    return isBlank ? widths : widths + [width]
  }
}
