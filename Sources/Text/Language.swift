import CICU
import Synchronization

/// Everything that depends on the language a site is written in: order, index letters, dates and numbers.
package final class Language: Sendable {
  /// The BCP 47 tag, such as "en" or "de-CH".
  package let tag: String
  /// The order of text in this language.
  package let collation: Collation
  private let initials: Initials
  private let locale: String
  /// The day on which weeks begin, 1 for Sunday to 7 for Saturday.
  package let firstWeekday: Int
  /// The direction of its text, as HTML's attribute `dir` has it: `ltr` or `rtl`.
  package let direction: String
  /// The tag as OpenGraph writes it: "de_CH".
  package let underscoredTag: String
  /// Whether it writes numbers with the digits 0 to 9.
  package let hasLatinDigits: Bool
  private let formats = FormatPool()
  private let signs = Mutex<[String: [String]]>([:])
  private let name = Mutex<String?>(nil)

  /// The language of a BCP 47 tag, or nil when the tag is not well formed.
  package init?(tag: String) {
    guard let locale = icuLocale(of: tag), let collation = Collation(locale: locale),
      let initials = Initials(locale: locale)
    else { return nil }
    self.tag = tag
    self.locale = locale
    var status: IcuStatus = 0
    firstWeekday = Int(icu_locale_first_weekday(locale, &status))
    self.collation = collation
    self.initials = initials
    underscoredTag = tag.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_")
    direction = icu_locale_is_right_to_left(locale) != 0 ? "rtl" : "ltr"
    hasLatinDigits = NumberFormat(locale: locale, currency: nil, decimals: 0)?.text(of: "0") ?? "0" == "0"
  }

  /// Its name in itself, as a title has it: "Deutsch", "Français".
  package var ownName: String {
    name.withLock { known in
      if let known { return known }
      let name = icuText { icu_locale_name(locale, $0, $1, &$2) } ?? tag
      let title = name.first.map { initials.uppercased(String($0)) + name.dropFirst() } ?? tag
      known = title
      return title
    }
  }

  /// Whether a text has the form of a tag: a language of two or three letters, and what may follow it.
  package static func isTag(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return (2...3).contains(parts[0].utf8.count)
      && parts.allSatisfy {
        (2...8).contains($0.utf8.count)
          && $0.utf8.allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
          }
      }
  }

  /// The same of a language that is known by its tag alone.
  package static func direction(of tag: String) -> String {
    icuLocale(of: tag).map { icu_locale_is_right_to_left($0) } ?? 0 != 0 ? "rtl" : "ltr"
  }

  /// The heading of `text` in an A–Z index, or nil for text without a visible character.
  package func initial(of text: String) -> String? { initials.initial(of: text) }

  /// A day written out with the fields that `skeleton` names: "yMMMMd" gives "May 1, 2024" in English.
  ///
  /// If only the year or the month of a date is known, only that is written.
  package func format(_ day: Day, skeleton: String) -> String {
    let skeleton = Self.skeleton(skeleton, for: day)
    return formats.withLock { formats in
      guard let format = formats.date(skeleton: skeleton, locale: locale) else { return day.iso }
      return format.text(of: day) ?? day.iso
    }
  }

  /// The fields of a skeleton that a day has, with the era of years before 1.
  private static func skeleton(_ skeleton: String, for day: Day) -> String {
    let known: (Character) -> Bool =
      switch day.precision {
      case .day: { _ in true }
      case .month: { "yYuMLqQG".contains($0) }
      case .year: { "yYuG".contains($0) }
      }
    let kept = day.precision == .day ? skeleton : String(skeleton.filter(known))
    return (day.number < Self.firstDay && !kept.contains("G") ? "G" : "") + (kept.isEmpty ? "y" : kept)
  }

  /// The number of 0001-01-01.
  private static let firstDay = -719_162

  /// The day that `text` names when read with a pattern of Unicode Technical Standard 35, such as "MMMM d, y".
  ///
  /// - Returns: nil when the text does not fit the whole pattern.
  package func day(from text: String, pattern: DatePattern) -> Day? {
    seconds(from: text, pattern).map { Day(number: Int((Double($0) / 86_400).rounded(.down))) }
  }

  /// Seconds since 1970-01-01T00:00:00 in UTC, as if that were the zone of a text that names none. What ICU reads although it
  /// contradicts the text gives nil: the name of another weekday, and two digits as a year of the first century.
  private func seconds(from text: String, _ pattern: DatePattern) -> Int? {
    formats.withLock { formats in
      guard let seconds = formats.date(pattern: pattern.text, locale: locale)?.seconds(from: text) else { return nil }
      let day = Day(number: Int((Double(seconds) / 86_400).rounded(.down)))
      guard day.isInRange else { return nil }
      if (0..<100).contains(day.date.year), !text.contains(/\d{3}/) { return nil }
      guard pattern.hasWeekday else { return seconds }
      let names = ["EEEE", "EEE"].compactMap { formats.date(pattern: $0, locale: locale)?.text(of: day) }
      return names.contains { text.lowercased().contains($0.lowercased()) } ? seconds : nil
    }
  }

  /// The moment that `text` names when read with a pattern of Unicode Technical Standard 35, such as "d.M.y HH:mm". Where the
  /// pattern has no time, the day alone.
  ///
  /// - Returns: nil when the text does not fit the whole pattern.
  package func moment(from text: String, pattern: DatePattern, zone: TimeZoneRules) -> Moment? {
    guard let found = seconds(from: text, pattern) else { return nil }
    let day = Day(number: Int((Double(found) / 86_400).rounded(.down)))
    guard pattern.hasTime else { return Moment(day: day, in: zone) }
    let second = found - day.number * 86_400
    if pattern.hasZone { return Moment(day: day, second: second, offset: 0) }
    return Moment(day: day, second: second, offset: zone.offset(on: day, second: second))
  }

  /// Decimal digits such as "-1234.50" as the language writes them, with grouping: "-1,234.50".
  ///
  /// - Parameters:
  ///   - decimals: how many decimals it has, rounded half to even; nil to keep every digit, or for those of the currency.
  ///   - currency: the currency of the amount, as ISO 4217 calls it.
  ///   - isGrouped: whether thousands are set apart.
  package func format(
    digits: String, decimals: Int? = nil, currency: String? = nil, isGrouped: Bool = true
  ) -> String {
    formats.withLock {
      $0.number(digits, decimals: decimals, currency: currency, isGrouped: isGrouped, locale: locale) ?? digits
    }
  }

  /// The signs by which sources name a currency, beside its code: that of the language, and those of the countries that
  /// have it.
  package func signs(ofCurrency code: String) -> [String] {
    signs.withLock { signs in
      if let known = signs[code] { return known }
      let found = [locale, "en", "und_\(code.prefix(2))"].compactMap { locale -> String? in
        let text = NumberFormat(locale: locale, currency: code, decimals: 0, isGrouped: true)?.text(of: "0")
        return text.map { String($0.filter { !$0.isNumber && !$0.isWhitespace }) }
      }
      signs[code] = [code] + found.filter { !$0.isEmpty && $0 != code }
      return signs[code] ?? [code]
    }
  }

  /// The plural category of a count: "one" or "other" in English, and up to six in other languages.
  ///
  /// - Complexity: O(1).
  package func pluralCategory(of count: Int) -> String {
    formats.withLock { $0.pluralRules(locale)?.category(of: count) } ?? Self.otherPlurals
  }

  /// The plural categories of the CLDR.
  package static let pluralCategories = ["zero", "one", "two", "few", "many", otherPlurals]
  /// The category of all counts that have no other. Every language has it.
  package static let otherPlurals = "other"
}

