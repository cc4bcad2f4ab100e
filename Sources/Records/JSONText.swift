/// A JSON document on its way out, with its keys in the order in which they were given.
package indirect enum JSONText: Sendable {
  case text(String)
  case integer(Int)
  /// A number as the digits that were written.
  case number(String)
  case boolean(Bool)
  case null
  case array([JSONText])
  case members([(String, JSONText)])

  /// An object; members without a value are left out.
  package static func object(_ members: [(String, JSONText?)]) -> JSONText {
    .members(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The document over several lines, indented by two spaces.
  package var pretty: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text
  }

  /// The document in one line.
  package var line: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// - Parameter indent: a line break followed by spaces; nil to stay on one line.
  private func write(to text: inout String, indent: String?) {
    switch self {
    case .text(let value): text += Self.quoted(value)
    case .integer(let value): text += String(value)
    case .number(let digits): text += Self.withoutLeadingZeros(digits)
    case .boolean(let value): text += value ? "true" : "false"
    case .null: text += "null"
    case .array(let items): writeAll(items.map { ("", $0) }, "[", "]", to: &text, indent: indent)
    case .members(let members):
      writeAll(members.map { (Self.quoted($0) + ": ", $1) }, "{", "}", to: &text, indent: indent)
    }
  }

  private func writeAll(
    _ parts: [(String, JSONText)], _ open: String, _ close: String, to text: inout String, indent: String?
  ) {
    text += open
    for (index, part) in parts.enumerated() {
      text += (index > 0 ? "," : "") + (indent.map { $0 + "  " } ?? (index > 0 ? " " : "")) + part.0
      part.1.write(to: &text, indent: indent.map { $0 + "  " })
    }
    text += parts.isEmpty ? close : (indent ?? "") + close
  }

  /// A source may write 007 for 7, and JSON may not.
  private static func withoutLeadingZeros(_ digits: String) -> String {
    let sign = digits.hasPrefix("-") ? "-" : ""
    let rest = digits.dropFirst(sign.count)
    let kept = rest.drop { $0 == "0" }
    let needsZero = kept.count < rest.count && kept.first?.isNumber != true
    return sign + (needsZero ? "0" : "") + kept
  }

  /// A text as JSON has it, in quotes.
  package static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      return "\"\(text)\""
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{2028}", "\u{2029}", "\0"..<" ", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
