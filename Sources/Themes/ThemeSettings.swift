import CellistRecords

extension Theme {
  /// The settings of a theme while its layers are joined. A setting keeps its kind: one value, or a form per count.
  struct Settings {
    private(set) var values: [(name: String, value: Value)] = []
    /// The values among which a setting chooses.
    private var choices: [String: [String]] = [:]
    private(set) var plurals: [(name: String, word: PluralWord)] = []

    /// The settings of layers, the nearest first, with their words in a language.
    init(_ layers: [ThemeLayer], in language: String, _ diagnostics: inout Diagnostics) {
      for layer in layers.reversed() {
        declare(layer.settings, &diagnostics)
        for words in layer.words where ThemeLayer.areWords(in: words.tag, for: language) {
          override(with: words.node, isTheme: true, &diagnostics)
        }
      }
    }

    /// Takes the settings that the `theme.yml` of a layer declares.
    private mutating func declare(_ node: Node?, _ diagnostics: inout Diagnostics) {
      guard let node, var reader = MappingReader(node, name: "theme.yml", &diagnostics) else { return }
      _ = reader.node("extends")
      let own = reader.node("settings")
      reader.finish(&diagnostics)
      guard let own else { return }
      guard let entries = own.entries else {
        diagnostics.error(.invalidSetting, "'settings' must be a mapping, found \(own.summary)", at: own.location)
        return
      }
      for entry in entries {
        if let choices = entry.value.items {
          declare(choices, of: entry, &diagnostics)
        } else {
          free(entry)
          set(entry, &diagnostics)
        }
      }
    }

    /// Takes a setting with the values that it may have. The first is its default.
    private mutating func declare(_ items: [Node], of entry: Node.Entry, _ diagnostics: inout Diagnostics) {
      let texts = items.compactMap(\.text)
      guard let first = items.first, texts.count == items.count, plurals.allSatisfy({ $0.name != entry.key }) else {
        diagnostics.error(
          .invalidSetting, "the values of the theme's setting '\(entry.key)' must be texts, the default in front",
          at: entry.value.location, hint: "for example \(entry.key): [narrow, medium, wide]")
        return
      }
      choices[entry.key] = texts
      set(Node.Entry(key: entry.key, keyLocation: entry.keyLocation, value: first), &diagnostics)
    }

    /// Lets a setting have any value where a theme gives it another than those of the theme that it extends: it has style
    /// sheets of its own.
    private mutating func free(_ entry: Node.Entry) {
      if let text = entry.value.text, choices[entry.key]?.contains(text) == false { choices[entry.key] = nil }
    }

    /// Replaces settings by those of the site, or by words of its language; only those that the theme declares.
    ///
    /// - Parameter isTheme: whether they are words of a theme.
    mutating func override(with node: Node, isTheme: Bool = false, _ diagnostics: inout Diagnostics) {
      guard let entries = node.entries else {
        diagnostics.error(
          .invalidSetting, "the theme's settings must be a mapping, found \(node.summary)", at: node.location)
        return
      }
      for entry in entries {
        let names = values.map(\.name) + plurals.map(\.name)
        guard names.contains(entry.key) else {
          diagnostics.error(
            .unknownKey, "the theme has no setting '\(entry.key)'", at: entry.keyLocation,
            hint: Suggestion.hint(for: entry.key, in: names))
          continue
        }
        if isTheme { free(entry) }
        set(entry, &diagnostics)
      }
    }

    private mutating func set(_ entry: Node.Entry, _ diagnostics: inout Diagnostics) {
      let value = entry.value
      if let index = plurals.firstIndex(where: { $0.name == entry.key }) {
        if case .scalar(let text, _) = value.content {
          plurals[index].word = PluralWord(text)
        } else if let word = plural(entry, &diagnostics) {
          plurals[index].word = word
        }
      } else if let index = values.firstIndex(where: { $0.name == entry.key }) {
        if let value = self.value(entry, &diagnostics) { values[index].value = value }
      } else if value.entries != nil {
        if let word = plural(entry, &diagnostics) { plurals.append((entry.key, word)) }
      } else if let value = self.value(entry, &diagnostics) {
        values.append((entry.key, value))
      }
    }

    private func plural(_ entry: Node.Entry, _ diagnostics: inout Diagnostics) -> PluralWord? {
      guard let entries = entry.value.entries else {
        diagnostics.error(
          .invalidSetting,
          "the theme's setting '\(entry.key)' must be text or a mapping of plural forms, found \(entry.value.summary)",
          at: entry.value.location)
        return nil
      }
      return PluralWord(entries, of: entry.key, at: entry.value.location, &diagnostics)
    }

    private func value(_ entry: Node.Entry, _ diagnostics: inout Diagnostics) -> Value? {
      if let choices = choices[entry.key], let text = entry.value.text {
        guard !choices.contains(text) else { return .text(text) }
        diagnostics.error(
          .invalidSetting,
          "the theme's setting '\(entry.key)' must be one of \(choices.joined(separator: ", ")), found \(entry.value.summary)",
          at: entry.value.location, hint: Suggestion.hint(for: text, in: choices))
        return nil
      }
      switch entry.value.content {
      case .scalar("true", quoted: false): return .boolean(true)
      case .scalar("false", quoted: false): return .boolean(false)
      case .scalar(let text, _): return .text(text)
      case .null: return .text("")
      default:
        diagnostics.error(
          .invalidSetting,
          "the theme's setting '\(entry.key)' must be text, true or false, found \(entry.value.summary)",
          at: entry.value.location)
        return nil
      }
    }
  }
}