extension Language: Equatable {
  /// All of a language follows from its tag.
  package static func == (one: Language, other: Language) -> Bool { one.tag == other.tag }
}

/// Formats for several threads at once, each protected by a mutex of its own: ICU's are not thread-safe.
private struct FormatPool: Sendable {
  private final class Entry: Sendable {
    let formats = Mutex(Formats())
  }

  private let entries = (0..<8).map { _ in Entry() }

  /// Calls a function with formats that no other thread uses: the first that are free.
  func withLock<Result>(_ body: (inout sending Formats) -> sending Result) -> sending Result {
    for entry in entries {
      if let result = entry.formats.withLockIfAvailable(body) { return result }
    }
    return entries[0].formats.withLock(body)
  }
}

/// ICU formats, made when first used.
private struct Formats: ~Copyable {
  private var bySkeleton: [String: DateFormat] = [:]
  private var byPattern: [String: DateFormat] = [:]
  private struct NumberKind: Hashable {
    let currency: String?
    /// How many decimals are written; nil for those of the currency.
    let decimals: Int?
    let isGrouped: Bool
  }

  private var numbers: [NumberKind: NumberFormat] = [:]
  private var plurals: PluralRules?

  mutating func pluralRules(_ locale: String) -> PluralRules? {
    if plurals == nil { plurals = PluralRules(locale: locale) }
    return plurals
  }

