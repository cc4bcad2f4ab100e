import CellistText

/// An id and one value per field in declared order, each with the place where it was written.
///
/// A class: reading one of its values copies a reference, which is cheaper than copying all values.
package final class Record: Sendable {
  /// The name of the record within its list, in normalization form C: so a file of the same name on another system has
  /// the same id, and ids are equal only where their bytes are.
  package let id: String
  /// The id as URLs and anchors contain it, in normalization form C as well.
  package let slug: String
  /// The index of the record's variant, when its type has variants.
  package let variant: Int?
  /// One value per field of the record type.
  package let values: [Value]
  /// Where each value was written; the record's own place for those that were not. Behind them follow the places of the
  /// items of all lists of references, field by field.
  package let locations: [SourceLocation]
  /// Where the record begins.
  package let location: SourceLocation
  /// The languages of values that are not in the language of the list, by their fields.
  package let languages: [Int: String]

  /// The title of the record: its id where there are no words, since a link would be invisible.
  package func called(_ words: String) -> String { words.trimmed.isEmpty ? id : words }

  /// - Parameter slug: the name in addresses that settings give the record; nil for the one that its id makes.
  package init(
    id: String, slug: String? = nil, variant: Int? = nil, values: [Value], locations: [SourceLocation],
    location: SourceLocation, languages: [Int: String] = [:]
  ) {
    self.id = id.composed
    self.slug = slug ?? Slug.make(self.id)
    self.variant = variant
    self.values = values
    self.locations = locations
    self.location = location
    self.languages = languages
  }

  /// The record under another slug.
  package init(_ record: Record, slug: String) {
    id = record.id
    self.slug = slug
    variant = record.variant
    values = record.values
    locations = record.locations
    location = record.location
    languages = record.languages
  }

  /// The record with other values.
  package init(_ record: Record, values: [Value]) {
    id = record.id
    slug = record.slug
    variant = record.variant
    self.values = values
    locations = record.locations
    location = record.location
    languages = record.languages
  }
}
