/// The form of a name in URLs: full lower case in NFC, letters, marks and digits of any script and `. _ ~ +`; hyphens
/// stay, and runs with anything else in them become one `-`, with none at the ends, and no leading dot. So `a--b` and
/// `a-b`, which catalogues tell apart, have slugs of their own.
package enum Slug {
  /// The most bytes of UTF-8 that a slug may have, so that it fits a file name with room for a suffix.
  package static let limit = 200

  /// The slug of `text`; empty when it has no letters or digits.
  package static func make(_ text: String) -> String {
    if let plain = ascii(text) { return plain }
    var slug = String.UnicodeScalarView()
    var gap = String.UnicodeScalarView()
    for scalar in text.lowercased().composed.unicodeScalars {
      guard stands(scalar), !(slug.isEmpty && scalar == ".") else {
        gap.append(scalar)
        continue
      }
      if !gap.isEmpty, !slug.isEmpty { slug += gap.allSatisfy { $0 == "-" } ? gap : "-".unicodeScalars }
      gap.removeAll(keepingCapacity: true)
      slug.append(scalar)
    }
    return String(slug)
  }

  /// The slug of text that names something; for text without letters or digits, such as "#", its code points.
  package static func naming(_ text: String) -> String {
    let slug = make(text)
    guard slug.isEmpty else { return slug }
    return "u" + text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "-")
  }

  /// A slug that differs from that of other texts with the same slug: it is followed by the code points of those
  /// letters and signs of the text that the slug changed or left out.
  package static func distinct(_ text: String) -> String {
    let slug = naming(text)
    let others = text.composed.unicodeScalars.filter {
      !stands($0) && $0 != "-" && !$0.properties.isWhitespace || $0.properties.isUppercase
    }
    let points = others.prefix(8).map { String($0.value, radix: 16) }
    return points.isEmpty ? slug : "\(slug)-u\(points.joined(separator: "-"))"
  }

  /// The slug of text that is already an ASCII slug, by far the commonest case.
  private static func ascii(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 97...122, 48...57, 0x2B, 0x2D, 0x2E, 0x5F, 0x7E: true
      default: false
      }
    }
    let first = text.utf8.first
    guard isPlain, first != UInt8(ascii: "-"), first != UInt8(ascii: "."), text.utf8.last != UInt8(ascii: "-")
    else { return nil }
    return text
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
