import CellistRecords

/// A flag that is the badge of the records of which it holds, and the badge's words.
package struct FlagBadge: Hashable, Sendable {
  /// Which of the list's flags it is.
  package let flag: Int
  package let word: String

  /// Reads a badge that names flags: one, several, or a mapping of flags to words; nil where it names none.
  static func all(
    _ node: Node, flags: [String], type: RecordType, _ diagnostics: inout Diagnostics
  ) -> [FlagBadge]? {
    func badge(_ name: String, _ word: String?, at location: SourceLocation) -> FlagBadge? {
      if let flag = flags.firstIndex(of: name) { return FlagBadge(flag: flag, word: word ?? Field.words(in: name)) }
      let hint =
        type.index(of: name) == nil
        ? diagnostics.hint(for: name, in: flags) : "a field is a badge by itself: badge: \(name)"
      diagnostics.error(.invalidSetting, "there is no flag \(quoted(name))", at: location, hint: hint)
      return nil
    }
    if let text = node.text {
      guard type.index(of: text) == nil, text != "false", !flags.isEmpty else { return nil }
      guard flags.contains(text) else {
        let choices = type.fields.filter { if case .choice = $0.type { true } else { false } }.map(\.name)
        diagnostics.error(
          .unknownField, "there is no field or flag \(quoted(text))", at: node.location,
          hint: diagnostics.hint(for: text, in: flags + choices))
        return []
      }
      return [badge(text, nil, at: node.location)].compactMap(\.self)
    }
    if let entries = node.entries {
      return entries.compactMap { entry in
        guard let word = entry.value.text, !word.isEmpty, !entry.value.isNothing else {
          diagnostics.error(
            .invalidSetting, "the badge of a flag is text, found \(entry.value.summary)", at: entry.value.location,
            hint: entry.value.entries == nil
              ? nil : "a text for each language has the keys that 'languages' in site.yml names")
          return nil
        }
        return badge(entry.key, word, at: entry.keyLocation)
      }
    }
    return node.items?.compactMap { item in
      guard let text = item.text else {
        diagnostics.error(
          .invalidSetting, "a badge is a field or flags, found \(item.summary)", at: item.location,
          hint: "for example show: {badge: [soon, past]}")
        return nil
      }
      return badge(text, nil, at: item.location)
    }
  }
}
