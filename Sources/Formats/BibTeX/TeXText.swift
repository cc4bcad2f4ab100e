import CellistText

/// Turns text as TeX writes it into characters: accents, letters and marks of punctuation, without the braces that group.
///
/// Commands that it does not know stay as they are written, with their first argument, and so does what stands between
/// dollar signs.
package struct TeXText {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var result = String.UnicodeScalarView()

  /// The text that TeX would set, with each run of white space as one space.
  package static func plain(_ text: String) -> String {
    // Most values are plain.
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !marks.contains($0) || $0 == 0x20 }
    if isPlain, !text.contains("  "), text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
    var reader = TeXText(scalars: Array(text.unicodeScalars))
    reader.read()
    return String(reader.result).composed
  }

  /// The same of prose, whose paragraphs a blank line or `\par` ends.
  package static func paragraphs(_ text: String) -> String {
    // "\r\n" is one character, whose parts a pattern must see.
    text.split(separator: /\\par(?![A-Za-z])|\n[ \t\r]*\n\s*/.matchingSemantics(.unicodeScalar)).map {
      plain(String($0))
    }.filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  /// An address, in which only the backslashes go that TeX needs in front of some characters.
  package static func address(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...].drop { $0.properties.isWhitespace }
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.first, "_%&#~{}".unicodeScalars.contains(next) { continue }
      result.append(scalar)
    }
    while result.last?.properties.isWhitespace ?? false { result.removeLast() }
    let address = String(result)
    // "{https://…}" in quotes is an address in braces.
    guard address.hasPrefix("{"), address.hasSuffix("}") else { return address }
    return String(address.dropFirst().dropLast())
  }

  private static let marks = Set("\\{}~$-'`!?".utf8)

  private mutating func read() {
    while let scalar = next { take(scalar) }
    if result.last == " " { result.removeLast() }
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) {
    index += 1
    switch scalar {
    case "{", "}": break
    case "\\": takeCommand()
    case "$": takeMathematics()
    case "~": result.append("\u{A0}")
    case "-":
      let count = run(of: "-", atMost: 3)
      result.append(contentsOf: (count == 3 ? "—" : count == 2 ? "–" : "-").unicodeScalars)
    case "`":
      result.append(run(of: "`", atMost: 2) == 2 ? "“" : "`")
    case "'":
      result.append(run(of: "'", atMost: 2) == 2 ? "”" : "'")
    case "!" where next == "`", "?" where next == "`":
      index += 1
      result.append(scalar == "!" ? "¡" : "¿")
    case _ where scalar.properties.isWhitespace && scalar != "\u{A0}": appendSpace()
    default: result.append(scalar)
    }
  }

  private mutating func appendSpace() {
    if let last = result.last, last != " " { result.append(" ") }
  }

  /// How many of a character stand one behind the other from the one that was read.
  private mutating func run(of scalar: Unicode.Scalar, atMost limit: Int) -> Int {
    var count = 1
    while count < limit, next == scalar {
      index += 1
      count += 1
    }
    return count
  }

  /// Copies what stands between dollar signs.
  private mutating func takeMathematics() {
    guard let end = scalars[index...].firstIndex(of: "$") else {
      // Nothing further on is looked at twice for its sake.
      result.append(contentsOf: "$".unicodeScalars)
      return
    }
    result.append("$")
    result.append(contentsOf: scalars[index...end])
    index = end + 1
  }

  private mutating func takeCommand() {
    guard let first = next else {
      result.append("\\")
      return
    }
    guard first.properties.isAlphabetic, first.isASCII else {
      index += 1
      takeSymbol(first)
      return
    }
    let start = index
    while let scalar = next, scalar.isASCII, scalar.properties.isAlphabetic { index += 1 }
    let name = String(String.UnicodeScalarView(scalars[start..<index]))
    if let mark = Self.letterAccents[name] {
      takeAccented(by: mark, Array("\\\(name)".unicodeScalars))
      return
    }
    if let letter = Self.letters[name] {
      result.append(contentsOf: letter.unicodeScalars)
      skipSpace()
      return
    }
    switch name {
    case _ where Self.silent.contains(name): skipSpace()
    case "url", "path": takeAddress()
    case "href", "noopsort":
      skipSpace()
      skipGroup()
    case "quad", "qquad", "par", "newline", "linebreak", "space", "thinspace":
      skipSpace()
      appendSpace()
    case "footnote", "footnotetext", "thanks":
      // A note at the foot of a page of paper.
      skipGroup()
    default:
      result.append(contentsOf: "\\\(name)".unicodeScalars)
      let start = index
      skipGroup()
      result.append(contentsOf: scalars[start..<index])
    }
  }

  /// What follows a backslash and is no letter.
  private mutating func takeSymbol(_ symbol: Unicode.Scalar) {
    switch symbol {
    case _ where Self.symbolAccents[symbol] != nil:
      takeAccented(by: Self.symbolAccents[symbol] ?? symbol, [symbol])
    case " ", "\n", "\t", "\r", ",", ";", ":", "\\": appendSpace()
    case "!", "/", "-", "@", "(", ")", "[", "]": break
    default: result.append(symbol)
    }
  }

  /// A letter under an accent, which may stand in braces.
  ///
  /// - Parameter alone: what stands for the accent without a letter.
  private mutating func takeAccented(by mark: Unicode.Scalar, _ alone: [Unicode.Scalar]) {
    skipSpace()
    var isGroup = false
    if next == "{" {
      isGroup = true
      index += 1
    }
    guard let letter = accented() else {
      if isGroup, next == "}" { index += 1 }
      result.append(contentsOf: alone)
      return
    }
    result.append(letter)
    result.append(mark)
    // "\'{\i}" ends its group behind the letter; all else in one is text.
    if isGroup, next == "}" { index += 1 }
  }

  /// The letter that an accent stands over, which may be a command of its own.
  private mutating func accented() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    if scalar == "\\" {
      guard index + 1 < scalars.count, let plain = Self.dotless[scalars[index + 1]],
        index + 2 == scalars.count || !scalars[index + 2].properties.isAlphabetic
      else { return nil }
      index += 2
      skipSpace()
      return plain
    }
    guard scalar.properties.isAlphabetic else { return nil }
    index += 1
    return scalar
  }

  /// Copies an address in braces, in which only backslashes mean something.
  private mutating func takeAddress() {
    skipSpace()
    guard next == "{" else { return }
    let start = index + 1
    skipGroup()
    let end = scalars[index - 1] == "}" ? index - 1 : index
    guard start <= end else { return }
    result.append(contentsOf: TeXText.address(String(String.UnicodeScalarView(scalars[start..<end]))).unicodeScalars)
  }

  private mutating func skipSpace() {
    while let scalar = next, scalar.properties.isWhitespace, scalar != "\u{A0}" { index += 1 }
  }

  private mutating func skipGroup() {
    guard next == "{" else { return }
    var depth = 0
    while let scalar = next {
      index += 1
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth == 0 { return }
    }
  }
}

