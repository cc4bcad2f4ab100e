/// What becomes of a reference that no record answers to.
package enum MissingReference: String, CaseIterable, Sendable {
  /// It is an error of the site.
  case error
  /// The text is shown without a link, with a warning.
  case warning
  /// The text is shown without a link.
  case text
}

extension Field {
  /// Reads `missing` and `also`, which say how references find their records.
  mutating func readReference(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    let word = reader.text("missing", &diagnostics)
    let names = reader.texts("also", &diagnostics)
    guard type.target != nil, !type.isComputed else {
      for key in ["missing", "also"] where reader.node(key) != nil {
        diagnostics.error(
          .invalidSetting, "'\(key)' is for references, and '\(name)' is \(type.name)", at: reader.keyLocation(key),
          hint: "a reference is declared as {record: people} or [{record: people}]")
      }
      return
    }
    if let word {
      if let missing = MissingReference(rawValue: word) {
        self.missing = missing
      } else {
        diagnostics.error(
          .invalidSetting, "'missing' must be error, warning or text, found \(quoted(word))",
          at: reader.node("missing")?.location,
          hint: diagnostics.nearest(to: word, in: MissingReference.allCases.map(\.rawValue)).map {
            "did you mean '\($0)'?"
          })
      }
    }
    alsoLocation = reader.node("also")?.location
    also = (names ?? []).compactMap(\.text)
  }

  /// Reports the names of fields in `also` that the other list does not have, or that hold no texts.
  func checkOtherNames(in target: RecordType, _ list: String, _ diagnostics: inout Diagnostics) {
    let texts = target.fields.prefix(target.ownCount).filter { $0.isKnown && $0.type.innermost == .text }
    for name in also where !texts.contains(where: { $0.name == name }) {
      if let index = target.index(of: name), !target.fields[index].isKnown { continue }
      diagnostics.error(
        .unknownField, "'also' names text fields of the list '\(list)', and '\(name)' is none", at: alsoLocation,
        hint: diagnostics.hint(for: name, in: texts.map(\.name)))
    }
  }
}
