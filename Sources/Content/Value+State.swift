import CellistBase
import CellistRecords
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

extension StateReader {
  package mutating func value() throws(Malformed) -> Value {
    switch try number() {
    case 0: return .absent
    case 1: return .text(try text())
    case 2: return .integer(try integer())
    case 3: return .number(try text())
    case 4: return .boolean(false)
    case 5: return .boolean(true)
    case 6:
      return .date(Day(code: try integer()))
    case 7:
      let (day, second, offset) = (Day(number: try integer()), try integer(), try integer())
      return .datetime(
        second < 0 ? Moment(day: day, midnightOffset: offset) : Moment(day: day, second: second, offset: offset))
    case 8: return .list(try items { reader throws(Malformed) in try reader.value() })
    case 9:
      return .map(
        try items { reader throws(Malformed) in
          Value.MapEntry(key: try reader.text(), value: try reader.value())
        })
    default: throw Malformed()
    }
  }
}
