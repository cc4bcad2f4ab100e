import CellistRecords
import CellistText

/// A field that the values of a key suggest.
struct SuggestedField {
  let key: String
  var name: String
  let type: FieldType
  let isAlwaysThere: Bool
  /// How many records have a value.
  let count: Int
  /// The decimal separator, where its numbers can be read with one of the two only.
  let decimal: NumberNotation.DecimalSign?
  /// The values in records that are one text each.
  let texts: [String]
  private var options: [(key: String, value: String)]
  private let note: String?
  private let label: String
  /// The path to the values, where it is longer than the key.
  private var path: String

  /// Nil where values are of several kinds, or nested.
  ///
  /// - Parameters:
  ///   - nodes: the values that are there.
  ///   - count: the number of records.
  ///   - isPicture: whether a text is the path of a picture that is there.
  init?(
    _ key: String, _ nodes: [Node], in count: Int, _ guesser: ValueGuesser, isPicture: (String) -> Bool
  ) {
    self.key = key
    let heading = Heading(key)
    guard let found = Shape(nodes, key: key, heading, guesser, isPicture) else { return nil }
    (type, path, note) = (found.guess.type, found.path, found.guess.note)
    options = found.options + found.guess.options
    decimal = found.guess.decimal
    isAlwaysThere = nodes.count == count
    self.count = nodes.count
    texts = nodes.compactMap(\.text)
    label = heading.label(ofNumber: type.isNumber)
    name = heading.name(ofNumber: type.isNumber)
  }

  /// Whether all records that have it have the same.
  var isConstant: Bool { texts.count == count && count > 1 && Set(texts).count == 1 }

  /// Whether an address may contain its values.
  var isShort: Bool {
    switch type {
    case .text, .integer, .choice, .date: true
    default: false
    }
  }

  /// Has the description of a picture in another field.
  mutating func describe(by alt: String) { options.append(("alt", ListSuggestion.quoted(alt))) }

  /// Whether pages would call it otherwise without a label. They begin labels with a capital.
  private var needsLabel: Bool {
    let usual = Field.words(in: name)
    let hasAcronym = label.split(separator: " ").contains {
      $0.count > 1 && $0 == $0.uppercased() && $0 != $0.lowercased()
    }
    return hasAcronym
      ? label != usual : label.lowercased() != usual.lowercased()
  }

  /// The line of a `list.yml` that declares it.
  var declaration: String {
    let quoted = ListSuggestion.quoted
    var parts: [(String, String)] = []
    switch type {
    case .choice(let names): parts.append(("choice", "[\(names.map(quoted).joined(separator: ", "))]"))
    case .list(let item): parts.append(("type", "[\(item.name)]"))
    case .map(let item): parts.append(("map", item.name))
    default: parts.append(("type", isAlwaysThere ? type.name : "\"\(type.name)?\""))
    }
    if parts[0].0 != "type" || type.isList, !isAlwaysThere { parts.append(("optional", "true")) }
    parts += options
    if needsLabel { parts.append(("label", quoted(label))) }
    // A field of points finds the place of a feature by itself.
    if path != name, path != GeoPoint.key { parts.append(("from", quoted(path))) }
    let isShort = parts.count == 1 && parts[0].0 == "type" && !type.isList
    let value = isShort ? parts[0].1 : "{\(parts.map { "\($0.0): \($0.1)" }.joined(separator: ", "))}"
    return "\(quoted(name)): \(value)\(note.map { "  # \($0)" } ?? "")"
  }
}

/// The kinds of values that fields have: texts, lists of these, and mappings to these.
private struct Shape {
  let guess: ValueGuess
  let path: String
  private(set) var options: [(key: String, value: String)] = []

  init?(
    _ nodes: [Node], key: String, _ heading: Heading, _ guesser: ValueGuesser, _ isPicture: (String) -> Bool
  ) {
    let lists = nodes.compactMap(\.items)
    if nodes.contains(where: { $0["coordinates"] != nil }), nodes.allSatisfy({ GeoPoint($0) != nil }) {
      (path, guess) = (key, ValueGuess(.point))
      return
    }
    if nodes.allSatisfy({ $0.text != nil }) {
      path = key
      if !nodes.isEmpty, nodes.allSatisfy({ $0.text.map { SuggestedPicture.isName($0) && isPicture($0) } ?? false }) {
        guess = ValueGuess(.asset)
        options.append(("thumbnails", "[320, 640]"))
      } else {
        guess = guesser.guess(nodes, heading: heading)
      }
    } else if lists.count == nodes.count {
      let items = lists.joined().filter { !$0.isNothing }
      if items.allSatisfy({ $0.text != nil }) {
        path = key
        let item = guesser.guess(Array(items), heading: heading)
        let isPlain = item.type.isAnyOfFew || item.type.isList || item.type.isDate
        guess = isPlain ? ValueGuess(.list(.text)) : item.listed
      } else if let (path, text) = Self.name(of: Array(items)) {
        self.path = path.isEmpty ? "\(key).*" : "\(key).*.\(path)"
        if let text { options.append(("text", ListSuggestion.quoted(text))) }
        guess = ValueGuess(.list(.text))
      } else {
        return nil
      }
    } else {
      let maps = nodes.compactMap(\.entries)
      guard maps.count == nodes.count, maps.allSatisfy({ $0.allSatisfy { $0.value.text != nil } }) else { return nil }
      path = key
      guess = ValueGuess(.map(.text))
    }
  }

  /// Which key of mappings has their name, or the pattern that makes one.
  private static func name(of items: [Node]) -> (path: String, text: String?)? {
    guard !items.isEmpty, items.allSatisfy({ $0.entries != nil }) else { return nil }
    func have(_ key: String) -> Bool { items.allSatisfy { $0[key]?.text != nil } }
    if let key = ["text", "name", "title", "label", "login", "value", "id"].first(where: have) { return (key, nil) }
    for (given, family) in [
      ("given", "family"), ("first", "last"), ("firstName", "lastName"), ("first_name", "last_name"),
    ]
    where have(family) {
      return ("", "{\(given)} {\(family)}")
    }
    return nil
  }
}

/// The names of pictures.
enum SuggestedPicture {
  private static let endings: Set<String> = ["jpg", "jpeg", "png", "webp", "gif", "svg", "avif"]

  /// Whether a text is a path to a picture beside the file that has it.
  static func isName(_ text: String) -> Bool {
    guard let dot = text.lastIndex(of: "."), !text.hasPrefix("/"), !text.contains(":"), !text.contains("..") else {
      return false
    }
    return endings.contains(text[text.index(after: dot)...].lowercased())
  }
}

extension FieldType {
  /// Whether values are one of few texts.
  fileprivate var isAnyOfFew: Bool { if case .choice = self { true } else { false } }
  fileprivate var isDate: Bool { self == .date || self == .datetime }
}
