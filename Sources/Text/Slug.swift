import CICU

/// The form of a name that stands in a URL: full lower case in NFC, letters, marks and digits of any script and
/// `. _ ~ +`; runs of anything else become one `-`, with none at the ends, and no leading dot.
package enum Slug {
  /// The most bytes of UTF-8 that a slug may have, so that it fits a file name with room for a suffix.
  package static let limit = 200

  /// The slug of `text`; empty when nothing of it can stand in one.
  package static func make(_ text: String) -> String {
    if let plain = ascii(text) { return plain }
    let lowered = Array(text.lowercased().utf16)
    let normal = icuText(capacity: lowered.count * 2 + 16) { icu_nfc(lowered, Int32(lowered.count), $0, $1, &$2) }
    var slug = String.UnicodeScalarView()
    var gap = false
    for scalar in (normal ?? text).unicodeScalars {
      guard stands(scalar), !(slug.isEmpty && scalar == ".") else {
        gap = !slug.isEmpty
        continue
      }
      if gap { slug.append("-") }
      gap = false
      slug.append(scalar)
    }
    return String(slug)
  }

  /// The slug of text that already is one in ASCII, by far the commonest case.
  private static func ascii(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == 0x2E || byte == 0x5F || byte == 0x7E
        || byte == 0x2B
    }
    return isPlain && text.utf8.first != 0x2E ? text : nil
  }

  private static func stands(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "_", "~", "+": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber:
      return true
    default: return false
    }
  }
}
