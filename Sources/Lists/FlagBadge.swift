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
      diagnostics.error(
        .invalidSetting, "there is no flag \(quoted(name))", at: location, hint: diagnostics.hint(for: name, in: flags))
      return nil
    }
    if let text = node.text {
      guard flags.contains(text), type.index(of: text) == nil else { return nil }
      return [badge(text, nil, at: node.location)].compactMap(\.self)
    }
    if let entries = node.entries {
      return entries.compactMap { entry in
        guard let word = entry.value.text, !word.isEmpty else {
          diagnostics.error(
            .invalidSetting, "the badge of a flag is text, found \(entry.value.summary)", at: entry.value.location)
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