extension TeXText {
  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private static let symbolAccents: [Unicode.Scalar: Unicode.Scalar] = [
    "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "\"": "\u{308}", "=": "\u{304}", ".": "\u{307}",
  ]

  private static let letterAccents: [String: Unicode.Scalar] = [
    "c": "\u{327}", "v": "\u{30C}", "H": "\u{30B}", "u": "\u{306}", "r": "\u{30A}", "k": "\u{328}", "b": "\u{331}",
    "d": "\u{323}", "h": "\u{309}", "t": "\u{361}", "G": "\u{30F}",
  ]

  private static let dotless: [Unicode.Scalar: Unicode.Scalar] = ["i": "i", "j": "j"]

  private static let letters: [String: String] = [
    "ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
    "ng": "ŋ", "NG": "Ŋ", "S": "§", "P": "¶", "copyright": "©", "textcopyright": "©", "pounds": "£",
    "textsterling": "£", "euro": "€", "texteuro": "€", "textendash": "–", "textemdash": "—", "textquoteright": "’",
    "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'",
    "textquotedbl": "\"", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_",
    "textregistered": "®", "texttrademark": "™", "ldots": "…", "dots": "…", "textellipsis": "…", "textdegree": "°",
    "textmu": "µ", "LaTeX": "LaTeX", "TeX": "TeX", "guillemotleft": "«", "guillemotright": "»", "textbar": "|",
    "textless": "<", "textgreater": ">", "textbullet": "•", "textperiodcentered": "·", "textexclamdown": "¡",
    "textquestiondown": "¿", "textdollar": "$", "slash": "/", "lbrace": "{", "rbrace": "}",
  ]

  /// Commands that say how their text looks.
  private static let silent: Set<String> = [
    "emph", "textit", "textbf", "textsc", "texttt", "textrm", "textsf", "textsl", "textnormal", "textup", "textmd",
    "mbox", "hbox", "underline", "em", "it", "bf", "sc", "tt", "rm", "sf", "sl", "bfseries", "itshape", "scshape",
    "slshape", "ttfamily", "ensuremath", "mkbibemph", "mkbibbold", "mkbibitalic", "protect", "relax",
    "textsuperscript", "textsubscript", "uppercase", "lowercase", "MakeUppercase", "NoCaseChange", "nobreak",
    "allowbreak", "noindent", "selectfont", "normalfont", "small", "scriptsize", "footnotesize",
  ]
}
