/// A person as bibliographies name one.
package struct BibTeXName: Equatable {
  package var given = ""
  package var particle = ""
  package var family = ""
  package var suffix = ""

  /// The name as people say it.
  package var text: String {
    let name = [given, particle, family].filter { !$0.isEmpty }.joined(separator: " ")
    return suffix.isEmpty ? name : "\(name), \(suffix)"
  }

  /// Takes a name apart, by the rules of BibTeX: "von Beethoven, Ludwig", "Ludwig van Beethoven", "King, Jr., Martin
  /// Luther", or `family=Beethoven, prefix=van, given=Ludwig` as biber knows it.
  package init(_ written: String) {
    let parts = Self.parts(of: written)
    if let named = Self.named(parts) {
      self = named
      return
    }
    let words = parts.map(Self.words)
    switch parts.count {
    case 0: break
    case 1: (given, particle, family) = Self.split(words[0])
    case 2:
      (particle, family) = Self.splitFamily(words[0])
      given = Self.joined(words[1][...])
    default:
      (particle, family) = Self.splitFamily(words[0])
      suffix = Self.joined(words[1][...])
      given = Self.joined(words[2...].flatMap(\.self)[...])
    }
  }

  private init() {}

  /// A part of a name.
  private struct Word {
    var text = ""
    /// Whether its first letter is a small one; words in braces have no case.
    var isParticle: Bool { BibTeXName.isSmall(text) }
  }

  /// The texts between commas outside braces.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var depth = 0
    for scalar in text.unicodeScalars {
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if scalar == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].unicodeScalars.append(scalar) }
    }
    return parts.map { String($0.trimmed) }
  }

  /// The words of a part, which white space and ties outside braces separate.
  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var word = Word()
    var depth = 0
    var isEscaped = false
    for scalar in text.unicodeScalars {
      // `\~` is an accent and no tie.
      let isAccent = isEscaped && scalar == "~"
      isEscaped = scalar == "\\" && !isEscaped
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      guard depth == 0, !isAccent, scalar == "~" || scalar.properties.isWhitespace else {
        word.text.unicodeScalars.append(scalar)
        continue
      }
      if !word.text.isEmpty { words.append(word) }
      word = Word()
    }
    if !word.text.isEmpty { words.append(word) }
    return words
  }

  private static func joined(_ words: ArraySlice<Word>) -> String {
    TeXText.plain(words.map(\.text).joined(separator: " "))
  }

  /// "First von Last": the particle goes from the first small word to the last one in front of the family name.
  private static func split(_ words: [Word]) -> (given: String, particle: String, family: String) {
    guard let last = words.indices.last else { return ("", "", "") }
    guard let first = words[..<last].firstIndex(where: \.isParticle),
      let end = words[..<last].lastIndex(where: \.isParticle)
    else { return (joined(words[..<last]), "", joined(words[last...])) }
    return (joined(words[..<first]), joined(words[first...end]), joined(words[(end + 1)...]))
  }

  /// "von Last": the particle ends at the last small word in front of the family name.
  private static func splitFamily(_ words: [Word]) -> (particle: String, family: String) {
    guard let last = words.indices.last, words[0].isParticle,
      let end = words[..<last].lastIndex(where: \.isParticle)
    else { return ("", joined(words[...])) }
    return (joined(words[...end]), joined(words[(end + 1)...]))
  }

  /// Whether the first letter of a word outside braces, or in a special character such as `{\'e}`, is a small one.
  private static func isSmall(_ word: String) -> Bool {
    var depth = 0
    var rest = word.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "{" {
        depth += 1
        if depth == 1, rest.first == "\\" { return isSmallSpecial(rest) }
      } else if scalar == "}" {
        depth -= 1
      } else if depth == 0, scalar == "\\" {
        return isSmallSpecial(word.unicodeScalars[...].drop { $0 != "\\" })
      } else if depth == 0, scalar.properties.isAlphabetic {
        return scalar.properties.isLowercase
      }
    }
    return false
  }

  /// The same of a special character: the case is that of the letter which TeX makes of it.
  private static func isSmallSpecial(_ special: Substring.UnicodeScalarView) -> Bool {
    var group = String.UnicodeScalarView()
    var depth = 0
    for scalar in special.prefix(40) {
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth < 0 { break }
      group.append(scalar)
    }
    let letter = TeXText.plain(String(group)).unicodeScalars.first { $0.properties.isAlphabetic }
    return letter?.properties.isLowercase ?? false
  }

  /// The name of `family=…, given=…`; nil for any other.
  private static func named(_ parts: [String]) -> BibTeXName? {
    var name = BibTeXName()
    for part in parts {
      guard let sign = part.firstIndex(of: "=") else { return nil }
      let value = TeXText.plain(String(part[part.index(after: sign)...].trimmed))
      switch part[..<sign].trimmed.lowercased() {
      case "family": name.family = value
      case "given": name.given = value
      case "prefix": name.particle = value
      case "suffix": name.suffix = value
      case "id", "given-i", "family-i", "prefix-i", "suffix-i", "useprefix", "nosort", "sortingnamekeytemplatename":
        break
      default: return nil
      }
    }
    return name.family.isEmpty && name.given.isEmpty ? nil : name
  }
}

extension BibTeXName {
  /// The names of a list, with where each begins in it: the word "and" outside braces separates them.
  ///
  /// - Returns: for each its text and its offset in bytes.
  package static func list(_ bytes: [UInt8]) -> [(text: String, offset: Int)] {
    var names: [(String, Int)] = []
    var (start, index, depth) = (0, 0, 0)
    func isSpace(_ index: Int) -> Bool {
      index < bytes.count && [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index])
    }
    func add(upTo end: Int) {
      var (start, end) = (start, end)
      while start < end, isSpace(start) { start += 1 }
      while end > start, isSpace(end - 1) { end -= 1 }
      if start < end { names.append((String(decoding: bytes[start..<end], as: UTF8.self), start)) }
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < bytes.count: index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "a"), UInt8(ascii: "A"):
        let isWord =
          depth == 0 && index > 0 && isSpace(index - 1) && (index + 3 == bytes.count || isSpace(index + 3))
        if isWord, index + 3 <= bytes.count,
          String(decoding: bytes[index..<index + 3], as: UTF8.self).lowercased() == "and"
        {
          add(upTo: index)
          start = index + 3
          index += 2
        }
      default: break
      }
      index += 1
    }
    add(upTo: bytes.count)
    return names
  }
}
