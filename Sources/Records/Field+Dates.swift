import CellistText

extension Field {
  /// Reads `format` and `time`, which say how sources write dates and times.
  mutating func readDateFormat(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    let isMoment = type.innermost == .datetime
    let time = reader.text("time", &diagnostics)
    if let time, !isMoment || time != "optional" {
      diagnostics.error(
        .invalidSetting,
        isMoment
          ? "'time' must be optional, found \(quoted(time))" : "'time' is for datetimes, and '\(name)' is \(type.name)",
        at: isMoment ? reader.node("time")?.location : reader.keyLocation("time"))
    }
    isTimeOptional = time == "optional"
    readPrecision(&reader, &diagnostics)
    guard let nodes = reader.texts("format", &diagnostics) else { return }
    guard isMoment || type.innermost == .date else {
      diagnostics.error(
        .invalidSetting, "'format' is for dates and datetimes, and '\(name)' is \(type.name)",
        at: reader.keyLocation("format"))
      return
    }
    if nodes.isEmpty {
      diagnostics.error(.invalidSetting, "'format' has no pattern", at: reader.keyLocation("format"))
    }
    for node in nodes {
      let pattern = DatePattern(node.text ?? "")
      if let problem = pattern.problem {
        diagnostics.error(
          .invalidSetting, "the pattern \(quoted(pattern.text)) cannot read dates: \(problem.reason)",
          at: node.location,
          hint: problem.hint)
      } else if isMoment, !pattern.hasTime, !isTimeOptional {
        diagnostics.error(
          .invalidSetting, "the pattern \(quoted(pattern.text)) has no time", at: node.location,
          hint: "add the hours, such as HH:mm, or time: optional where the source has days without a time")
      }
      formats.append(pattern)
    }
  }
}

extension Field {
  /// Reads `precision`, how coarse dates may be.
  private mutating func readPrecision(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    guard let text = reader.text("precision", &diagnostics) else { return }
    let names: [String: Day.Precision] = ["year": .year, "month": .month, "day": .day]
    if type.innermost != .date {
      diagnostics.error(
        .invalidSetting, "'precision' is for dates, and '\(name)' is \(type.name)", at: reader.keyLocation("precision"))
    } else if let precision = names[text] {
      self.precision = precision
    } else {
      diagnostics.error(
        .invalidSetting, "'precision' must be year, month or day, found \(quoted(text))",
        at: reader.node("precision")?.location)
    }
  }
}

extension MappingReader {
  /// Reads `decimal`, the sign before the decimals of numbers.
  package mutating func decimalSign(_ diagnostics: inout Diagnostics) -> NumberNotation.DecimalSign? {
    guard let text = text("decimal", &diagnostics) else { return nil }
    if let sign = NumberNotation.DecimalSign(rawValue: text) { return sign }
    diagnostics.error(
      .invalidSetting, "'decimal' must be \".\" or \",\", found \(quoted(text))", at: node("decimal")?.location)
    return nil
  }

  /// Reads `numbers`, which says how all numbers of a list or a site are written.
  package mutating func numbers(_ diagnostics: inout Diagnostics) -> NumberNotation.DecimalSign? {
    guard let node = node("numbers") else { return nil }
    guard var reader = MappingReader(node, name: "'numbers'", &diagnostics) else { return nil }
    let sign = reader.decimalSign(&diagnostics)
    reader.finish(&diagnostics)
    return sign
  }
}
