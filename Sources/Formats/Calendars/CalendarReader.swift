import CellistRecords
import CellistText

/// Reads calendars (iCalendar, RFC 5545) into located components. O(n) in the size of the file.
///
/// libical keeps no places of values, so the lines are read here, and its rules of dates used.
package struct CalendarReader {
  private let bytes: [UInt8]
  private let lines: LineIndex
  private let file: String
  private var offset = 0
  private var problems = 0
  /// The components that are open, the outermost first. Those of no use here are open without a name.
  private var open: [CalendarComponent] = []
  private var calendars: [CalendarComponent] = []
  private static let mostProblems = 10
  private static let deepest = 50
  private static let known: Set = ["VCALENDAR", "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT"]

  /// The calendars of a file, of which there may be several; nil, with a diagnostic, where it is broken.
  package static func read(_ text: String, file: String, _ diagnostics: inout Diagnostics) -> [CalendarComponent]? {
    var reader = CalendarReader(Array(text.utf8), file)
    reader.read(&diagnostics)
    return reader.problems == 0 ? reader.calendars : nil
  }

  private init(_ bytes: [UInt8], _ file: String) {
    self.bytes = bytes
    self.file = file
    lines = LineIndex(bytes: bytes)
  }

  private func place(of offset: Int) -> SourceLocation { lines.location(at: offset, in: file) }

  private mutating func read(_ diagnostics: inout Diagnostics) {
    while problems < Self.mostProblems, let line = nextLine() {
      guard line.bytes.contains(where: { $0 > 0x20 }) else { continue }
      guard let property = property(line) else {
        guard passOver(line, "a line of a calendar is a name, a colon and a value", &diagnostics) else { return }
        continue
      }
      switch property.name {
      case "BEGIN": begin(property, line, &diagnostics)
      case "END": end(property, line, &diagnostics)
      default:
        guard let last = open.indices.last else {
          guard passOver(line, "a calendar starts with BEGIN:VCALENDAR", &diagnostics) else { return }
          continue
        }
        if !open[last].name.isEmpty { open[last].properties.append(property) }
      }
    }
    if problems < Self.mostProblems, let last = open.last {
      problems += 1
      diagnostics.error(.calendarSyntax, "what begins here has no END", at: last.location)
    }
  }

  /// Warns of a line, since other programs break lines wrongly and add some of their own; an error, and false, where the
  /// file does not begin as a calendar.
  private mutating func passOver(_ line: PlacedText, _ message: String, _ diagnostics: inout Diagnostics) -> Bool {
    guard !open.isEmpty || !calendars.isEmpty else {
      report(message, at: line, &diagnostics)
      return false
    }
    diagnostics.warning(.calendarSyntax, "\(message), so this one is passed over", at: place(of: line.offset(of: 0)))
    return true
  }

  private mutating func report(_ message: String, at line: PlacedText, _ diagnostics: inout Diagnostics) {
    problems += 1
    diagnostics.error(.calendarSyntax, message, at: place(of: line.offset(of: 0)))
  }

  private mutating func begin(_ property: CalendarProperty, _ line: PlacedText, _ diagnostics: inout Diagnostics) {
    let name = property.value.trimmed.uppercased()
    guard open.count < Self.deepest else {
      report("components of the calendar are nested more than \(Self.deepest) levels deep", at: line, &diagnostics)
      problems = Self.mostProblems
      return
    }
    open.append(
      CalendarComponent(name: Self.known.contains(name) ? name : "", location: place(of: line.offset(of: 0))))
  }

  private mutating func end(_ property: CalendarProperty, _ line: PlacedText, _ diagnostics: inout Diagnostics) {
    let name = property.value.trimmed.uppercased()
    guard let last = open.last, last.name == (Self.known.contains(name) ? name : "") else {
      report(
        open.last.map {
          "END:\(name.shortened) does not end the \($0.name.isEmpty ? "component" : $0.name) that is open"
        }
          ?? "END:\(name.shortened) has no BEGIN", at: line, &diagnostics)
      return
    }
    open.removeLast()
    if open.isEmpty {
      // A file may be an event alone.
      calendars.append(
        last.name == "VCALENDAR"
          ? last : CalendarComponent(name: "VCALENDAR", location: last.location, components: [last]))
    } else if !last.name.isEmpty {
      open[open.count - 1].components.append(last)
    }
  }

  // MARK: Lines

  /// The next line, put together of those that it was broken into: what goes on begins with white space.
  private mutating func nextLine() -> PlacedText? {
    guard offset < bytes.count else { return nil }
    var line = PlacedText()
    var start = offset
    while true {
      while offset < bytes.count, !bytes.endsLine(at: offset) { offset += 1 }
      var end = offset
      // CRLF ends at its second byte.
      if end < bytes.count, bytes[end] == UInt8(ascii: "\n"), end > start, bytes[end - 1] == UInt8(ascii: "\r") {
        end -= 1
      }
      line.append(bytes[start..<end], at: start, isWritten: true)
      offset += 1
      guard offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 else { return line }
      offset += 1
      start = offset
    }
  }

  private func property(_ line: PlacedText) -> CalendarProperty? {
    let text = line.bytes
    var index = 0
    func word() -> String {
      let start = index
      while index < text.count, text[index].isNameByte { index += 1 }
      return String(decoding: text[start..<index], as: UTF8.self).uppercased()
    }
    let name = word()
    guard !name.isEmpty else { return nil }
    var parameters: [(String, String)] = []
    while index < text.count, text[index] == UInt8(ascii: ";") {
      index += 1
      let name = word()
      guard index < text.count, text[index] == UInt8(ascii: "=") else { return nil }
      index += 1
      var (value, isQuoted): ([UInt8], Bool) = ([], false)
      while index < text.count {
        let byte = text[index]
        if byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
          break
        } else {
          value.append(byte)
        }
        index += 1
      }
      parameters.append((name, String(decoding: value, as: UTF8.self)))
    }
    guard index < text.count, text[index] == UInt8(ascii: ":") else { return nil }
    let value = Array(text[(index + 1)...])
    var property = CalendarProperty(
      name: name, nameLocation: place(of: line.offset(of: 0)), parameters: parameters,
      value: String(decoding: value, as: UTF8.self), location: place(of: line.offset(of: index + 1)))
    if Self.lists.contains(name) {
      property.itemLocations = CalendarProperty.split(value).map {
        place(of: line.offset(of: index + 1 + $0.startIndex))
      }
    }
    return property
  }

  private static let lists: Set = ["CATEGORIES", "RESOURCES", "EXDATE", "RDATE"]
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
