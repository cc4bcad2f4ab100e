import CellistBase
import CellistRecords
import CellistText

/// A field that the values of a key suggest.
struct SuggestedField {
  let key: String
  var name: String
  let type: FieldType
  let isAlwaysThere: Bool
  /// The decimal separator that its numbers need; nil if they can be read with either.
  let decimal: NumberNotation.DecimalSign?
  private let nodes: [Node]
  private var options: [(key: String, value: String)]
  private let note: String?
  private let label: String
  /// The path to its values: the key, or what the key leads to.
  private let path: String

  /// Nil where values are of several kinds, or nested.
  ///
  /// - Parameters:
  ///   - nodes: the values that are there.
  ///   - count: the number of records.
  ///   - isPicture: whether a picture exists at a path.
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
    self.nodes = nodes
    label = heading.label(ofNumber: type.isNumber)
    name = heading.name(ofNumber: type.isNumber)
  }

  /// How many records have a value.
  var count: Int { nodes.count }

  /// The values that are one text each.
  var texts: [String] { nodes.compactMap(\.text) }

  /// The paths of the pictures that its values name, in the list's folder.
  var picturePaths: [String] { nodes.compactMap(\.picturePath) }

  /// Whether all values are the same.
  var isConstant: Bool {
    guard count > 1, let first = nodes.first?.words else { return false }
    return nodes.allSatisfy { $0.words == first }
  }

  /// Whether an address may contain its values.
  var isShort: Bool {
    switch type {
    case .text, .integer, .choice, .date: true
    default: false
    }
  }

  /// Whether programs tell records apart by it.
  var isIdentifier: Bool { Heading(key).has(Heading.identifiers) }

  /// Whether readers want it before others.
  var isTelling: Bool { type != .url && type != .boolean && !isConstant && !isIdentifier }

  /// Names the field that describes its pictures.
  mutating func describe(by alt: String) { options.append(("alt", ListSuggestion.quoted(alt))) }

  /// Whether its label differs from the one that pages make of its name. They begin it with a capital.
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
    // Fields of points read the place of a feature without 'from'.
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
    if nodes.contains(where: \.isGeometry), nodes.allSatisfy({ GeoPoint($0) != nil }) {
      (path, guess) = (key, ValueGuess(.point))
      return
    }
    if nodes.allSatisfy({ $0.text != nil }) {
      path = key
      if !nodes.isEmpty, nodes.allSatisfy({ $0.picturePath.map(isPicture) ?? false }) {
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

  /// The key with the names of mappings, or the pattern that makes them.
  private static func name(of items: [Node]) -> (path: String, text: String?)? {
    guard !items.isEmpty, items.allSatisfy({ $0.entries != nil }) else { return nil }
    func have(_ key: String) -> Bool { items.allSatisfy { $0[key]?.text != nil } }
    let names = [
      "text", "name", "public_name", "full_name", "fullName", "display_name", "displayName", "title", "label",
    ]
    if let key = names.first(where: have) { return (key, nil) }
    for (given, family) in [
      ("given", "family"), ("first", "last"), ("firstName", "lastName"), ("first_name", "last_name"),
    ]
    where have(family) {
      return ("", "{\(given)} {\(family)}")
    }
    return ["login", "value", "id"].first(where: have).map { ($0, nil) }
  }
}

extension Node {
  /// The path of the picture that a text names, from the folder in which its file is; nil if it names none there.
  fileprivate var picturePath: String? {
    guard let text, PictureSize.isOf(path: text), Link.scheme(of: text) == nil, !text.hasPrefix("/"),
      !text.split(separator: "/").contains("..")
    else { return nil }
    return joined(location.file.folder, text)
  }
}

extension FieldType {
  /// Whether values are one of few texts.
  fileprivate var isAnyOfFew: Bool { if case .choice = self { true } else { false } }
  var isDate: Bool { self == .date || self == .datetime }
}
