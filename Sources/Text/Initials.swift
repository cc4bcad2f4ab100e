import CICU

/// Files text under the letters of a language's A–Z index: "écriture" under E, "ångström" under Å in Swedish.
struct Initials: Sendable {
  /// The title for texts that begin with a digit.
  static let digits = "0–9"
  /// The title for texts that begin with neither letter nor digit.
  static let symbols = "#"

  private let primary: Collation
  private let letters: [(key: [UInt8], label: String, script: Int32)]
  private let locale: String

  init?(locale: String) {
    guard let primary = Collation(locale: locale, primary: true) else { return nil }
    self.primary = primary
    self.locale = locale
    letters = Self.indexLetters(of: locale)
      .map { (primary.key(of: $0), $0, Self.script(of: $0)) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
  }

  /// The label of `text`, or nil for text without a visible character.
  func initial(of text: String) -> String? {
    guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
    let first = text[start...].first { $0.isLetter || $0.isNumber } ?? text[start]
    guard first.isLetter else { return first.isNumber ? Self.digits : Self.symbols }
    let script = Self.script(of: String(first))
    let key = primary.key(of: String(text[start...].drop { !$0.isLetter && !$0.isNumber }))
    let letter = letters.last { $0.script == script && !key.lexicographicallyPrecedes($0.key) }
    return letter?.label ?? uppercased(String(first))
  }

  func uppercased(_ text: String) -> String {
    let units = Array(text.utf16)
    return icuText { icu_uppercase(units, Int32(units.count), $0, $1, locale, &$2) } ?? text
  }

  /// The script of the first letter. Katakana counts as Hiragana: an index files both under the same letters.
  private static func script(of text: String) -> Int32 {
    let script = text.unicodeScalars.first.map { icu_script(Int32($0.value)) } ?? 0
    return script == icu_script(Int32(0x30AB)) ? icu_script(Int32(0x304B)) : script
  }

  /// The letters that an index in the language has a heading for, as CLDR lists them.
  private static func indexLetters(of locale: String) -> [String] {
    var status: IcuStatus = 0
    guard let set = icu_index_letters(locale, &status) else { return [] }
    defer { icu_set_close(set) }
    var letters: [String] = []
    for index in 0..<icu_set_count(set) {
      var start: Int32 = 0
      var end: Int32 = 0
      var length: Int32 = 0
      let text = icuText {
        length = icu_set_item(set, index, &start, &end, $0, $1, &$2)
        return length
      }
      if length > 0, let text {
        letters.append(text)
      } else if length == 0, start <= end {
        letters += (start...end).compactMap { Unicode.Scalar(UInt32($0)).map { String(Character($0)) } }
      }
    }
    return letters
  }
}