  mutating func date(skeleton: String, locale: String) -> DateFormat? {
    if let known = bySkeleton[skeleton] { return known }
    let units = Array(skeleton.utf16)
    let pattern = icuText { icu_best_pattern(locale, units, Int32(units.count), $0, $1, &$2) }
    guard let pattern, let format = DateFormat(pattern: pattern, locale: locale) else { return nil }
    bySkeleton[skeleton] = format
    return format
  }

  mutating func date(pattern: String, locale: String) -> DateFormat? {
    if let known = byPattern[pattern] { return known }
    guard let format = DateFormat(pattern: pattern, locale: locale) else { return nil }
    byPattern[pattern] = format
    return format
  }

  mutating func number(
    _ digits: String, decimals: Int?, currency: String?, isGrouped: Bool, locale: String
  ) -> String? {
    // Written out, a number with a huge exponent would fill the page, and ICU keeps no more than 999 decimals.
    guard let number = DecimalNumber(digits), abs(number.magnitude) <= 100, digits.utf8.count <= 500 else { return nil }
    let decimals = decimals ?? (currency == nil ? DecimalNumber.decimals(of: digits) : nil)
    let kind = NumberKind(currency: currency, decimals: decimals, isGrouped: isGrouped)
    // Texts may have any number of decimals.
    if numbers.count > 40 { numbers.removeAll() }
    let known =
      numbers[kind] ?? NumberFormat(locale: locale, currency: currency, decimals: decimals, isGrouped: isGrouped)
    numbers[kind] = known
    return known?.text(of: digits)
  }
}

private final class DateFormat {
  private let format: OpaquePointer

  init?(pattern: String, locale: String) {
    let units = Array(pattern.utf16)
    var status: IcuStatus = 0
    guard let format = icu_date_format_open(locale, units, Int32(units.count), &status),
      status <= 0
    else { return nil }
    self.format = format
  }

  deinit { icu_date_format_close(format) }

  func text(of day: Day) -> String? {
    icuText { icu_date_format(format, Double(day.number) * 86_400_000, $0, $1, &$2) }
  }

  /// Seconds since 1970-01-01T00:00:00 in UTC, which is taken as the zone of a text without one.
  func seconds(from text: String) -> Int? {
    let units = Array(text.utf16)
    var position: Int32 = 0
    var status: IcuStatus = 0
    let milliseconds = icu_date_parse(format, units, Int32(units.count), &position, &status)
    guard status <= 0, Int(position) == units.count else { return nil }
    return Int((milliseconds / 1_000).rounded(.down))
  }
}

private final class NumberFormat {
  private let format: OpaquePointer

  /// - Parameter decimals: how many it writes; nil for those of the currency. To change them later takes ICU longer than
  ///   many numbers.
  init?(locale: String, currency: String?, decimals: Int?, isGrouped: Bool = true) {
    var status: IcuStatus = 0
    let code = currency.map { Array($0.utf16) + [0] }
    guard let format = icu_number_format_open(locale, code, &status), status <= 0 else { return nil }
    self.format = format
    icu_number_format_set_fraction(format, decimals.map { Int32($0) } ?? icu_number_format_fraction(format))
    if !isGrouped { icu_number_format_set_grouping(format, 0) }
  }

  deinit { icu_number_format_close(format) }

  func text(of digits: String) -> String? {
    icuText { icu_number_format(format, digits, Int32(digits.utf8.count), $0, $1, &$2) }
  }
}

private final class PluralRules {
  private let rules: OpaquePointer

  init?(locale: String) {
    var status: IcuStatus = 0
    guard let rules = icu_plurals_open(locale, &status), status <= 0 else { return nil }
    self.rules = rules
  }

  deinit { icu_plurals_close(rules) }

  func category(of count: Int) -> String? {
    icuText { icu_plurals_select(rules, Double(count), $0, $1, &$2) }
  }
}
