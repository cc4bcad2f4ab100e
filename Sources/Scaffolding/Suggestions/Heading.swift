import CellistContent
import CellistRecords
import CellistText

/// The key of a column, with the label, the name and the unit that it suggests.
struct Heading {
  let key: String
  /// The unit or the currency that the key names.
  let mark: NumberMark?
  /// The label of the field.
  private let label: String
  /// The same without the mark.
  private let bareLabel: String
  /// The words of the key in small letters.
  private let words: Set<String>

  /// How many characters a name and a label have at most. YAML allows keys of 1,024 bytes.
  private static let (longestName, longestLabel) = (60, 160)

  /// Words of the keys by which programs tell records apart.
  static let identifiers: Set<String> = [
    "id", "isbn", "issn", "ean", "key", "guid", "uuid", "hash", "slug", "sha",
  ]
  /// Words of the keys whose numbers are names, and count nothing.
  static let numbers = identifiers.union(["nr", "number", "code", "zip", "postcode", "plz"])

  init(_ key: String) {
    self.key = key
    // GeoJSON has all values below this key.
    let whole = key.hasPrefix("properties.") ? String(key.dropFirst("properties.".count)) : key
    var (bare, mark): (String, NumberMark?) = (whole, nil)
    for (open, close) in [(" (", ")"), (" [", "]")] where whole.hasSuffix(close) {
      guard let start = whole.ranges(of: open).last else { continue }
      let inner = String(whole[start.upperBound...].dropLast())
      mark = inner.contains(where: \.isNumber) ? nil : NumberMark(inner, isSeparate: true)
      if mark != nil { bare = String(whole[..<start.lowerBound]) }
    }
    if mark == nil, let cut = whole.lastIndex(where: { $0 == "_" || $0 == " " }),
      case .currency(let code) = NumberMark(String(whole[whole.index(after: cut)...]), isSeparate: false)
    {
      mark = .currency(code)
      bare = String(whole[..<cut])
      if bare.hasSuffix(" in") { bare = String(bare.dropLast(3)) }
    }
    self.mark = mark
    (label, bareLabel) = (Self.shown(whole), Self.shown(bare))
    words = Set(label.lowercased().split { !$0.isLetter }.map(String.init))
  }

  /// A key as readers would write it.
  private static func shown(_ key: String) -> String {
    if key == GeoPoint.key || key == "geometry" { return "Position" }
    if key == TextHeading.key { return "Title" }
    var key = key.hasPrefix("$") ? String(key.dropFirst()) : key
    // The common name of a country is its name, beside an official one.
    if let dot = key.lastIndex(of: "."), usual.contains(key[key.index(after: dot)...].lowercased()) {
      key = String(key[..<dot])
    }
    key = key.cut(to: longestLabel)
    let words = key.contains(" ") ? key : Field.words(in: key.replacing(".", with: " "))
    // Capitals throughout are a habit of old files, but for short names such as "GDP".
    let shown = words.count > 4 && words == words.uppercased() ? words.lowercased() : words
    return shown.prefix(1).uppercased() + shown.dropFirst()
  }

  /// The label of the field, without the unit if that is printed with each number.
  func label(ofNumber isNumber: Bool) -> String { isNumber ? bareLabel : label }

  /// Whether it has one of some words.
  func has(_ names: Set<String>) -> Bool { !words.isDisjoint(with: names) }

  /// The name that a field gets by it; empty where it has no letters or digits.
  func name(ofNumber isNumber: Bool) -> String {
    Slug.make(String(label(ofNumber: isNumber).prefix(Self.longestName))).replacing(".", with: "-")
  }

  /// Keys whose value is named by the mapping around it.
  private static let usual: Set<String> = ["common", "name", "value", "text", "label", "en", "eng", "default"]
}
