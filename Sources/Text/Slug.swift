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
    var last = UInt8(ascii: "-")
    for byte in text.utf8 {
      switch byte {
      case 97...122, 48...57, 0x5F, 0x7E, 0x2B: break
      case UInt8(ascii: ".") where last != UInt8(ascii: "-"), UInt8(ascii: "-") where last != UInt8(ascii: "-"): break
      default: return nil
      }
      last = byte
    }
    return text.isEmpty || last != UInt8(ascii: "-") ? text : nil
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
