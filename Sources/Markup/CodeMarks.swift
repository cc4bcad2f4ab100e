/// Marks the comments, strings, numbers, keywords and names of code, for a style sheet to colour.
///
/// It knows the signs and keywords of families of languages, and does not parse them: a sign that it mistakes for
/// another gets another colour, but the text stays the same. O(n).
struct CodeMarks {
  private enum Mark: String, CaseIterable { case comment, string, number, keyword, name }

  /// The classes of the marks.
  static let classes = Mark.allCases.map { "code-\($0)" }

  private struct Family: Sendable {
    var lineComments: [String] = []
    var blockComments: [(start: String, end: String)] = []
    var quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    var keywords: Set<String> = []
    /// The sign that follows the name of a value.
    var nameEnd: UInt8?
    /// Whether names are in tags.
    var isMarkup = false
  }

  private let family: Family
  private let bytes: [UInt8]
  private var html: [UInt8] = []
  private var place = 0
  /// The quotes that nothing closes on the line that ends here.
  private var unclosed: (quotes: Set<UInt8>, lineEnd: Int) = ([], -1)
  private var isInTag = false

  /// Code as HTML: escaped, with marks in `span` elements; nil for a language that is not known.
  static func html(_ code: String, language: String) -> String? {
    guard let family = families[language.lowercased()] else { return nil }
    var marks = CodeMarks(family: family, bytes: Array(code.utf8))
    marks.run()
    return String(decoding: marks.html, as: UTF8.self)
  }

  private init(family: Family, bytes: [UInt8]) {
    self.family = family
    self.bytes = bytes
    html.reserveCapacity(bytes.count * 2)
  }

  private mutating func run() {
    while place < bytes.count {
      if let (mark, end) = token() {
        html += "<span class=\"code-\(mark.rawValue)\">".utf8
        escape(to: end)
        html += "</span>".utf8
      } else {
        // A whole word, so that no digit in it begins a number.
        let end = Self.isWord(bytes[place]) ? wordEnd : place + 1
        if family.isMarkup, bytes[place] == UInt8(ascii: ">") { isInTag = false }
        escape(to: end)
      }
    }
  }

  /// The token that begins here, and where it ends.
  private mutating func token() -> (Mark, Int)? {
    if let comment = commentEnd { return (.comment, comment) }
    if family.isMarkup, let end = tagNameEnd() { return (.name, end) }
    let byte = bytes[place]
    let isAfterWord = place > 0 && Self.isWord(bytes[place - 1])
    if family.quotes.contains(byte), !isAfterWord, !family.isMarkup || isInTag, let end = stringEnd(byte) {
      return (isName(endingAt: end) ? .name : .string, end)
    }
    guard Self.isWord(byte), !isAfterWord, !family.isMarkup else { return nil }
    let end = wordEnd
    if isName(endingAt: end) { return (.name, end) }
    if Self.isDigit(byte) { return (.number, end) }
    return family.keywords.contains(String(decoding: bytes[place..<end], as: UTF8.self)) ? (.keyword, end) : nil
  }

  private func starts(_ text: String, at place: Int) -> Bool { bytes[place...].starts(with: text.utf8) }

