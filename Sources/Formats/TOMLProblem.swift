import CellistRecords

/// Why toml++ stopped: its message in our words, at the place to look at.
package struct TOMLProblem {
  package private(set) var code = DiagnosticCode.tomlSyntax
  package let message: String
  package private(set) var offset: Int

  /// - Parameter description: such as "Error while parsing key-value pair: cannot redefine existing integer 'a'".
  package init(_ description: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let start = "Error while parsing "
    let end = description.firstRange(of: ": ")
    let scope =
      end.map { description[..<$0.lowerBound].dropFirst(description.hasPrefix(start) ? start.count : 0) } ?? ""
    let reason = end.map { description[$0.upperBound...] } ?? description[...]
    self.offset = offset
    guard reason.hasPrefix("cannot ") else {
      let isEnd = reason == "encountered end-of-file"
      let part = scope == "floating-point" ? "number" : scope
      let article = part.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
      message = "the TOML is broken: \(isEnd ? "it ends inside \(article) \(part)" : reason)"
      return
    }
    code = .duplicateKey
    // The reason quotes the name, and spells it wrongly where it has quotes of its own.
    let first = reason.firstIndex(of: "'") ?? reason.endIndex
    let last = reason.lastIndex(of: "'").map { reason.index(after: $0) } ?? reason.endIndex
    let (before, behind) = (reason[..<first], reason[last...])
    guard first < reason.endIndex else {
      message = "the TOML is broken: \(reason)"
      return
    }
    let place: Range<Int>
    if scope == "table header" {
      let name = reason[first..<last].dropFirst().prefix { $0 != "'" && $0 != "\"" }
      let isBelow = before == "cannot insert "
      self.offset = isBelow ? Self.header(before: offset, in: bytes) : Self.header(of: name, at: offset, in: bytes)
      place = Self.name(inHeader: self.offset, in: bytes)
    } else {
      place = Self.key(before: offset, in: bytes)
      self.offset = place.lowerBound
    }
    let name = String(decoding: bytes[place], as: UTF8.self)
    if !behind.isEmpty {
      message = "the TOML is broken: \(before)'\(name.shortened)'\(behind)"
    } else {
      message = "the \(scope == "table header" ? "table" : "key") '\(name.shortened)' appears twice"
    }
  }

  /// The start of the header that breaks: at a place, or in the line above it, once toml++ has read all of the header.
  private static func header(of name: Substring, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "[") else { return header(before: offset, in: bytes) }
    let isNamed = bytes[Self.name(inHeader: offset, in: bytes)].filter { $0 != 0x20 && $0 != 0x09 }.starts(
      with: name.utf8)
    return isNamed ? offset : header(before: offset, in: bytes)
  }

  /// The start of the header in the line that ends before a place.
  private static func header(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    func start(ofLineAt place: Int) -> Int {
      let line = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      return bytes[line..<place].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? place
    }
    let line = start(ofLineAt: min(offset, bytes.count))
    // Right after the line break, the line has no text yet.
    return line < offset || line == 0 ? line : start(ofLineAt: line - 1)
  }

  /// Where the name stands between the brackets of a header.
  private static func name(inHeader start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let isBetween: (UInt8) -> Bool = { $0 != UInt8(ascii: "[") && $0 != 0x20 && $0 != 0x09 }
    let first = bytes[start...].firstIndex(where: isBetween) ?? bytes.count
    let end = bytes[first...].firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "\n") } ?? bytes.count
    return first..<(bytes[first..<end].lastIndex(where: isBetween).map { $0 + 1 } ?? end)
  }

  /// Where the last part of a key stands of which the value begins at `offset`.
  private static func key(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var end = min(offset, bytes.count)
    while end > 0, [0x20, 0x09, UInt8(ascii: "=")].contains(bytes[end - 1]) { end -= 1 }
    guard end > 0 else { return offset..<offset }
    var start = end - 1
    let quote = bytes[start]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      while start > 0, bytes[start - 1].isBare { start -= 1 }
      return start..<end
    }
    while start > 0 {
      start -= 1
      guard bytes[start] == quote else { continue }
      let escapes = bytes[..<start].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if quote == UInt8(ascii: "'") || escapes % 2 == 0 { break }
    }
    return start..<end
  }
}

extension UInt8 {
  /// Whether keys without quotes consist of such characters.
  fileprivate var isBare: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
