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
      let rows = Self.rows(of: text, delimiter)
      let widths = rows.map(\.width)
      let counts = Dictionary(grouping: widths) { $0 }.mapValues(\.count)
      guard let usual = counts.filter({ $0.key > 1 }).max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
        continue
      }
      // Titles and notes have fewer columns, or leave most of them empty.
      let header =
        rows.firstIndex { $0.width >= usual.key && $0.values * 2 > usual.key }
        ?? widths.firstIndex { $0 >= usual.key } ?? 0
      let isPreface = header <= Self.longestPreface && widths.count > header + 1 && usual.value > header
      let skipped = isPreface ? header : 0
      guard widths[skipped] > 1, (usual.value, usual.key) > (best.rows, best.columns) else { continue }
      let below = widths.dropFirst(skipped + 1).filter { $0 > 0 }
      let isPadded = below.contains { $0 < widths[skipped] } && below.allSatisfy { $0 <= widths[skipped] }
      best = (delimiter, skipped, usual.value, usual.key, isPadded)
    }
    (delimiter, skippedLines, isPadded) = (best.delimiter, best.skipped, best.isPadded)
  }

  private struct Row {
    /// How many columns it has; 0 for a blank line.
    let width: Int
    /// How many of them are not empty.
    let values: Int
  }

  /// The first rows.
  private static func rows(of text: String, _ delimiter: UInt8) -> [Row] {
    var rows: [Row] = []
    var (width, values, isQuoted, isEmpty) = (1, 0, false, true)
    // Whether a quote here begins a quoted value, or is the second of two in one. Elsewhere it is text.
    var mayOpen = true
    func read() {
      if isEmpty { values += 1 }
      isEmpty = false
    }
    func end() { rows.append(Row(width: values == 0 ? 0 : width, values: values)) }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\"") where mayOpen || isQuoted:
        isQuoted.toggle()
        mayOpen = true
        read()
      case UInt8(ascii: "\n") where !isQuoted:
        end()
        (width, values, isEmpty, mayOpen) = (1, 0, true, true)
        if rows.count == enough { return rows }
      case delimiter where !isQuoted:
        width += 1
        (isEmpty, mayOpen) = (true, true)
      case 0x20, UInt8(ascii: "\r"): break
      default:
        mayOpen = false
        read()
      }
    }
    if values > 0 { end() }
    return rows
  }
}
