import Testing

@testable import CellistText

@Suite struct CollationTests {
  private func sorted(_ words: [String], _ tag: String) throws -> [String] {
    let language = try #require(Language(tag: tag))
    return words.sorted { language.collation.key(of: $0).lexicographicallyPrecedes(language.collation.key(of: $1)) }
  }

  @Test func `German files umlauts beside their vowels`() throws {
    #expect(
      try sorted(["Zebra", "Öl", "Ofen", "Apfel", "Ähre", "Straße", "Strasse"], "de")
        == ["Ähre", "Apfel", "Ofen", "Öl", "Strasse", "Straße", "Zebra"])
  }

  @Test func `Swedish files å, ä and ö after z`() throws {
    #expect(try sorted(["öl", "ärta", "ål", "zebra", "apa"], "sv") == ["apa", "zebra", "ål", "ärta", "öl"])
  }

  @Test func `French files écriture before zola`() throws {
    #expect(try sorted(["zola", "écriture", "ecran", "œuvre"], "fr") == ["ecran", "écriture", "œuvre", "zola"])
  }

  @Test func `numbers in texts are compared as people count, unless the language says otherwise`() throws {
    let words = ["Room 10", "Room 9", "Room 100", "1.10", "1.9"]
    #expect(try sorted(words, "en") == ["1.9", "1.10", "Room 9", "Room 10", "Room 100"])
    #expect(try sorted(words, "de") == ["1.9", "1.10", "Room 9", "Room 10", "Room 100"])
    #expect(try sorted(words, "en-u-kn-false") == ["1.10", "1.9", "Room 10", "Room 100", "Room 9"])
  }

  @Test func `a key ends with a zero byte and holds no other`() throws {
    let collation = try #require(Language(tag: "en")).collation
    for text in ["", "a", "Straße", "漢字", "🎉", "a\u{0}b", String(repeating: "é", count: 5_000)] {
      let key = collation.key(of: text)
      #expect(key.last == 0)
      #expect(key.dropLast().allSatisfy { $0 != 0 }, "of \(text.prefix(10))")
    }
  }

  @Test(arguments: ["en", "de-CH", "sv", "zh-Hant-TW", "sr-Cyrl"])
  func `a well-formed tag is a language`(tag: String) {
    #expect(Language(tag: tag)?.tag == tag)
  }

  @Test(arguments: ["", "e", "en_US", "en--US", "not a tag", "toolongforatag", "german"])
  func `a tag that is not well formed gives nil`(tag: String) {
    #expect(Language(tag: tag) == nil)
  }
}
