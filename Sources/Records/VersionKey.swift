/// A version such as `2.0.0-beta.2`, as the bytes whose order is that of versions: 2.0.0-beta.2 < 2.0.0 < 10.0.
package struct VersionKey {
  package private(set) var bytes: [UInt8] = []

  /// Nil where the text does not begin with a number, which may have a `v` in front.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "v") || rest.first == UInt8(ascii: "V") { rest.removeFirst() }
    guard let first = rest.first, Self.isDigit(first), !rest.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      return nil
    }
    var numbers = [Self.number(&rest)]
    while rest.first == UInt8(ascii: "."), let next = rest.dropFirst().first, Self.isDigit(next) {
      rest.removeFirst()
      numbers.append(Self.number(&rest))
    }
    // 1.0 and 1.0.0 are the same.
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    for number in numbers { append(Mark.number, number) }
    // What a build was made of tells no version from another.
    appendRest(rest.prefix { $0 != UInt8(ascii: "+") })
    bytes.append(Mark.end)
  }

  private enum Mark {
    static let end: UInt8 = 0
    static let prerelease: UInt8 = 1
    static let release: UInt8 = 2
    static let number: UInt8 = 3
  }

  /// Appends what stands behind the numbers. A hyphen, and words such as `rc1`, begin a version that comes before the
  /// release; any other letters come after it, as in 1.0.2k.
  private mutating func appendRest(_ rest: ArraySlice<UInt8>) {
    var rest = rest
    var marks = rest.prefix { Self.separators.contains($0) }
    rest = rest.dropFirst(marks.count)
    let word = String(decoding: rest.prefix(while: Self.isLetter), as: UTF8.self).lowercased()
    let isNumbered = rest.dropFirst(word.utf8.count).first.map(Self.isDigit) ?? false
    let isPrerelease =
      marks.contains(UInt8(ascii: "-")) || Self.words.contains(word) || isNumbered && Self.letters.contains(word)
    bytes.append(isPrerelease ? Mark.prerelease : Mark.release)
    if isPrerelease, !marks.contains(UInt8(ascii: "-")) {
      // As Python has them, where a development release comes first, and letters stand for words.
      appendWord(Self.names[word] ?? word)
      rest = rest.dropFirst(word.utf8.count)
      rest = rest.drop { Self.separators.contains($0) }
    }
    while let byte = rest.first {
      if Self.isDigit(byte) {
        // Numbers come before words.
        append(Mark.prerelease, Self.number(&rest))
      } else {
        let letters = rest.prefix { !Self.isDigit($0) && !Self.separators.contains($0) }
        appendWord(String(decoding: letters, as: UTF8.self).lowercased())
        rest = rest.dropFirst(letters.count)
      }
      marks = rest.prefix { Self.separators.contains($0) }
      rest = rest.dropFirst(marks.count)
    }
  }

  private mutating func appendWord(_ word: String) {
    bytes.append(Mark.release)
    bytes += word.utf8
    bytes.append(Mark.end)
  }

  private mutating func append(_ mark: UInt8, _ number: UInt64) {
    bytes.append(mark)
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static let separators: Set<UInt8> = [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")]
  private static let words: Set<String> = ["alpha", "beta", "dev", "pre", "preview", "rc", "snapshot"]
  private static let letters: Set<String> = ["a", "b", "c"]
  private static let names = ["a": "alpha", "b": "beta", "c": "rc", "dev": ""]

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The number that the bytes begin with, which they lose; one that is too large is the largest.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return UInt64(String(decoding: digits, as: UTF8.self)) ?? .max
  }
}
