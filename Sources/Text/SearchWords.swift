import CICU

extension String {
  /// The words of the text as a search compares them: letters and digits in lower case, without accents. Each sign of a
  /// script that is written without spaces is a word.
  ///
  /// The script that searches in browsers (`text.js`) splits a reader's input in the same way. O(n).
  package var searchWords: [String] {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for scalar in decomposed.unicodeScalars {
      if scalar.isASCII {
        switch UInt8(scalar.value) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          word.unicodeScalars.append(scalar)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
          word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
        default: end()
        }
        continue
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: continue
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber:
        // An apostrophe, although Unicode classifies it as a letter.
        guard scalar != "ʼ" else {
          end()
          continue
        }
        if scalar.isWord { end() }
        for letter in scalar.properties.lowercaseMapping.unicodeScalars {
          if let plain = letter.plainLetters { word += plain } else { word.unicodeScalars.append(letter) }
        }
        if scalar.isWord { end() }
      default: end()
      }
    }
    end()
    return words
  }

  /// The text in Unicode's normalization form D, in which accents are scalars of their own.
  private var decomposed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    let units = Array(utf16)
    return icuText(capacity: units.count * 3 + 16) { icu_nfd(units, Int32(units.count), $0, $1, &$2) } ?? self
  }
}

extension Unicode.Scalar {
  /// The plain letters that people type for a letter without a removable accent; nil for all others.
  fileprivate var plainLetters: String? {
    switch self {
    case "æ": "ae"
    case "đ", "ð": "d"
    case "ħ": "h"
    case "ı": "i"
    case "ł": "l"
    case "ŋ": "n"
    case "ø": "o"
    case "œ": "oe"
    case "ß": "ss"
    case "ς": "σ"
    case "þ": "th"
    case "ŧ": "t"
    default: nil
    }
  }

  /// Whether words are written without spaces in the scalar's script: Thai, Lao, Burmese, Khmer, kana and Han.
  fileprivate var isWord: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
