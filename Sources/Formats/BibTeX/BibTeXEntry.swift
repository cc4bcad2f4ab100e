import CellistRecords

/// An entry of a bibliography, as it is written.
package struct BibTeXEntry {
  /// The type in small letters: `article`.
  package let type: String
  package let key: String
  package let keyLocation: SourceLocation
  package let location: SourceLocation
  /// The bytes of the entry in the file.
  package let range: Range<Int>
  package var fields: [Field] = []

  package struct Field {
    /// The name in small letters.
    package let name: String
    package let nameLocation: SourceLocation
    package let value: PlacedText

    package init(name: String, nameLocation: SourceLocation, value: PlacedText) {
      self.name = name
      self.nameLocation = nameLocation
      self.value = value
    }
  }

  package func value(_ name: String) -> PlacedText? { fields.first { $0.name == name }?.value }
}
