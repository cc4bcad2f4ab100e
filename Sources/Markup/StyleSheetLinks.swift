/// The addresses that a browser loads for a style sheet: in `url()`, `src()`, `image-set()` and `@import`, in any
/// notation.
package enum StyleSheetLinks {
  package struct Link: Sendable, Equatable {
    /// The address, with escapes decoded.
    package let target: String
    /// The bytes of the address, without quotes and white space.
    package let range: Range<Int>
    /// Whether browsers drop it: an address with a space or a quote, and no quotes around it.
    package let isMalformed: Bool
  }

  /// The addresses in order. Takes linear time.
  package static func links(in sheet: [UInt8]) -> [Link] {
    var finder = Finder(sheet)
    return finder.links()
  }

  /// A sheet with other addresses, in the order of `links`; nil keeps an address.
  package static func replacing(_ links: [Link], in sheet: [UInt8], with targets: [String?]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(sheet.count)
    var end = 0
    for (link, target) in zip(links, targets) {
      guard let target else { continue }
      result += sheet[end..<link.range.lowerBound] + escaped(target)
      end = link.range.upperBound
    }
    return result + sheet[end...]
  }

  /// An address escaped so that it is valid in quotes and without them.
  private static func escaped(_ target: String) -> [UInt8] {
    var result: [UInt8] = []
    for byte in target.utf8 {
      switch byte {
      case 0...0x20, 0x7F: result += Array("\\\(String(byte, radix: 16)) ".utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
        result += [UInt8(ascii: "\\"), byte]
      default: result.append(byte)
      }
    }
    return result
  }
}

/// Follows the tokens of a style sheet: the open functions and rules decide which texts are addresses.
private struct Finder {
  /// The part of an at-rule before its block or semicolon.
  private enum Prelude { case none, awaitingImport, withoutLinks }

  private var tokenizer: CSSTokenizer
  private let sheet: [UInt8]
  private var prelude = Prelude.none
  /// The functions and brackets that are open; a bracket has no name.
  private var open: [String] = []
  private var found: [StyleSheetLinks.Link] = []

  /// The at-rules whose conditions and names are not loaded.
  private static let unloaded: Set = ["namespace", "supports", "document", "-moz-document", "container", "charset"]
  private static let addressed: Set = ["url", "src"]
  private static let imageSets: Set = ["image-set", "-webkit-image-set"]

  init(_ sheet: [UInt8]) {
    tokenizer = CSSTokenizer(sheet)
    self.sheet = sheet
  }

  mutating func links() -> [StyleSheetLinks.Link] {
    while let token = tokenizer.next() { follow(token) }
    return found
  }

  private mutating func follow(_ token: CSSTokenizer.Token) {
    switch token {
    case .name: endImport()
    case .atKeyword(let name):
      prelude = name == "import" ? .awaitingImport : Self.unloaded.contains(name) ? .withoutLinks : .none
    case .function(let name):
      // An import may name its sheet by a function, whose text is still to come.
      if !Self.addressed.contains(name) { endImport() }
      open.append(name)
    case .string(let text, let range):
      let function = open.last ?? ""
      if prelude == .awaitingImport || Self.addressed.contains(function) || Self.imageSets.contains(function) {
        add(text, range)
      }
      endImport()
    case .url(let text, let range):
      add(text, range)
      endImport()
    case .badURL(let range):
      if prelude != .withoutLinks {
        let text = String(decoding: sheet[range], as: UTF8.self)
        found.append(StyleSheetLinks.Link(target: text, range: range, isMalformed: true))
      }
      endImport()
    case .mark(let byte): follow(mark: byte)
    }
  }

  private mutating func follow(mark byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["):
      endImport()
      open.append("")
    case UInt8(ascii: ")"), UInt8(ascii: "]"): _ = open.popLast()
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"):
      // Brackets do not extend beyond a block: a missing one does not turn all texts after it into addresses.
      open = []
      prelude = .none
    default: endImport()
    }
  }

  /// The conditions of an import follow its address.
  private mutating func endImport() { if prelude == .awaitingImport { prelude = .withoutLinks } }

  private mutating func add(_ target: String, _ range: Range<Int>) {
    guard prelude != .withoutLinks else { return }
    found.append(StyleSheetLinks.Link(target: target, range: range, isMalformed: false))
  }
}
