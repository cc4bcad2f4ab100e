import CellistBase
import CellistText

extension StateWriter {
  package mutating func write(_ value: Value) {
    switch value {
    case .absent: write(UInt64(0))
    case .text(let text):
      write(UInt64(1))
      write(text)
    case .integer(let integer):
      write(UInt64(2))
      write(integer)
    case .number(let digits):
      write(UInt64(3))
      write(digits)
    case .boolean(let flag): write(UInt64(flag ? 5 : 4))
    case .date(let day):
      write(UInt64(6))
      write(day.code)
    case .datetime(let moment):
      write(UInt64(7))
      for number in [moment.day.number, moment.hasTime ? moment.second : -1, moment.offset] { write(number) }
    case .list(let items):
      write(UInt64(8))
      write(items) { $0.write($1) }
    case .map(let entries):
      write(UInt64(9))
      write(entries) { writer, entry in
        writer.write(entry.key)
        writer.write(entry.value)
      }
    }
  }
}

// What is public of a type that sites use would show how states are written, so values conform to no protocol.
extension StateCoder {
  package mutating func value(_ known: Value?) throws(Malformed) -> Value {
    guard let known else { return try read() }
    writer.write(known)
    return known
  }

  private mutating func read() throws(Malformed) -> Value {
    switch try reader.number() {
    case 0: return .absent
    case 1: return .text(try value(nil))
    case 2: return .integer(try value(nil))
    case 3: return .number(try value(nil))
    case 4: return .boolean(false)
    case 5: return .boolean(true)
    case 6: return .date(Day(code: try value(nil)))
    case 7:
      let (day, second, offset) = (Day(number: try value(nil)), try value(nil) as Int, try value(nil) as Int)
      return .datetime(
        second < 0 ? Moment(day: day, midnightOffset: offset) : Moment(day: day, second: second, offset: offset))
    case 8: return .list(try items(nil))
    case 9:
      let count = try count(nil)
      var entries: [Value.MapEntry] = []
      for _ in 0..<count { entries.append(Value.MapEntry(key: try value(nil), value: try read())) }
      return .map(entries)
    default: throw Malformed()
    }
  }

  package mutating func items(_ known: [Value]?) throws(Malformed) -> [Value] {
    let count = try count(known?.count)
    var values: [Value] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try value(known?[index])) }
    return values
  }

  package mutating func optional(_ known: Value?) throws(Malformed) -> Value? {
    try optional(known.map(KeptValue.init))?.value
  }
}

/// A value where lists or dictionaries of codable types are coded.
package struct KeptValue: Hashable, StateCodable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    value = try coder.value(known?.value)
  }
}

extension OrderKey: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self.init(bytes: Array(try coder.value(known?.bytes[...])))
  }
}
