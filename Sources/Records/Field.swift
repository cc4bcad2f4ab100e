import CellistMarkup
import CellistText

/// One named part of a record type.
package struct Field: Hashable, Sendable {
  /// The name that templates and settings use.
  package var name: String
  /// The label above the values; the name unless the settings say otherwise.
  package var label: String
  package var type: FieldType
  /// Whether a record may do without a value.
  package var isOptional: Bool
  /// The value of a record that has none of its own.
  package var defaultValue: Value?
  /// The place of the value in the source; under the field's name unless the settings say otherwise.
  package var source: FieldSource
  /// The separator of a list's items in one string.
  package var separator: String?
  /// What becomes of a reference that no record answers to.
  package var missing = MissingReference.error
  /// The fields of the other list whose values name its records as ids do.
  package var also: [String] = []
  var alsoLocation: SourceLocation?
  /// The other spellings of its values.
  package var spellings = Spellings()
  /// Whether texts that differ in capitals, normalization or spaces at the ends are one value.
  package var isFolded = true
  /// How dates and times are written in the source; the first pattern that fits is the one. None for ISO 8601.
  package var formats: [DatePattern] = []
  /// How coarse dates may be.
  package var precision = Day.Precision.day
  /// Whether a time may be missing from a date with a time.
  package var isTimeOptional = false
  /// The sign before the decimals in the source; nil for that of the list.
  package var decimal: NumberNotation.DecimalSign?
  /// The unit of a number, printed after it.
  package var unit: String?
  /// How many decimals the number is printed with; nil for as many as it has.
  package var decimals: Int?
  /// Whether the number's thousands are set apart; nil where that follows from the number.
  package var grouping: Bool?
  /// The currency of the number, as ISO 4217 calls it.
  package var currency: String?
  /// The words for true and for false, in this order, or for each of the choices; empty where they have none of their own.
  package var words: [String] = []
  /// The name of the field whose text describes a picture.
  package var alt: String?
  /// How many pixels wide the smaller copies are that pages offer of a picture.
  package var thumbnails: [Int] = []
  /// Where the settings ask for them.
  package var thumbnailsLocation: SourceLocation?
  /// The name of the time zone in which a datetime is shown.
  package var zone: String?
  /// The forms beyond CommonMark that its Markdown may have.
  package var forms = MarkdownExtensions.all
  /// Whether pages show the field where nothing names it.
  package var isShown = true
  /// Whether the declaration could be read. If not, that has been reported, and nothing about the field is judged.
  package var isKnown = true
  /// Where the field is declared.
  package var location: SourceLocation?
  /// Where the list is named that a reference leads to.
  package var targetLocation: SourceLocation?

  /// A field's name as readers would write it: "startTime" and "start_time" are "start time", "lastURL" is "last URL".
  package static func words(in name: String) -> String {
    if ["doi", "isbn", "issn", "url"].contains(name) { return name.uppercased() }
    let letters = Array(name)
    var words = ""
    for (index, letter) in letters.enumerated() {
      if letter == "_" || letter == "-" {
        words += index > 0 && index < letters.count - 1 ? " " : String(letter)
      } else if index > 0, letter.isUppercase, letters[index - 1].isLowercase {
        let isAcronym = index == letters.count - 1 || letters[index + 1].isUppercase
        words += " \(isAcronym ? String(letter) : letter.lowercased())"
      } else {
        words.append(letter)
      }
    }
    return words
  }

  package init(_ name: String, _ type: FieldType, isOptional: Bool = false, label: String? = nil) {
    self.name = name
    self.label = label ?? Self.words(in: name)
    self.type = type
    self.isOptional = isOptional
    source = FieldSource(type == .point ? [name, GeoPoint.key] : [name])
  }
}

extension Field {
  /// The words that readers see for a choice, or for true and false; nil where the field has no word for it.
  package func word(for value: Value) -> String? {
    guard !words.isEmpty else { return nil }
    switch (value, type.innermost) {
    case (.boolean(let truth), .boolean): return words[truth ? 0 : 1]
    case (.text(let key), .choice(let keys)): return keys.firstIndex(of: key).map { words[$0] }
    default: return nil
    }
  }

  /// What readers of a language see where a value stands alone, as the title of a record or a section: days are written
  /// out, and choices have their words.
  package func title(of value: Value, in language: Language) -> String {
    switch value {
    case .date, .datetime: value.part(.long, language: language).plainText
    default: word(for: value) ?? value.plainText
    }
  }

  /// Whether a number is printed as readers write it wherever it is named.
  package var isFormatted: Bool { decimals != nil || currency != nil || grouping == true }

  /// A number as readers of a language see it, without the field's unit. A whole number of up to four digits that counts
  /// nothing may well be a year, so it stays as it was written unless the field says otherwise.
  package func figure(_ digits: String, in language: Language) -> String {
    if unit == nil, !isFormatted, Int(digits) != nil, digits.count <= 4 {
      return language.hasLatinDigits ? digits : language.format(digits: digits, isGrouped: false)
    }
    return formatted(digits, in: language)
  }

  /// A number with the field's decimals, currency and grouping.
  package func formatted(_ digits: String, in language: Language) -> String {
    language.format(digits: digits, decimals: decimals, currency: currency, isGrouped: grouping ?? true)
  }

  /// Whether a record may end up without a value: where the field is optional and has no default.
  package var canBeAbsent: Bool { isOptional && defaultValue == nil }
}
