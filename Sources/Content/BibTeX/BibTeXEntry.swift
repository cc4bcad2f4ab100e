import CellistRecords

/// An entry of a bibliography, as it is written.
struct BibTeXEntry {
  /// The type in small letters: `article`.
  let type: String
  let key: String
  let keyLocation: SourceLocation
  let location: SourceLocation
  /// The bytes of the entry in the file.
  let range: Range<Int>
  var fields: [Field] = []

  struct Field {
    /// The name in small letters.
    let name: String
    let nameLocation: SourceLocation
    let value: PlacedText
  }

  func value(_ name: String) -> PlacedText? { fields.first { $0.name == name }?.value }
}
