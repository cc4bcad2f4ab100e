/// Finds addresses that are links without any marks, as GitHub does.
enum MarkdownAddress {
  /// The address of a page that begins in a line, and what has to stand in front of it to make a link of it.
  ///
  /// - Parameters:
  ///   - start: where `www.` or the scheme begins.
  ///   - first: where the content of the line begins.
  ///   - isLast: whether it is the last line of its paragraph.
  static func page(
    _ text: [UInt8], at start: Int, first: Int, end: Int, isLast: Bool
  ) -> (range: Range<Int>, prefix: String)? {
    let rest = text[start..<end]
    let host: Int
    let isShort: Bool
    if rest.starts(with: "www.".utf8) {
      guard start == first || text[start - 1].isSpace || "*_~(".utf8.contains(text[start - 1]) else { return nil }
      (host, isShort) = (start, false)
    } else {
      guard let scheme = ["http://", "https://", "ftp://"].first(where: { rest.beginsIgnoringCase($0) }) else {
        return nil
      }
      (host, isShort) = (start + scheme.utf8.count, true)
      guard host < end, isHostScalar(text, host, end) else { return nil }
    }
    guard let domain = endOfDomain(text, host, isLast ? end - 1 : end, isShort: isShort) else { return nil }
    var stop = domain
    while stop < end, !text[stop].isSpace, text[stop] != UInt8(ascii: "<") { stop += 1 }
    stop = trimmed(text, start, stop)
    return stop > (isShort ? host : host + 4) ? (start..<stop, isShort ? "" : "http://") : nil
  }

  /// Where `www.` or the scheme of an address begins in some text, from a place on.
  static func nextStart(_ text: [UInt8], _ range: Range<Int>, first: Int) -> Int? {
    var place = range.lowerBound
    while place < range.upperBound {
      switch text[place] {
      case UInt8(ascii: "w") where text[place..<range.upperBound].starts(with: "www.".utf8): return place
      case UInt8(ascii: ":") where text[place..<range.upperBound].starts(with: "://".utf8):
        var start = place
        while start > max(first, range.lowerBound), text[start - 1].isASCIILetter { start -= 1 }
        if start < place { return start }
      default: break
      }
      place += 1
    }
    return nil
  }

  private static func endOfDomain(_ text: [UInt8], _ start: Int, _ end: Int, isShort: Bool) -> Int? {
    var place = start + 1
    var hasPoint = false
    // Underscores are no part of the last two labels.
    var (last, before) = (false, false)
    while place < end {
      let byte = text[place]
      if byte == UInt8(ascii: "_") {
        last = true
      } else if byte == UInt8(ascii: ".") {
        (before, last, hasPoint) = (last, false, true)
      } else if byte != UInt8(ascii: "-"), byte & 0xC0 != 0x80, !isHostScalar(text, place, end) {
        break
      }
      place += 1
    }
    guard !last, !before, isShort || hasPoint else { return nil }
    return place
  }

  private static func isHostScalar(_ text: [UInt8], _ place: Int, _ end: Int) -> Bool {
    guard let scalar = Unicode.Scalar(text, at: place, end) else { return false }
    return !scalar.isMarkdownSpace && !scalar.isMarkdownPunctuation
  }

  /// Where an address ends without punctuation that belongs to the sentence.
  private static func trimmed(_ text: [UInt8], _ start: Int, _ stop: Int) -> Int {
    var stop = stop
    var closing: [UInt8: Int] = [:]
    while stop > start {
      let byte = text[stop - 1]
      if "?!.,:*_~'\"".utf8.contains(byte) {
        stop -= 1
      } else if byte == UInt8(ascii: ";") {
        var name = stop - 2
        while name > start, text[name].isASCIILetter { name -= 1 }
        stop = name > start && name < stop - 2 && text[name] == UInt8(ascii: "&") ? name : stop - 1
      } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        // More brackets that close than open belong to the sentence.
        let opening = byte == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
        let surplus =
          closing[byte] ?? text[start..<stop].reduce(0) { $0 + ($1 == byte ? 1 : $1 == opening ? -1 : 0) }
        guard surplus > 0 else { break }
        closing[byte] = surplus - 1
        stop -= 1
      } else {
        break
      }
    }
    return stop
  }

  /// The mail addresses in a text, from left to right.
  static func mails(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var from = 0
    while let at = text[from...].firstIndex(of: UInt8(ascii: "@")) {
      var start = at
      while start > from, text[start - 1].isASCIIAlphanumeric || ".+-_".utf8.contains(text[start - 1]) { start -= 1 }
      let isPath = start > from && text[start - 1] == UInt8(ascii: "/")
      guard start < at, !isPath, let end = endOfMail(text, start, at) else {
        from = at + 1
        continue
      }
      found.append(start..<end)
      from = end
    }
    return found
  }

  private static func endOfMail(_ text: [UInt8], _ start: Int, _ at: Int) -> Int? {
    var end = at + 1
    var hasPoint = false
    while end < text.count {
      let byte = text[end]
      if byte == UInt8(ascii: "."), end + 1 < text.count, text[end + 1].isASCIIAlphanumeric {
        hasPoint = true
      } else if !byte.isASCIIAlphanumeric, byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
        if byte == UInt8(ascii: "@") { return nil }
        break
      }
      end += 1
    }
    guard end > at + 1, hasPoint, text[end - 1].isASCIILetter || text[end - 1] == UInt8(ascii: ".") else { return nil }
    let stop = trimmed(text, at, end)
    return stop > at ? stop : nil
  }
}

extension UInt8 {
  fileprivate var isASCIIAlphanumeric: Bool { isASCIILetter || (48...57).contains(self) }

  /// White space to libcmark.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ArraySlice<UInt8> {
  fileprivate func beginsIgnoringCase(_ ascii: String) -> Bool {
    count >= ascii.utf8.count && zip(self, ascii.utf8).allSatisfy { $0.lowercasedASCII == $1 }
  }
}

extension Unicode.Scalar {
  /// The scalar that begins at a place in UTF-8; nil where none does.
  init?(_ text: [UInt8], at place: Int, _ end: Int) {
    guard place < end else { return nil }
    var decoder = Unicode.UTF8()
    var bytes = text[place..<min(place + 4, end)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    self = scalar
  }

  /// The scalar that ends before a place in UTF-8; nil where none does.
  init?(_ text: [UInt8], before place: Int, _ start: Int) {
    var first = place - 1
    while first > start, text[first] & 0xC0 == 0x80 { first -= 1 }
    self.init(text, at: first, place)
  }

  /// White space between words, as CommonMark has it.
  var isMarkdownSpace: Bool {
    value < 0x80
      ? value == 0x20 || (9...10).contains(value) || (12...13).contains(value)
      : properties.generalCategory == .spaceSeparator
  }

  /// Punctuation, as CommonMark has it.
  var isMarkdownPunctuation: Bool {
    if value < 0x80 {
      return (0x21...0x2F).contains(value) || (0x3A...0x40).contains(value) || (0x5B...0x60).contains(value)
        || (0x7B...0x7E).contains(value)
    }
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return true
    default: return false
    }
  }
}
