import CellistRecords
import CellistText

/// The type that the values of a column have in common, and how they are written.
struct ValueGuess {
  let type: FieldType
  /// The options of the field's declaration besides its type.
  private(set) var options: [(key: String, value: String)] = []
  /// A comment on the choice.
  private(set) var note: String?
  /// The decimal separator that numbers need; nil if they can be read with either.
  private(set) var decimal: NumberNotation.DecimalSign?

  init(_ type: FieldType, _ options: [(key: String, value: String)] = [], note: String? = nil) {
    self.type = type
    self.options = options
    self.note = note
  }
}

/// Guesses the types of columns from their values and headings.
struct ValueGuesser {
  /// Reads values as a build does. Its decimal separator is that of most columns.
  var values: ValueReader
  /// Whether the values are those of events, in which no text is a list and the summary is a title.
  var areOfEvents = false

  /// The type of texts. O(n) for each type and each way of writing it.
  func guess(_ nodes: [Node], heading: Heading) -> ValueGuess {
    let texts = nodes.compactMap { $0.text.map { String($0.trimmed) } }
    guard !texts.isEmpty else { return ValueGuess(.text) }
    func fits(_ type: FieldType, _ change: (inout Field) -> Void = { _ in }) -> Bool {
      var field = Field("x", type)
      change(&field)
      return nodes.allSatisfy { node in
        var diagnostics = Diagnostics()
        let value = values.read(node, as: field, &diagnostics)
        return value.map { !$0.isAbsent } ?? false && !diagnostics.hasErrors
      }
    }
    if areOfEvents, heading.key == SuggestedFields.titleOfEvents { return ValueGuess(.text) }
    if fits(.boolean) { return ValueGuess(.boolean) }
    if heading.has(["phone", "telephone", "tel", "mobile", "fax"]), fits(.telephone) { return ValueGuess(.telephone) }
    if heading.has(["version", "release"]), fits(.version) { return ValueGuess(.version) }
    // Digits after a zero are a name, such as a postcode, and so is a number of arXiv with its point.
    let areCodes =
      heading.has(["eprint", "arxiv"])
      || texts.contains { $0.first == "0" && $0.count > 1 && $0.utf8.allSatisfy(Self.isDigit) }
    if let date = date(texts, heading, fits) { return date }
    if !areCodes, let number = number(texts, heading, fits) { return number }
    if texts.allSatisfy({ $0.hasPrefix("https://") || $0.hasPrefix("http://") }), fits(.url) { return ValueGuess(.url) }
    if texts.allSatisfy({ $0.contains("@") }), fits(.email) { return ValueGuess(.email) }
    return words(nodes.compactMap(\.text))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  // MARK: Words

  private func words(_ texts: [String]) -> ValueGuess {
    if !areOfEvents, let separator = Self.separator(of: texts) {
      return ValueGuess(.list(.text), [("split", ListSuggestion.quoted(separator))])
    }
    if texts.count(where: Self.hasHTML) * 2 > texts.count {
      return ValueGuess(.markdown, note: "HTML, which pages have with 'html: allow' in site.yml")
    }
    if texts.contains(where: { $0.contains("\n") || $0.utf8.count > 200 || Self.hasMarks($0) }) {
      return ValueGuess(.markdown)
    }
    var seen: Set<String> = []
    let choices = texts.filter { seen.insert($0).inserted }
    let areFew = (2...12).contains(choices.count) && choices.count * 3 <= texts.count
    let slugs = choices.map(Slug.make)
    // The place of an event may be an address.
    let areNames = !areOfEvents || choices.allSatisfy { !$0.contains(",") }
    guard areFew, areNames, choices.allSatisfy({ $0.utf8.count <= 40 }), Set(slugs).count == choices.count,
      !slugs.contains("")
    else { return ValueGuess(.text) }
    let order = values.language.collation
    return ValueGuess(.choice(choices.sorted { order.key(of: $0).lexicographicallyPrecedes(order.key(of: $1)) }))
  }

  /// Whether a text has elements of HTML.
  private static func hasHTML(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "<"))
      && text.contains(/<(?:p|br|b|i|em|strong|a|ul|ol|li|div|span|h[1-6]|img|blockquote)(?:\s[^<>]*)?\/?>/)
  }

  /// Whether a text has code, emphasis or a link as Markdown marks them.
  private static func hasMarks(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "]") }
      && text.contains(/`[^`]+`|\*\w[^*]*\w\*|\]\([^)\s]+\)/)
  }

  /// The separator of names in texts that are lists: a semicolon or a bar without a space after it, which prose does not
  /// have, or a comma if few names are repeated often.
  private static func separator(of texts: [String]) -> String? {
    for separator in [";", "|", ","] {
      let parts = texts.map { $0.split(separator: Character(separator), omittingEmptySubsequences: false) }
      let names = parts.joined().map(\.trimmed)
      guard parts.count(where: { $0.count > 1 }) > 1, names.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 60 }) else {
        continue
      }
      if separator == "," {
        let areFew = Set(names).count * 2 <= names.count && names.allSatisfy { $0.utf8.count <= 30 }
        if areFew, parts.count(where: { $0.count > 1 }) * 4 >= texts.count { return separator }
      } else if parts.allSatisfy({ $0.dropFirst().allSatisfy { $0.first != " " } }) {
        return separator
      }
    }
    return nil
  }

  // MARK: Dates

  private func date(
    _ texts: [String], _ heading: Heading, _ fits: (FieldType, (inout Field) -> Void) -> Bool
  ) -> ValueGuess? {
    let areDigits = texts.contains { $0.utf8.allSatisfy(Self.isDigit) }
    if areDigits {
      // Only its heading tells such a number from others.
      let isDay = heading.has(["date", "day"]) && texts.allSatisfy { $0.utf8.count == 8 }
      return isDay && fits(.date, { $0.formats = [DatePattern("yyyyMMdd")] })
        ? ValueGuess(.date, [("format", ListSuggestion.quoted("yyyyMMdd"))]) : nil
    }
    guard texts.allSatisfy({ $0.utf8.contains(where: Self.isDigit) && $0.utf8.count <= 40 }) else { return nil }
    if fits(.date, { _ in }) { return ValueGuess(.date) }
    if fits(.datetime, { _ in }) { return ValueGuess(.datetime) }
    if fits(.datetime, { $0.isTimeOptional = true }) { return ValueGuess(.datetime, [("time", "optional")]) }
    if fits(.date, { $0.precision = .month }) { return ValueGuess(.date, [("precision", "month")]) }
    let region = values.language.tag.split(separator: "-").dropFirst().last
    let isAmerican = region == "US" || region == nil && values.language.tag.hasPrefix("en")
    let orders = isAmerican ? ["M/d/", "d/M/"] : ["d/M/", "M/d/"]
    for years in ["y", "yy"] {
      let patterns = orders.map { $0 + years } + orders.map { $0.replacing("/", with: "-") + years } + ["d.M.\(years)"]
      for time in ["", " HH:mm", " HH:mm:ss", " h:mm a"] {
        let fitting = patterns.map { $0 + time }.filter { pattern in
          fits(time.isEmpty ? .date : .datetime, { $0.formats = [DatePattern(pattern)] })
        }
        guard let pattern = fitting.first else { continue }
        let other = fitting.dropFirst().first.map { "it may be \($0) as well: no day is above the 12th" }
        return ValueGuess(
          time.isEmpty ? .date : .datetime, [("format", ListSuggestion.quoted(pattern))], note: other)
      }
    }
    for pattern in Self.writtenDates {
      let date = DatePattern(pattern)
      if fits(date.hasTime ? .datetime : .date, { $0.formats = [date] }) {
        return ValueGuess(date.hasTime ? .datetime : .date, [("format", ListSuggestion.quoted(pattern))])
      }
    }
    return nil
  }

  private static let writtenDates = [
    "y/M/d", "y.M.d", "d MMM y", "d MMMM y", "d. MMMM y", "MMM d, y", "MMMM d, y", "d-MMM-y", "d-MMM-yy", "d MMM yy",
    "MMM d y", "EEE, d MMM y", "EEEE, MMMM d, y", "y/M/d HH:mm", "y/M/d HH:mm:ss", "EEE, d MMM y HH:mm:ss Z",
    "y-MM-dd HH:mm:ss Z",
  ]

  // MARK: Numbers

  private func number(
    _ texts: [String], _ heading: Heading, _ fits: (FieldType, (inout Field) -> Void) -> Bool
  ) -> ValueGuess? {
    guard texts.allSatisfy({ $0.utf8.contains(where: Self.isDigit) && $0.utf8.count <= 40 }) else { return nil }
    var mark = NumberMark(texts)
    if mark == nil { return nil }
    let isMarked = mark != NumberMark.none
    if !isMarked, let known = heading.mark { mark = known }
    var options: [(key: String, value: String)] = []
    var change: (inout Field) -> Void = { _ in }
    switch mark {
    case .unit(let unit):
      options.append(("unit", ListSuggestion.quoted(unit)))
      change = { $0.unit = unit }
    case .currency(let code):
      options.append(("currency", code))
      change = { $0.currency = code }
    default: break
    }
    if !isMarked, texts.allSatisfy({ Int($0) != nil }), fits(.integer, { _ in }) {
      let isName = options.isEmpty && heading.has(Heading.numbers)
      if isName, texts.contains(where: { $0.utf8.count > 4 }) { options.append(("grouping", "false")) }
      return ValueGuess(.integer, options)
    }
    let own = values.decimal ?? .point
    for sign in [own] + NumberNotation.DecimalSign.allCases.filter({ $0 != own }) {
      guard
        fits(
          .number,
          {
            change(&$0)
            $0.decimal = sign
          })
      else { continue }
      var guess = ValueGuess(.number, options)
      let other = NumberNotation.DecimalSign.allCases.first { $0 != sign } ?? .point
      let fitsOther = fits(.number) {
        change(&$0)
        $0.decimal = other
      }
      if !fitsOther { guess.require(sign, isUsual: sign == own) }
      return guess
    }
    return nil
  }
}

extension ValueGuess {
  /// The same of the items of a list.
  var listed: ValueGuess { ValueGuess(.list(type), options, note: note) }

  fileprivate mutating func require(_ sign: NumberNotation.DecimalSign, isUsual: Bool) {
    decimal = sign
    if !isUsual { options.append(("decimal", "\"\(sign.rawValue)\"")) }
  }
}
