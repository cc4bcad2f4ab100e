import CellistRecords
import CellistText
import Glibc

/// What the format of a cell makes of the number in it: numbers of days are dates.
package struct NumberFormat {
  package enum Kind { case number, percentage, date, time, datetime, duration }

  package let kind: Kind

  /// A format that has a number of its own: those are the same in all files.
  package init(builtIn number: Int) {
    kind =
      switch number {
      case 14...17, 27...31, 36, 50...54, 57, 58: .date
      case 18...21, 32...35, 45, 47, 55, 56: .time
      case 9, 10: .percentage
      case 22: .datetime
      case 46: .duration
      default: .number
      }
  }

  /// A format as it is written: `d.m.yyyy`, `[$-407]d. mmmm yyyy`, `#,##0.00 "days"`.
  package init(_ code: String) {
    var (hasDay, hasTime, hasDuration, hasMonth, isShare) = (false, false, false, false, false)
    var rest = code.lowercased().unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      // Behind it stands what negative numbers look like.
      case ";": rest = rest.dropFirst(rest.count)
      case "\\", "_", "*": _ = rest.popFirst()
      case "\"":
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "[":
        let inside = String(String.UnicodeScalarView(rest.prefix { $0 != "]" }))
        rest = rest.drop { $0 != "]" }.dropFirst()
        if ["h", "hh", "m", "mm", "s", "ss"].contains(inside) { hasDuration = true }
      case "y", "d": hasDay = true
      case "h", "s": hasTime = true
      case "m": hasMonth = true
      case "%": isShare = true
      case "g" where rest.starts(with: "eneral".unicodeScalars): rest = rest.dropFirst("eneral".count)
      default: break
      }
    }
    kind =
      if hasDuration {
        .duration
      } else if hasDay {
        hasTime ? .datetime : .date
      } else if hasTime {
        .time
      } else {
        hasMonth ? .date : isShare ? .percentage : .number
      }
  }

  /// The content of a cell with a number, as the sheet shows it: a date, a time, a percentage or the number.
  ///
  /// - Parameter startsIn1904: whether days are counted from 1904-01-01, as old programs on the Macintosh did.
  package func content(of number: String, startsIn1904: Bool) -> Node.Content {
    if kind == .percentage { return Self.percentage(number) }
    guard kind != .number, let value = Double(number), value >= 0, value < 2_958_466 else {
      return .scalar(Self.rounded(number), quoted: false)
    }
    var day = Int(value.rounded(.down))
    var second = Int(((value - value.rounded(.down)) * 86_400).rounded())
    if second == 86_400 { (day, second) = (day + 1, 0) }
    let time = Self.time(kind == .duration ? day * 86_400 + second : second)
    if kind == .duration || kind == .time { return .scalar(time, quoted: true) }
    // The format's inventors took 1900 for a leap year: day 60 is one that never was.
    let first = startsIn1904 ? Day(iso: "1904-01-01") : Day(iso: day < 60 ? "1899-12-31" : "1899-12-30")
    guard let first else { return .scalar(number, quoted: false) }
    let date = Day(number: first.number + day).iso
    return .scalar(kind == .date ? date : "\(date)T\(time)", quoted: true)
  }

  private static func time(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  /// A number with the fifteen digits that spreadsheets show: their files have seventeen, as in 0.30000000000000004.
  private static func rounded(_ number: String) -> String {
    guard number.utf8.count(where: { (0x30...0x39).contains($0) }) > 15, let value = Double(number), value.isFinite
    else {
      return number
    }
    return text(of: value)
  }

  /// The percentage that a cell shows for a share of one: `12.5%` for `0.125`.
  package static func percentage(_ number: String) -> Node.Content {
    guard let value = Double(number), (value * 100).isFinite else { return .scalar(number, quoted: false) }
    return .scalar("\(text(of: value * 100))%", quoted: true)
  }

  private static func text(of value: Double) -> String {
    let text = [UInt8](unsafeUninitializedCapacity: 40) { buffer, count in
      let length = withVaList([value]) { arguments in
        buffer.withMemoryRebound(to: CChar.self) { vsnprintf($0.baseAddress, $0.count, "%.15g", arguments) }
      }
      count = min(max(Int(length), 0), 39)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
