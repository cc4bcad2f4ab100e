/// A unit or a currency beside numbers.
enum NumberMark: Hashable {
  case none
  case unit(String)
  case currency(String)

  private static let currencies = [
    "$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW", "zł": "PLN",
    "Fr.": "CHF", "kr": "SEK",
  ]
  private static let codes: Set<String> = [
    "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HUF", "INR", "JPY", "KRW", "MXN", "NOK", "NZD",
    "PLN", "RUB", "SEK", "SGD", "TRY", "USD", "ZAR",
  ]
  /// Units that may touch their number.
  private static let units: Set<String> = [
    "%", "‰", "°", "°C", "°F", "µm", "mm", "cm", "m", "km", "in", "ft", "mi", "mg", "g", "kg", "t", "lb", "oz", "ml",
    "l", "L", "B", "kB", "KB", "MB", "GB", "TB", "ms", "s", "min", "h", "W", "kW", "MW", "GW", "kWh", "V", "A", "Hz",
    "kHz", "MHz", "GHz", "ha", "km²", "m²", "m³", "px", "pp",
  ]

  /// The mark that a heading or a text beside a number is; nil for any other text.
  ///
  /// - Parameter isSeparate: whether a space or a bracket separates it from the rest.
  init?(_ text: String, isSeparate: Bool) {
    let code = isSeparate ? text : text.uppercased()
    if let known = Self.currencies[text] ?? (Self.codes.contains(code) ? code : nil) {
      self = .currency(known)
    } else if Self.units.contains(text) || isSeparate && !text.isEmpty && text.count <= 12 {
      self = .unit(text)
    } else {
      return nil
    }
  }

  /// The only mark beside numbers; nil where there are several, or other words, and where only some numbers have it.
  init?(_ texts: [String]) {
    var found: Set<NumberMark> = []
    var someAreBare = false
    for text in texts {
      let scalars = text.unicodeScalars
      guard let first = scalars.firstIndex(where: Self.isDigit), let last = scalars.lastIndex(where: Self.isDigit)
      else {
        return nil
      }
      // A number may begin with its point.
      let before = String(scalars[..<first]).filter { !"+-\u{2212}(.,".contains($0) }
      let after = String(scalars[scalars.index(after: last)...]).filter { $0 != ")" && $0 != "." && $0 != "," }
      let isBare = !(before + after).contains { !$0.isWhitespace }
      // Nothing is as much in any unit.
      if isBare, scalars.contains(where: { ("1"..."9").contains($0) }) { someAreBare = true }
      for (mark, isInFront) in [(before, true), (after, false)] where mark.contains(where: { !$0.isWhitespace }) {
        let word = String(mark.trimmed)
        guard let mark = NumberMark(word, isSeparate: !isInFront && mark.first?.isWhitespace == true) else {
          return nil
        }
        if isInFront, case .unit = mark { return nil }
        found.insert(mark)
      }
      guard found.count < 2 else { return nil }
    }
    guard found.isEmpty || !someAreBare else { return nil }
    self = found.first ?? .none
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