  private func firstEnd(of text: String, from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      if starts(text, at: place) { return place + text.utf8.count }
      place += 1
    }
    return bytes.count
  }

  private var lineEnd: Int { bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }

  private var commentEnd: Int? {
    if let block = family.blockComments.first(where: { starts($0.start, at: place) }) {
      return firstEnd(of: block.end, from: place + block.start.utf8.count)
    }
    // A sign in a word, such as that of a colour or an address, begins no comment.
    guard place == 0 || bytes[place - 1] <= UInt8(ascii: " "),
      family.lineComments.contains(where: { starts($0, at: place) })
    else { return nil }
    return lineEnd
  }

  /// The end of a string that begins here; nil where its line has no other such quote.
  private mutating func stringEnd(_ quote: UInt8) -> Int? {
    let three = String(repeating: Character(Unicode.Scalar(quote)), count: 3)
    if starts(three, at: place) { return firstEnd(of: three, from: place + 3) }
    let isOnLine = quote != UInt8(ascii: "`")
    if place >= unclosed.lineEnd { unclosed = ([], isOnLine ? lineEnd : bytes.count) }
    guard !unclosed.quotes.contains(quote) else { return nil }
    var end = place + 1
    while end < bytes.count, !isOnLine || bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == quote { return end + 1 }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    unclosed.quotes.insert(quote)
    return nil
  }

  /// Whether the sign that makes a name of the token before it comes next.
  private func isName(endingAt end: Int) -> Bool {
    guard let sign = family.nameEnd else { return false }
    let next = bytes[end...].drop { $0 == UInt8(ascii: " ") }
    guard next.first == sign else { return false }
    // A colon in the middle of a text is no sign.
    let following = next.dropFirst().first
    return sign != UInt8(ascii: ":") || following.map { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") } ?? true
  }

  private var wordEnd: Int {
    var end = place
    while end < bytes.count, Self.isWord(bytes[end]) || isInside(end) { end += 1 }
    return end
  }

  /// Whether a sign joins two parts of a word: a hyphen, or the point of a number.
  private func isInside(_ place: Int) -> Bool {
    guard place > self.place else { return false }
    let isPoint = bytes[place] == UInt8(ascii: ".") && Self.isDigit(bytes[self.place])
    return bytes[place] == UInt8(ascii: "-")
      || isPoint && place + 1 < bytes.count && Self.isDigit(bytes[place + 1])
  }

  /// The end of a tag of a template, or of the name in a tag of HTML.
  private mutating func tagNameEnd() -> Int? {
    if starts("{{", at: place) { return firstEnd(of: "}}", from: place) }
    guard bytes[place] == UInt8(ascii: "<") else { return nil }
    let slash = starts("</", at: place) ? 2 : 1
    let name = bytes[min(place + slash, bytes.count)...].prefix { Self.isWord($0) || $0 == UInt8(ascii: "!") }
    guard !name.isEmpty else { return nil }
    isInTag = true
    return name.endIndex
  }

  private mutating func escape(to end: Int) {
    let end = min(end, bytes.count)
    for byte in bytes[place..<end] {
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case UInt8(ascii: "\""): html += "&quot;".utf8
      default: html.append(byte)
      }
    }
    place = end
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Whether a byte is a part of a word. A sign beyond ASCII is one, so that none is torn.
  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "_")
      || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }
}

// MARK: - Languages

extension CodeMarks {
  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static let families: [String: Family] = {
    let colon = UInt8(ascii: ":")
    let braces = words(
      """
      abstract actor as async await break case catch class const continue default defer do else enum export extends \
      extension false final fn for from func function get guard if impl implements import in init inout interface is let \
      match mod module mut namespace new nil null package private protocol pub public return self set static struct super \
      switch this throw throws trait true try type typealias typedef undefined unsafe use using var void where while yield
      """)
    let script = words(
      """
      and as assert break class continue def del do elif else elsif end except False finally for from global if import in \
      is lambda module None nil not or pass raise require rescue return self then True try unless until while with yield
      """)
    let shell = words(
      "case do done elif else esac export fi for function if in local return set then unset until while")
    let query = words(
      """
      and as asc between by case create delete desc distinct drop else end exists from group having in inner insert into \
      is join left like limit not null offset on or order outer select set table then union update values view when where \
      with
      """)
    let all: [(String, Family)] = [
      ("yaml yml", Family(lineComments: ["#"], keywords: words("true false null"), nameEnd: colon)),
      (
        "toml ini conf cfg properties",
        Family(
          lineComments: ["#", ";"], keywords: words("true false"), nameEnd: UInt8(ascii: "="))
      ),
      (
        "json jsonc json5 geojson",
        Family(
          lineComments: ["//"], blockComments: [("/*", "*/")], keywords: words("true false null"), nameEnd: colon)
      ),
      ("sh bash zsh fish shell make makefile dockerfile", Family(lineComments: ["#"], keywords: shell)),
      ("python py ruby rb r julia perl elixir", Family(lineComments: ["#"], keywords: script)),
      (
        "c c++ cpp h hpp objc cs csharp css dart go java javascript js jsx kotlin php rust rs scala scss swift ts tsx "
          + "typescript zig",
        Family(
          lineComments: ["//"], blockComments: [("/*", "*/")],
          quotes: [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")], keywords: braces)
      ),
      (
        "sql lua haskell",
        Family(
          lineComments: ["--"], blockComments: [("/*", "*/")],
          keywords: query.union(query.map { $0.uppercased() }))
      ),
      (
        "html xml svg mustache handlebars vue svelte",
        Family(
          blockComments: [("<!--", "-->"), ("{{!", "}}")], isMarkup: true)
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: all.flatMap { names, family in names.split(separator: " ").map { (String($0), family) } })
  }()
}
