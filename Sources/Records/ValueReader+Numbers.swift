import CellistText

extension ValueReader {
  func readNumber(
    _ text: String, at location: SourceLocation, of field: Field, _ diagnostics: inout Diagnostics
  ) -> Value? {
    let trimmed = text.trimmed
    guard let digits = digits(of: trimmed, in: field), let written = DecimalNotation(digits) else {
      let hint = numberHint(for: trimmed, in: field)
      reportMisfit(text, at: location, as: .number, of: field, hint: hint, &diagnostics)
      return nil
    }
    guard written.exponent != nil else {
      diagnostics.error(
        .invalidValue, "'\(field.name)' has an exponent beyond what numbers have, found \(quoted(text))", at: location,
        hint: "exponents are -\(DecimalNumber.exponentLimit) to \(DecimalNumber.exponentLimit)")
      return nil
    }
    return .number(digits)
  }

  /// The digits of a number as a field's source writes it; nil where it writes none.
  func digits(of text: Substring, in field: Field) -> String? {
    let sign = decimal.map { field.decimal ?? $0 } ?? .point
    // By far the commonest, and all that settings may hold.
    if sign == .point || !text.utf8.contains(UInt8(ascii: ".")), DecimalNotation(text) != nil {
      return String(text.first == "+" ? text.dropFirst() : text)
    }
    guard decimal != nil else { return nil }
    return notation(sign, of: field).digits(of: text)
  }

  private func notation(_ sign: NumberNotation.DecimalSign, of field: Field) -> NumberNotation {
    let currency = field.currency.map { language.signs(ofCurrency: $0) } ?? []
    return NumberNotation(decimal: sign, units: [field.unit].compactMap(\.self) + currency)
  }

  /// How settings would have a text read as a number; nil where they cannot.
  private func numberHint(for text: Substring, in field: Field) -> String? {
    guard let decimal else {
      return text.contains(",") ? "write the decimal point as '.', without thousands separators" : nil
    }
    let sign = field.decimal ?? decimal
    let other: NumberNotation.DecimalSign = sign == .point ? .comma : .point
    if notation(other, of: field).digits(of: text) != nil {
      return "decimal: \"\(other.rawValue)\" reads '\(other.rawValue)' as the decimal sign, "
        + "and numbers: {decimal: \"\(other.rawValue)\"} in list.yml for all its numbers"
    }
    let bare = text.filter { $0.isNumber || ".,-+()'".contains($0) || $0.isWhitespace }
    guard bare.contains(where: \.isNumber), bare.count < text.count, field.unit == nil, field.currency == nil,
      notation(sign, of: field).digits(of: bare) != nil
    else { return nil }
    return "declare what is beside the number as the field's 'unit' or 'currency'"
  }
}
