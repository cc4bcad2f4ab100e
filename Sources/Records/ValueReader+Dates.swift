import CellistText

extension ValueReader {
  /// Reads a date, as coarse as the field allows.
  func readDay(
    _ text: String, at location: SourceLocation, as type: FieldType, of field: Field, _ diagnostics: inout Diagnostics
  ) -> Value? {
    let trimmed = text.trimmed
    guard field.formats.isEmpty else {
      for pattern in field.formats {
        guard let day = language.day(from: String(trimmed), pattern: pattern) else { continue }
        let isCoarse = pattern.precision.rawValue >= field.precision.rawValue
        return .date(isCoarse ? day.rounded(to: pattern.precision) : day)
      }
      reportFormats(of: text, "a date", at: location, in: field, &diagnostics)
      return nil
    }
    let day = field.precision == .day ? Day(iso: trimmed) : Day(iso: trimmed, coarsest: field.precision)
    if let day { return .date(day) }
    let hint: String
    if type == .date, Day(iso: trimmed, coarsest: .year) != nil {
      let isYear = !trimmed.utf8.dropFirst().contains(UInt8(ascii: "-"))
      hint = "precision: \(isYear ? "year" : "month") lets dates be as coarse as that"
    } else {
      hint = "'format' tells how the source writes dates, for example format: \"d.M.y\""
    }
    reportMisfit(text, at: location, as: type, of: field, hint: hint, &diagnostics)
    return nil
  }

  /// Reads a date with a time, or without one where the field allows that.
  func readMoment(
    _ text: String, at location: SourceLocation, of field: Field, _ diagnostics: inout Diagnostics
  ) -> Value? {
    let trimmed = text.trimmed
    guard field.formats.isEmpty else {
      for pattern in field.formats {
        guard let moment = language.moment(from: String(trimmed), pattern: pattern, zone: zone) else { continue }
        return .datetime(moment.shown(in: zone))
      }
      reportFormats(of: text, "a date and time", at: location, in: field, &diagnostics)
      return nil
    }
    if field.isTimeOptional, let day = Day(iso: trimmed) { return .datetime(Moment(day: day, in: zone)) }
    if let moment = Moment(iso: trimmed, zone: zone) { return .datetime(moment.shown(in: zone)) }
    let hint =
      Day(iso: trimmed) == nil
      ? "'format' tells how the source writes them, for example format: \"d.M.y HH:mm\""
      : "time: optional lets a day stand without a time"
    reportMisfit(text, at: location, as: .datetime, of: field, hint: hint, &diagnostics)
    return nil
  }

  private func reportFormats(
    of text: String, _ kind: String, at location: SourceLocation, in field: Field, _ diagnostics: inout Diagnostics
  ) {
    let patterns = field.formats.map { "\"\($0.text)\"" }.joined(separator: " or ")
    diagnostics.error(
      .invalidValue, "'\(field.name)' must be \(kind) written as \(patterns), found \(quoted(text))", at: location)
  }
}
