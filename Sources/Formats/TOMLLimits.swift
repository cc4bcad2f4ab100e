/// Finds TOML that takes toml++ too much memory or time, in one pass over its bytes.
///
/// toml++ reads and frees nested tables recursively, however many levels a dotted key makes of them, and looks among all
/// tables that dotted keys and headers made for each one that they name again. Both are counted here, rather too high than
/// too low. Behind the first slip, where toml++ stops, it does not matter what is counted.
package struct TOMLLimits {
  package struct Problem {
    package let message: String
    package let offset: Int
  }

  /// The greatest depth of nodes.
  package static let depth = 100
  /// The most tables that are looked at in search of others, which takes about a second.
  package static let steps = 4_000_000_000

  /// The kind of bracket around a value.
  private struct Level {
    let depth: Int
    let isTable: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  /// The arrays and inline tables around the position.
  private var open: [Level] = []
  /// The table that the last header names.
  private var table = Level(depth: 0, isTable: true)
  /// The dots of a key so far, and whether its value has begun.
  private var dots = 0
  private var hasValue = false
  /// The start of the header around the position.
  private var header: Int?
  /// The tables among which others are looked for, and how many of those were looked at.
  private var tables = 0
  private var looks = 0
  /// The arrays of tables that have names without dots.
  private var names: Set<String> = []

  package static func problem(in bytes: UnsafeBufferPointer<UInt8>) -> Problem? {
    var limits = TOMLLimits(bytes: bytes)
    return limits.problem()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var innermost: Level { open.last ?? table }

  private mutating func problem() -> Problem? {
    while offset < bytes.count {
      let place = offset
      offset += 1
      switch bytes[place] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText(from: place)
      case UInt8(ascii: "#"): while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
      case UInt8(ascii: "."): if !hasValue { dots += 1 }
      case UInt8(ascii: "="):
        hasValue = true
        if dots > 0 { look(for: dots, adding: dots) }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if open.isEmpty, !hasValue {
          header = header ?? place
        } else {
          open.append(Level(depth: depthOfValue, isTable: bytes[place] == UInt8(ascii: "{")))
          (dots, hasValue) = (0, false)
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let header { endHeader(from: header, to: place) } else { _ = open.popLast() }
        hasValue = true
      case UInt8(ascii: ","), UInt8(ascii: "\n"):
        if bytes[place] == UInt8(ascii: ",") || open.isEmpty { (dots, hasValue) = (0, false) }
        header = nil
      default: continue
      }
      if depthOfValue >= Self.depth { return Problem(message: "the TOML is nested too deeply", offset: place) }
      if looks > Self.steps {
        return Problem(message: "the TOML has too many dotted keys and tables", offset: place)
      }
    }
    return nil
  }

  /// The depth of a value at this position.
  private var depthOfValue: Int { innermost.depth + (header == nil && innermost.isTable ? dots : 0) + 1 }

  private mutating func look(for count: Int, adding new: Int) {
    looks += count * tables
    tables += new
  }

  /// Every part of a header may name an array, whose last table is meant.
  private mutating func endHeader(from start: Int, to end: Int) {
    guard !hasValue else { return }
    table = Level(depth: (dots + 1) * 2, isTable: true)
    let isArray = start + 1 < end && bytes[start + 1] == UInt8(ascii: "[")
    let isNew = isArray && (dots > 0 || names.insert(String(decoding: bytes[start..<end], as: UTF8.self)).inserted)
    look(for: dots + 1, adding: dots + (isNew ? 1 : 0))
  }

  /// Moves past the text whose first quote is at `start`.
  private mutating func skipText(from start: Int) {
    let quote = bytes[start]
    let isLong = isThrice(quote, at: start)
    if isLong { offset = start + 3 }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == quote {
        guard isLong else {
          offset += 1
          return
        }
        if isThrice(quote, at: offset) {
          // Up to two quotes of the text stand right before those that end it.
          offset += 3
          var more = 2
          while more > 0, offset < bytes.count, bytes[offset] == quote { (offset, more) = (offset + 1, more - 1) }
          return
        }
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        offset += 1
      } else if byte == UInt8(ascii: "\n"), !isLong {
        return
      }
      offset += 1
    }
    offset = bytes.count
  }

  private func isThrice(_ quote: UInt8, at place: Int) -> Bool {
    place + 2 < bytes.count && bytes[place] == quote && bytes[place + 1] == quote && bytes[place + 2] == quote
  }
}
