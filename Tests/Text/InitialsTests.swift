import Testing

@testable import CellistText

@Suite struct InitialsTests {
  @Test(arguments: [
    ("en", "zebra", "Z"), ("en", "écriture", "E"), ("fr", "écriture", "E"), ("fr", "œuvre", "O"), ("de", "ähre", "A"),
    ("de", "ßtest", "S"), ("sv", "ångström", "Å"), ("sv", "ärta", "Ä"), ("sv", "öl", "Ö"), ("sv", "zebra", "Z"),
    ("en", "ångström", "A"), ("en", "ǆep", "D"), ("en", "İstanbul", "I"), ("en", "«quoted»", "Q"), ("en", "  x", "X"),
    ("ja", "カナダ", "か"), ("ja", "ガーナ", "か"), ("ja", "ぱなま", "は"), ("ja", "カナダ人", "か"), ("ja", "UAE", "U"),
  ])
  func `text stands under a letter of the language`(tag: String, text: String, initial: String) {
    #expect(Language(tag: tag)?.initial(of: text) == initial)
  }

  @Test(arguments: [("7up", "0–9"), ("٣", "0–9"), ("(42)", "0–9"), ("🎉", "#"), ("—", "#"), ("$", "#")])
  func `digits share a heading, and so do symbols`(text: String, initial: String) {
    #expect(Language(tag: "en")?.initial(of: text) == initial)
  }

  @Test(arguments: [("漢字", "漢"), ("жук", "Ж"), ("αβγ", "Α")])
  func `a letter of another script stands for itself`(text: String, initial: String) {
    #expect(Language(tag: "en")?.initial(of: text) == initial)
  }

  @Test(arguments: ["", "   ", "\n\t"])
  func `text without a visible character has none`(text: String) {
    #expect(Language(tag: "en")?.initial(of: text) == nil)
  }
}
