import CellistText

/// How a table of text is written: what separates its columns, and how many lines stand in front of its header.
struct TableDialect: Equatable {
  /// What separates columns.
  let delimiter: Character
  /// How many lines stand in front of the header.
  let skippedLines: Int

  private static let delimiters: [Character] = [",", ";", "\t", "|"]
  /// How many rows tell enough.
  private static let enough = 500
  /// How many lines a title or a note in front of the header may have.
  private static let longestPreface = 12

  /// The dialect in which most rows have as many columns as the header. O(n) in the beginning of the text.
  init(of text: String) {
    var best = (delimiter: Self.delimiters[0], skipped: 0, rows: 0, columns: 1)
    for delimiter in Self.delimiters {
      let widths = Self.widths(of: text, delimiter.asciiValue ?? 0)
      let counts = Dictionary(grouping: widths) { $0 }.mapValues(\.count)
      // Among the widths that most rows have the widest.
      guard let usual = counts.filter({ $0.key > 1 }).max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
        continue
      }
      // A title in front of the header is in one column, or has others empty.
      let header = widths.firstIndex { $0 >= usual.key } ?? 0
      let isPreface = header <= Self.longestPreface && widths.count > header + 1 && usual.value > header
      let skipped = isPreface ? header : 0
      guard widths[skipped] > 1, usual.value > best.rows || usual.value == best.rows && usual.key > best.columns
      else { continue }
      best = (delimiter, skipped, usual.value, usual.key)
    }
    (delimiter, skippedLines) = (best.delimiter, best.skipped)
  }

  /// How many columns each of the first lines has that are not blank.
  private static func widths(of text: String, _ delimiter: UInt8) -> [Int] {
    var widths: [Int] = []
    var (width, isQuoted, isBlank) = (1, false, true)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\n") where !isQuoted:
        widths.append(isBlank ? 0 : width)
        (width, isBlank) = (1, true)
        if widths.count == enough { return widths }
      case delimiter where !isQuoted:
        width += 1
      case 0x20, UInt8(ascii: "\r"): break
      default: isBlank = false
      }
    }
    return isBlank ? widths : widths + [width]
  }
}
