import Cellist

/// A time of day, which sources write as "09:30".
struct Time: Hashable, Codable {
  let minutes: Int

  /// The labels of the two fields for records that begin and end.
  static let notes = [FieldNote("start", label: "From"), FieldNote("end", label: "To")]

  /// Minutes from this time to another of the same day.
  func minutes(to end: Time) -> Int { end.minutes - minutes }
}

extension Time: CustomStringConvertible {
  var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}

// A field holds it as text, so it sorts as its digits do.
extension Time: FieldValue {
  static var fieldType: FieldType { .text }
  static var sample: Time { Time(minutes: 0) }

  init?(fieldValue: Value) {
    let parts = fieldValue.plainText.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
    minutes = parts[0] * 60 + parts[1]
  }

  var fieldValue: Value { .text(description) }
}
