import CellistMarkup
import CellistRecords

/// The settings that suit the records of a new list: their fields and types, and how the list shows them.
package struct ListSuggestion {
  /// The text of a `list.yml`.
  package let settings: String
  /// The pictures that records name, by their paths in the list's folder.
  package let pictures: [(path: String, bytes: [UInt8])]

  /// Reads the files of a list; nil, with diagnostics, where they hold no records.
  ///
  /// O(n) in the number of values, for each type that a value may have.
  ///
  /// - Parameters:
  ///   - path: where the files are, for messages.
  ///   - values: reads values as a build does.
  package init?(
    of material: ListMaterial, at path: String, title: String, _ values: ValueReader, _ diagnostics: inout Diagnostics
  ) {
    guard let sample = RecordSample(material, at: path, &diagnostics) else { return nil }
    var pictures: [String: [UInt8]] = [:]
    let fields = SuggestedFields(of: sample, values) { path in
      if pictures[path] == nil { pictures[path] = material.neighbour(path) }
      return pictures[path] != nil
    }
    // The pictures of a folder are copied with all its other files.
    let shown = material.isFolder ? [] : Set(fields.all.filter { $0.type == .asset }.flatMap(\.picturePaths))
    self.pictures = pictures.filter { shown.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    var writer = SettingsWriter(sample: sample, fields: fields, siteZone: values.zone)
    settings = writer.settings(title: title)
  }

  /// A text as YAML writes it in quotes, which is as JSON does, or as it is where it needs none.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0.isASCIILetter || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: ".")
    }
    let words: Set = ["", "true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return isPlain && text.utf8.first?.isASCIILetter == true && !words.contains(text.lowercased())
      ? text : JSONText.text(text).pretty
  }
}
