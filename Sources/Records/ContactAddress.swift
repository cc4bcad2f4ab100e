/// Addresses by which people are reached: of mail, and of telephones.
package enum ContactAddress {
  /// An address of mail, without `mailto:`; nil where the text is none.
  package static func email(_ text: some StringProtocol) -> String? {
    let address = text.lowercased().hasPrefix("mailto:") ? String(text.dropFirst("mailto:".count)) : String(text)
    // None of these needs to be escaped in a link.
    let isPlain = address.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0 != "\u{7F}" && !"<>()[],;:\\\"?#%&".contains(Character($0))
    }
    return isPlain && Link.isMailAddress(address) ? address : nil
  }

  /// The digits to dial, as `tel:` has them; nil where the text is no number of a telephone.
  ///
  /// Spaces, hyphens, points, slashes and parentheses only group. In a number with its country's code, the zero of
  /// `+44 (0)20 …` is not dialled. What follows `x` or `ext.` is an extension.
  package static func dialled(_ text: some StringProtocol) -> String? {
    let lowered = text.lowercased()
    let number = lowered.prefix { !$0.isLetter }
    guard let own = digits(of: number), own.filter(\.isNumber).count >= 2 else { return nil }
    guard number.endIndex < lowered.endIndex else { return own }
    let rest = lowered[number.endIndex...]
    let word = rest.prefix { $0.isLetter }
    let extra = rest.dropFirst(word.count).filter { !$0.isWhitespace && $0 != "." && $0 != ":" }
    guard ["x", "ext", "extension"].contains(word), !extra.isEmpty, extra.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return "\(own);ext=\(extra)"
  }

  /// The address of a link to whoever is reached by a text; nil where that is neither an address of mail nor a number.
  package static func url(of text: String) -> String? {
    if let address = email(text) { return "mailto:\(address)" }
    return dialled(text).map { "tel:\($0)" }
  }

  private static func digits(of text: Substring) -> String? {
    let isInternational = text.trimmed.hasPrefix("+")
    let bare = isInternational ? String(text).replacing("(0)", with: "") : String(text)
    var dialled = ""
    for character in bare.trimmed {
      if character.isASCII, character.isNumber || character == "+" && dialled.isEmpty {
        dialled.append(character)
      } else if !character.isWhitespace, !"-./()‐‑–\u{A0}".contains(character) {
        return nil
      }
    }
    return dialled
  }
}
