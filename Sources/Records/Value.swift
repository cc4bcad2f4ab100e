import CellistText

/// The value of a record's field. The field's type says how to read it: a choice, a URL and Markdown are all text.
public enum Value: Hashable, Sendable {
  /// No value, as an optional field may have.
  case absent
  /// Text: what a text, Markdown, a link, a file's path, a choice or a reference is held as.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A decimal number, as the digits that were written.
  case number(String)
  /// True or false.
  case boolean(Bool)
  /// A day.
  case date(Day)
  /// A day with a time and a zone.
  case datetime(Moment)
  /// The items of a `list` field, in their order.
  case list([Value])
  /// The entries of a `map` field, in the order of the source.
  case map([MapEntry])

  /// A key and its value in a `map` field, in the order of the source.
  public struct MapEntry: Hashable, Sendable {
    /// The key of the value; no two entries of a field have the same.
    public let key: String
    /// A value of the field's inner type.
    public let value: Value

    /// An entry of a `map` field.
    public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }
}

extension Value {
  /// The day of a date, or of an instant by its clock; nil for all else.
  package var day: Day? {
    switch self {
    case .date(let day): day
    case .datetime(let moment): moment.day
    default: nil
    }
  }

  package var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// Whether there is nothing to show: the value is absent, or a list or map without items.
  package var isMissing: Bool {
    switch self {
    case .absent: true
    case .list(let items): items.isEmpty
    case .map(let entries): entries.isEmpty
    default: false
    }
  }

  /// The number that an integer or a number is, for comparing and adding.
  package var decimal: DecimalNumber? {
    switch self {
    case .integer(let integer): DecimalNumber(integer)
    case .number(let digits): DecimalNumber(digits)
    default: nil
    }
  }

  /// The value as plain text, the same in every language: dates as ISO 8601, numbers as they were written.
  ///
  /// - Complexity: O(*n* · *d*), where *n* is the length of the text and *d* how deep lists and maps are nested; O(1)
  ///   for text.
  public var plainText: String {
    switch self {
    case .absent: ""
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let digits): digits
    case .boolean(let boolean): boolean ? "true" : "false"
    case .date(let day): day.iso
    case .datetime(let moment): moment.iso
    case .list(let items): items.map(\.plainText).joined(separator: ", ")
    case .map(let entries): entries.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ")
    }
  }

  /// The value with its moments as the clocks of a zone show them.
  package func shown(in zone: TimeZoneRules) -> Value {
    switch self {
    case .datetime(let moment): .datetime(moment.shown(in: zone))
    case .list(let items): .list(items.map { $0.shown(in: zone) })
    case .map(let entries): .map(entries.map { MapEntry(key: $0.key, value: $0.value.shown(in: zone)) })
    default: self
    }
  }

  /// The items of a list; one value alone is a list of one, and an absent one is empty.
  package var items: [Value] {
    switch self {
    case .absent: []
    case .list(let items): items
    default: [self]
    }
  }
}
