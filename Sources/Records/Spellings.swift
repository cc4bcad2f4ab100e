/// The other spellings of a field's values, each with the value that it means.
package struct Spellings: Hashable, Sendable {
  private var values: [String: String] = [:]
  /// The same by the folded texts, the values themselves among them.
  private var folded: [String: String] = [:]

  package init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// The value that a text means.
  package func value(of text: String, isFolded: Bool) -> String {
    guard !values.isEmpty else { return text }
    return values[text] ?? (isFolded ? folded[text.folded] : nil) ?? text
  }
}

extension Spellings {
  /// Reads `spellings` of a field, a mapping of values to other spellings of them.
  init(_ reader: inout MappingReader, of field: Field, _ diagnostics: inout Diagnostics) {
    guard let node = reader.node("spellings") else { return }
    var isOfWords: Bool { if case .choice = field.type.innermost { true } else { field.type.innermost == .text } }
    guard isOfWords else {
      diagnostics.error(
        .invalidSetting, "'spellings' are of texts and choices, and '\(field.name)' is \(field.type.name)",
        at: reader.keyLocation("spellings"),
        hint: field.type.target.map { "'also' names fields of '\($0)' that hold other names of its records" })
      return
    }
    let hint = "for example spellings: {JavaScript: [javascript, JS]}"
    guard let entries = node.entries else {
      diagnostics.error(
        .invalidSetting, "'spellings' must be a mapping of values to other spellings of them, found \(node.summary)",
        at: node.location, hint: hint)
      return
    }
    for entry in entries { folded[entry.key.folded] = entry.key }
    for entry in entries {
      for other in entry.value.items ?? [entry.value] {
        guard let text = other.text, !text.isEmpty else {
          diagnostics.error(
            .invalidSetting, "a spelling is a text, found \(other.summary)", at: other.location, hint: hint)
          continue
        }
        let isOwn = entries.contains { $0.key == text }
        if isOwn || values.updateValue(entry.key, forKey: text) != nil {
          diagnostics.error(
            .invalidSetting,
            "\(quoted(text)) is \(isOwn ? "a value by itself here" : "a spelling of two values")", at: other.location)
        }
        // A value by itself stays one.
        if folded[text.folded] == nil { folded[text.folded] = entry.key }
      }
    }
  }
}
