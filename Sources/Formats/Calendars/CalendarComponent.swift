import CellistRecords

/// A component of a calendar as it is written: an event, a time zone, or one of its rules.
package struct CalendarComponent {
  /// The name in capitals: `VEVENT`.
  package let name: String
  package let location: SourceLocation
  package var properties: [CalendarProperty] = []
  package var components: [CalendarComponent] = []

  /// The first property of a name in capitals.
  package subscript(name: String) -> CalendarProperty? { properties.first { $0.name == name } }

  package func all(_ name: String) -> [CalendarProperty] { properties.filter { $0.name == name } }
}

/// A line of a calendar.
package struct CalendarProperty {
  /// The name in capitals: `DTSTART`.
  package let name: String
  package let nameLocation: SourceLocation
  /// The parameters, with names in capitals.
  package let parameters: [(name: String, value: String)]
  package let value: String
  package let location: SourceLocation
  /// Where the items between commas begin in the file.
  package var itemLocations: [SourceLocation] = []

  package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// The items of a value that is a list: commas separate them, except after a backslash.
  package var items: [(text: String, location: SourceLocation)] {
    Array(zip(Self.split(Array(value.utf8)).map { String(decoding: $0, as: UTF8.self) }, itemLocations))
  }

  package static func split(_ value: [UInt8]) -> [ArraySlice<UInt8>] {
    var items: [ArraySlice<UInt8>] = []
    var (start, isEscaped) = (0, false)
    for (index, byte) in value.enumerated() {
      if byte == UInt8(ascii: ","), !isEscaped {
        items.append(value[start..<index])
        start = index + 1
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    items.append(value[start...])
    return items
  }
}
