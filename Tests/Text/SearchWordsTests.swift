import Testing

@testable import CellistText

/// The words that a search compares.
@Suite struct SearchWordsTests {
  @Test(
    arguments: [
      ("", []), ("  – , ", []), ("Alan Turing", ["alan", "turing"]), ("C++17, x86_64", ["c", "17", "x86", "64"]),
      ("Élan ÉLAN e\u{301}lan", ["elan", "elan", "elan"]), ("ΣΑΣ ας", ["σασ", "ασ"]), ("İstanbul", ["istanbul"]),
      ("don't", ["don", "t"]), ("東京都", ["東", "京", "都"]), ("aカナb", ["a", "カ", "ナ", "b"]), ("½ Ⅷ", ["½", "ⅷ"]),
      ("straße", ["strasse"]), ("Łódź Ærø Þór", ["lodz", "aero", "thor"]), ("DIYARBAKIR ısı", ["diyarbakir", "isi"]),
      ("Xiʼan", ["xi", "an"]), ("😀 ok", ["ok"]), ("हिन्दी", ["हनद"]),
    ] as [(String, [String])])
  func `words are letters and digits without accents`(text: String, words: [String]) {
    #expect(text.searchWords == words)
  }
}
