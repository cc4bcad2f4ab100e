/// A style sheet in fewer bytes, with the same tokens.
package enum StyleSheet {
  /// The sheet without comments, and with spaces only where they mean something. A rule keeps its line.
  ///
  /// It is for sheets that this program brings: a comment in the middle of a selector would join its parts. O(n).
  package static func compact(_ sheet: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(sheet.count)
    var index = 0
    while index < sheet.count {
      let byte = sheet[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let end = endOfString(in: sheet, at: index)
        result += sheet[index..<end]
        index = end
      case UInt8(ascii: "/") where sheet[index...].starts(with: "/*".utf8):
        index += 2
        while index < sheet.count, !sheet[index...].starts(with: "*/".utf8) { index += 1 }
        index = min(index + 2, sheet.count)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"):
        let end = sheet[index...].firstIndex { !" \t\n".utf8.contains($0) } ?? sheet.count
        let isLine = sheet[index..<end].contains(UInt8(ascii: "\n"))
        if isLine, result.last == UInt8(ascii: "}") {
          result.append(UInt8(ascii: "\n"))
        } else if let last = result.last, !isPunctuation(last), last != UInt8(ascii: ":"), end < sheet.count,
          !isPunctuation(sheet[end])
        {
          result.append(UInt8(ascii: " "))
        }
        index = end
      default:
        if byte == UInt8(ascii: "}"), result.last == UInt8(ascii: ";") { result.removeLast() }
        result.append(byte)
        index += 1
      }
    }
    return result
  }

  /// Signs beside which spaces mean nothing.
  private static func isPunctuation(_ byte: UInt8) -> Bool { "{};,\n".utf8.contains(byte) }

  private static func endOfString(in sheet: [UInt8], at start: Int) -> Int {
    var index = start + 1
    while index < sheet.count, sheet[index] != sheet[start] {
      index += sheet[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, sheet.count)
  }
}
