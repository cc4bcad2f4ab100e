import CellistText
import Glibc

/// Finds Markdown that cmark would take too long to read, in one pass over its bytes.
///
/// cmark looks at every open block quote and list item for each line and each run of emphasis, and at every open image
/// for each link in a paragraph. Both are counted here, rather too high than too low; what people write does not come
/// near the limits. All else that cmark does takes time in proportion to the text.
package struct MarkdownLimits {
  /// A limit that a text exceeds, and where.
  package struct Problem: Error, Equatable {
    package let message: String
    package let position: TextPosition
  }

  /// How deep block quotes and list items may nest.
  static let depth = 100
  /// The most pairs of an image that opens and a bracket that closes in one paragraph.
  static let pairs = 20_000_000

  private let bytes: UnsafeBufferPointer<UInt8>
  private let hasImages: Bool
  /// The greatest depth so far.
  private var deepest = 0
  /// The character and the length of the code fence that the text is in.
  private var fence: (mark: UInt8, length: Int)?
  /// Whether there was a line that may begin a block of HTML, in which fences are none.
  private var hasHTML = false
  private var images = 0
  private var closings = 0
  /// Where the first image of the paragraph begins.
  private var firstImage = 0

  /// The first part of a text that is beyond the limits; nil for all that people write.
  package static func problem(in source: String) -> Problem? {
    var source = source
    let hasImages = source.holds("![")
    let found: (message: String, offset: Int)? = source.withUTF8 { bytes in
      var limits = MarkdownLimits(bytes, hasImages: hasImages)
      return limits.problem()
    }
    return found.map { Problem(message: $0.message, position: LineIndex(source).position(at: $0.offset)) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, hasImages: Bool) {
    self.bytes = bytes
    self.hasImages = hasImages
  }

  private mutating func problem() -> (message: String, offset: Int)? {
    var start = 0
    while start < bytes.count {
      let end = self.end(ofLine: start)
      if fence != nil {
        if closesFence(start..<end) { fence = nil }
      } else {
        let prefix = Prefix(bytes, start..<end, deepest: deepest)
        if let place = prefix.tooDeep { return ("the Markdown is nested too deeply", place) }
        deepest = max(deepest, prefix.depth)
        if hasImages, let offset = count(start..<end, prefix) {
          return ("a paragraph of the Markdown has too many images and links", offset)
        }
        if deepest == 0, prefix.indent < 4 { openFence(prefix.end..<end) }
      }
      start = end + 1
    }
    return nil
  }

  private func end(ofLine start: Int) -> Int {
    // A search for two bytes at once is slower than two that are done by the C library, of which one is almost always
    // in vain.
    var end = index(of: UInt8(ascii: "\n"), start..<bytes.count) ?? bytes.count
    end = index(of: UInt8(ascii: "\r"), start..<end) ?? end
    return end
  }

  private func index(of byte: UInt8, _ range: Range<Int>) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  // MARK: Images

  /// Counts the images and closing brackets of a line; where the paragraph's first image stands when it is too much.
  private mutating func count(_ line: Range<Int>, _ prefix: Prefix) -> Int? {
    // A paragraph ends at an empty line, and where a list item or a heading begins.
    let first = prefix.end < line.upperBound ? bytes[prefix.end] : 0
    if prefix.end == line.upperBound || prefix.beginsItem && prefix.indent < 4 || first == UInt8(ascii: "#") {
      (images, closings) = (0, 0)
    }
    for index in line {
      switch bytes[index] {
      case UInt8(ascii: "!") where index + 1 < line.upperBound && bytes[index + 1] == UInt8(ascii: "["):
        if images == 0 { firstImage = index }
        images += 1
      case UInt8(ascii: "]"): closings += 1
      default: break
      }
    }
    return images.multipliedReportingOverflow(by: closings).partialValue > Self.pairs ? firstImage : nil
  }

  // MARK: Fenced code

  private mutating func openFence(_ line: Range<Int>) {
    guard let mark = line.isEmpty ? nil : bytes[line.lowerBound] else { return }
    if mark == UInt8(ascii: "<") { hasHTML = true }
    guard !hasHTML, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return }
    let length = bytes[line].prefix { $0 == mark }.count
    let info = bytes[(line.lowerBound + length)..<line.upperBound]
    guard length >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return }
    fence = (mark, length)
  }

  private func closesFence(_ line: Range<Int>) -> Bool {
    guard let fence else { return false }
    let text = bytes[line].drop { $0 == 0x20 }
    guard line.count - text.count < 4 else { return false }
    let rest = text.drop { $0 == fence.mark }
    return text.count - rest.count >= fence.length && rest.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}

/// The beginning of a line: white space, and the marks of block quotes and list items.
private struct Prefix {
  /// Where it ends.
  private(set) var end: Int
  /// How many columns of it are white space.
  private(set) var indent = 0
  private(set) var beginsItem = false
  /// How many block quotes and list items may be open after it.
  private(set) var depth = 0
  /// Where they become too many.
  private(set) var tooDeep: Int?

  /// - Parameter deepest: how many were open before it at most. A line stays in a list item by two columns of white
  ///   space at least, and in a block quote by its mark.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, deepest: Int) {
    end = line.lowerBound
    var column = 0
    var marks = 0
    while end < line.upperBound {
      var length = 1
      switch bytes[end] {
      case 0x20: indent += 1
      case 0x09:
        let width = 4 - column % 4
        indent += width
        column += width - 1
      case UInt8(ascii: ">"): marks += 1
      default:
        length = Self.itemMark(bytes, end..<line.upperBound)
        guard length > 0, marks > 0 || !Self.isBreak(bytes[end..<line.upperBound]) else { return }
        marks += 1
        beginsItem = true
      }
      depth = min(deepest, indent / 2) + marks
      if marks > 0, depth > MarkdownLimits.depth, tooDeep == nil {
        // A block quote may contain a thematic break.
        guard !Self.isBreak(bytes[end..<line.upperBound]) else { return }
        tooDeep = end
      }
      end += length
      column += length
    }
  }

  /// The length of the mark of a list item; 0 where there is none.
  private static func itemMark(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Int {
    var next = line.lowerBound
    switch bytes[next] {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): next += 1
    case 48...57:
      while next < line.upperBound, (48...57).contains(bytes[next]) { next += 1 }
      guard next < line.upperBound, next - line.lowerBound <= 9,
        bytes[next] == UInt8(ascii: ".") || bytes[next] == UInt8(ascii: ")")
      else { return 0 }
      next += 1
    default: return 0
    }
    guard next == line.upperBound || bytes[next] == 0x20 || bytes[next] == 0x09 else { return 0 }
    return next - line.lowerBound
  }

  /// Whether the rest of a line is a thematic break, such as `- - -`, and no list items in each other.
  private static func isBreak(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let mark = rest.first, mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*") else { return false }
    var count = 0
    for byte in rest {
      if byte == mark { count += 1 } else if byte != 0x20, byte != 0x09 { return false }
    }
    return count >= 3
  }
}
