import CellistTemplates
import CellistText

/// Writes the lines of an iCalendar file (RFC 5545): folded, and with texts escaped.
struct CalendarLines {
  /// The most bytes of a line, without its end.
  private static let limit = 75

  private(set) var buffer = ByteBuffer()

  /// A line whose value needs no escapes.
  mutating func add(_ name: String, _ value: String) {
    var rest = Array("\(name):\(value)".utf8)[...]
    var room = Self.limit
    while rest.count > room {
      // A character's bytes stay together: all but its first are 10xxxxxx.
      var cut = rest.startIndex + room
      while rest[cut] & 0b1100_0000 == 0b1000_0000 { cut -= 1 }
      append(rest[..<cut])
      buffer.append("\r\n ")
      rest = rest[cut...]
      room = Self.limit - 1
    }
    append(rest)
    buffer.append("\r\n")
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) { buffer.append(String(decoding: bytes, as: UTF8.self)) }

  mutating func add(_ name: String, text: String) { add(name, Self.escaped(text)) }

  mutating func add(_ name: String, url: String) {
    // A URI has ASCII characters alone.
    let encoded = url.utf8.map { byte in
      0x21...0x7E ~= byte
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    add(name, encoded.joined())
  }

  /// A day, or an instant in UTC.
  mutating func add(_ name: String, _ day: Day) {
    add("\(name);VALUE=DATE", day.iso.replacing("-", with: ""))
  }

  mutating func add(_ name: String, instant: Int) {
    // The years 1 to 9999, which four digits can say.
    let moment = Moment(instant: min(max(instant, -62_135_596_800), 253_402_300_799))
    add(name, moment.iso.replacing("-", with: "").replacing(":", with: ""))
  }

  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\\", ";", ",": result.append(contentsOf: ["\\", scalar])
      case "\n" where isAfterReturn: break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append(contentsOf: ["\\", "n"])
      case "\t": result.append(scalar)
      case "\0"..<" ", "\u{7F}"..."\u{9F}": break
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
