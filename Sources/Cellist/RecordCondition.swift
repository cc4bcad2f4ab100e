import CellistTyped

/// A condition on the records of a list, for `where`, flags and sections.
///
/// ```swift
/// List("talks", of: Talk.self)
///   .flags(["past": .field(\.ends, .below(.now))])
///   .where(.field(\.room, .isIn("Hall", "Attic")) && !.flag("past"))
/// ```
///
/// It is checked as in `list.yml`: a fault in it is an error of the site at the line of the setting.
public struct RecordCondition<Item: ListRecord>: Sendable {
  /// Keys of a condition in settings, all of which must hold.
  let entries: [(String, SettingValue)]

  var value: SettingValue { SettingValue(entries) }

  private init(_ entries: [(String, SettingValue)]) { self.entries = entries }

  /// Holds if a field, or a part of it, passes a test. A record without a value passes none but ``FieldTest/exists(_:)``.
  public static func field(_ field: PartialKeyPath<Item>, part: FieldPart? = nil, _ test: FieldTest) -> Self {
    Self([(part.map { "\(field.fieldName).\($0.rawValue)" } ?? field.fieldName, test.value)])
  }

  /// Holds if a flag of the list does.
  public static func flag(_ name: String) -> Self { Self([(name, true)]) }

  /// Holds if all conditions do.
  public static func all(_ conditions: Self...) -> Self { Self(conditions.flatMap(\.entries)) }

  /// Holds if at least one of the conditions does.
  public static func any(_ conditions: Self...) -> Self { Self([("any", SettingValue(conditions.map(\.value)))]) }

  /// Holds if a condition does not.
  public static prefix func ! (condition: Self) -> Self { Self([("not", condition.value)]) }

  /// Holds if both conditions do.
  public static func && (one: Self, other: Self) -> Self { all(one, other) }

  /// Holds if one of the conditions does, or both.
  public static func || (one: Self, other: Self) -> Self { any(one, other) }
}

/// A test of a field's value: a comparison, as in the conditions of `list.yml`.
public struct FieldTest: Sendable {
  let value: SettingValue

  private init(_ value: SettingValue) { self.value = value }

  /// Passes if the value is this one.
  public static func `is`(_ value: SettingValue) -> Self { isIn(value) }
  /// Passes if the value is one of these.
  public static func isIn(_ values: SettingValue...) -> Self { Self(["in": SettingValue(values)]) }
  /// Passes if the value is greater.
  public static func above(_ bound: SettingValue) -> Self { Self(["above": bound]) }
  /// Passes if the value is this one or greater.
  public static func atLeast(_ bound: SettingValue) -> Self { Self(["at-least": bound]) }
  /// Passes if the value is less.
  public static func below(_ bound: SettingValue) -> Self { Self(["below": bound]) }
  /// Passes if the value is this one or less.
  public static func atMost(_ bound: SettingValue) -> Self { Self(["at-most": bound]) }
  /// Passes if the text contains this one, or the list this item.
  public static func contains(_ part: SettingValue) -> Self { Self(["contains": part]) }
  /// Passes if the text has a part that fits a regular expression.
  public static func matches(_ pattern: String) -> Self { Self(["matches": "\(pattern)"]) }
  /// Passes if there is a value, or if there is none.
  public static func exists(_ wanted: Bool = true) -> Self { Self(["exists": SettingValue(booleanLiteral: wanted)]) }
}

/// A unit of time between the clock and a date.
public enum ClockUnit: String, Sendable {
  /// Hours, for ``SettingValue/now(plus:_:)`` alone.
  case hours = "h"
  /// Days: by the calendar from today, and of 24 hours from now.
  case days = "d"
  /// Weeks of seven days.
  case weeks = "w"
  /// Months of the calendar.
  case months = "m"
  /// Years of the calendar.
  case years = "y"
}

extension SettingValue {
  /// The day on which the site is built, in the list's time zone. On the day after, records that a condition compares
  /// with it are decided anew.
  public static var today: SettingValue { "today" }

  /// The instant at which the site is built.
  public static var now: SettingValue { "now" }

  /// A day that is a number of units from today; before it, where the number is negative.
  public static func today(plus count: Int, _ unit: ClockUnit) -> SettingValue { clock("today", count, unit) }

  /// An instant that is a number of units from now; before it, where the number is negative.
  public static func now(plus count: Int, _ unit: ClockUnit) -> SettingValue { clock("now", count, unit) }

  private static func clock(_ name: String, _ count: Int, _ unit: ClockUnit) -> SettingValue {
    "\(name)\(count < 0 ? "-" : "+")\(count.magnitude)\(unit.rawValue)"
  }
}

/// A section of the records for which a condition holds.
public struct SectionCase<Item: ListRecord>: Sendable {
  let value: SettingValue

  /// A section.
  ///
  /// - Parameters:
  ///   - title: its title.
  ///   - condition: the condition of its records; without one, all that are in no section before. Only the last may be
  ///     without.
  ///   - sort: the order of its records; without one, that of the list.
  public init(_ title: String, where condition: RecordCondition<Item>? = nil, sort: [SortField<Item>] = []) {
    var entries: [(String, SettingValue)] = [("title", "\(title)")]
    if let condition { entries.append(("where", condition.value)) }
    if !sort.isEmpty { entries.append(("sort", SettingValue(sort.map { "\($0.text)" }))) }
    value = SettingValue(entries)
  }
}

extension List {
  /// Shows the records for which a condition holds.
  public func `where`(_ condition: RecordCondition<Item>, file: String = #filePath, line: Int = #line) -> Self {
    setting("where", condition.value, file: file, line: line)
  }

  /// Names conditions, for other conditions, for cells and for badges. A condition may use the flags before it.
  public func flags(
    _ flags: KeyValuePairs<String, RecordCondition<Item>>, file: String = #filePath, line: Int = #line
  ) -> Self {
    setting("flags", SettingValue(flags.map { ($0.key, $0.value.value) }), file: file, line: line)
  }

  /// Has a section for each of several conditions: a record is in the first whose condition holds.
  ///
  /// ```swift
  /// List("talks", of: Talk.self).sections(cases: [
  ///   SectionCase("Upcoming", where: .field(\.day, .atLeast(.today))),
  ///   SectionCase("Past", sort: [.descending(\.day)]),
  /// ])
  /// ```
  public func sections(cases: [SectionCase<Item>], file: String = #filePath, line: Int = #line) -> Self {
    setting("sections", ["cases": SettingValue(cases.map(\.value))], file: file, line: line)
  }
}
