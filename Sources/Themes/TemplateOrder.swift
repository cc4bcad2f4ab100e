import CellistRecords
import CellistText

/// The theme and the settings that templates are compiled for: with the links in their texts, all that they follow from.
struct TemplateOrder: Equatable, Sendable {
  let name: String
  let reading: Theme.Reading
  /// How values are printed on pages of no list.
  let printer: ValuePrinter
  let assets: [String: String]
  let foreign: ForeignTexts
  /// The language of a plain page; nil for that of the site.
  let language: Language?
  let list: ListDesign?
  /// The lists that its records lead to by any number of references.
  let targets: [String: ListDesign]
  /// The paths of the folders in which the theme has templates for the list.
  let paths: [String]
  let location: SourceLocation?
  let hasRecordPages: Bool
}
