import Glibc

/// The forms beyond CommonMark that one text may have, and the bytes that stand for them in its drafts.
struct MarkdownSigns {
  private(set) var forms: MarkdownExtensions
  /// Stands for the bracket that opens the mark of a footnote, which libcmark would take for a link reference.
  let mask: UInt8?
  /// Begins the word that stands for an address.
  let mark: UInt8?
  /// The mark of the list item that stands for a footnote.
  let itemMark: [UInt8]

  /// A block of HTML, which stands for a line of a table and for the text of a footnote that begins in the next line.
  static let placeholder = Array("<?>".utf8)
  /// How many cells may be added in all to rows that have too few.
  static let addedCells = 100_000

  init(_ source: [UInt8], _ forms: MarkdownExtensions) {
    self.forms = forms
    // Bytes that the text does not have; 1 has a meaning in renderings.
    var isUsed = [Bool](repeating: false, count: 32)
    var lists: Set<UInt8> = []
    if forms.contains(.footnotes) || forms.contains(.autolinks) {
      for (index, byte) in source.enumerated() {
        if byte < 32 { isUsed[Int(byte)] = true }
        if byte == 0x20 || byte == 0x09, index > 0 { lists.insert(source[index - 1]) }
      }
    }
    let free = (2...31).filter { !isUsed[$0] && !(9...13).contains($0) }.map(UInt8.init)
    mask = free.first
    mark = free.dropFirst().first
    if mark == nil { self.forms.subtract([.footnotes, .autolinks]) }
    // An item of another kind than the text has begins a list of its own.
    let bullet = "+*-".utf8.first { !lists.contains($0) }
    itemMark = bullet.map { [$0, 0x20, 0x20, 0x20] } ?? Array("1)  ".utf8)
  }

  // MARK: Footnotes

  /// The first draft: the marks of what may be footnotes are hidden from libcmark.
  func draft(_ source: [UInt8]) -> MarkdownDraft {
    guard forms.contains(.footnotes), let mask else { return MarkdownDraft(source) }
    var text = source
    var isStart = true
    for index in source.indices {
      switch source[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isStart = true
      // The marks of containers may stand before it.
      case 0x20, 0x09, UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
        UInt8(ascii: ")"), 48...57:
        break
      default:
        if isStart, source[index] == 0x5B, Self.endOfLabel(source, index, source.count) != nil { text[index] = mask }
        isStart = false
      }
    }
    return MarkdownDraft(text)
  }

  /// Where the bracket stands that closes a footnote's label, when a colon follows.
  static func endOfLabel(_ text: [UInt8], _ start: Int, _ end: Int, hasColon: Bool = true) -> Int? {
    guard start + 3 < end, text[start + 1] == UInt8(ascii: "^") else { return nil }
    var place = start + 2
    while place < end, place - start < 1_000 {
      switch text[place] {
      case UInt8(ascii: "]"):
        guard place > start + 2, !hasColon || place + 1 < end && text[place + 1] == UInt8(ascii: ":") else {
          return nil
        }
        return place
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "["): return nil
      default: place += 1
      }
    }
    return nil
  }

  // MARK: Addresses

  /// The word that stands for an address: as long as that, with the address's number among all of them in it, with its
  /// pipes, which may be those of a table, and with punctuation at its end where the address has some. Nil where it has no
  /// room for the number.
  static func word(_ number: Int, mark: UInt8, for address: ArraySlice<UInt8>) -> [UInt8]? {
    guard let last = address.last else { return nil }
    let pipe = UInt8(ascii: "|")
    var digits: [UInt8] = []
    var rest = number
    repeat {
      digits.append(UInt8(ascii: "a") + UInt8(rest % 25))
      rest /= 25
    } while rest > 0
    // An escaped pipe is no longer than a byte once it is parsed.
    guard digits.count + 2 <= address.count, !address.contains(pipe) || !address.contains(UInt8(ascii: "\\")) else {
      return nil
    }
    let isWord = (48...57).contains(last) || last.isASCIILetter || last >= 0x80
    let middle = address.dropFirst(digits.count + 1).dropLast().map { $0 == pipe ? pipe : UInt8(ascii: "z") }
    return [mark] + digits + middle + [last == pipe ? pipe : isWord ? UInt8(ascii: "z") : UInt8(ascii: "/")]
  }

  /// The number of the address that a word stands for.
  static func number(_ text: ArraySlice<UInt8>) -> Int {
    text.dropFirst().prefix { (UInt8(ascii: "a")..<UInt8(ascii: "z")).contains($0) }.reversed()
      .reduce(0) { min($0 * 25 + Int($1 - UInt8(ascii: "a")), 1 << 40) }
  }

  /// A text of a draft as it was written; nil where it is that already.
  func restored(_ text: UnsafePointer<CChar>?, _ addresses: [MarkdownSearch.Address]) -> String? {
    guard let text, let mask, let mark else { return nil }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    guard bytes.contains(where: { $0 == mask || $0 == mark }) else { return nil }
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == mark {
        let word = Array(bytes[place..<min(place + 12, bytes.count)])
        let number = Self.number(word[...])
        if addresses.indices.contains(number) {
          result += addresses[number].text.utf8
          place += addresses[number].text.utf8.count
          continue
        }
      }
      result.append(byte == mask ? UInt8(ascii: "[") : byte)
      place += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
