import CellistLists
import CellistRecords
import CellistText

/// The settings of a list that templates are compiled against. No record decides any of it, so a compiled template is valid
/// while this is the same.
package struct ListDesign: Equatable, Sendable {
  package let type: RecordType
  package let language: Language
  /// The texts of its settings that are in other languages.
  let foreign: ForeignTexts
  package let flags: [String]
  package let rules: CellRules
  /// The figures of each level of sections, from the outermost in.
  package let aggregates: [[Aggregate]]
  package let isSectioned: Bool
  package let titleField: Int
  package let appearance: Appearance
  let hasRecordPages: Bool
  /// Whether it has pages of changes.
  let hasChanges: Bool
  package let terms: [TermsSummary]
  private let levels: [Sectioning]

  package init(
    _ arrangement: Arrangement, rules: CellRules, titleField: Int, appearance: Appearance,
    hasRecordPages: Bool = false, hasChanges: Bool = false, terms: [TermsSummary] = [],
    foreign: ForeignTexts = ForeignTexts()
  ) {
    type = arrangement.type
    language = arrangement.language
    flags = arrangement.flags.map(\.name)
    aggregates = arrangement.levels.map(\.aggregates)
    isSectioned = arrangement.isSectioned
    levels = arrangement.levels
    self.foreign = foreign
    self.rules = rules
    self.titleField = titleField
    self.appearance = appearance
    self.hasRecordPages = hasRecordPages
    self.hasChanges = hasChanges
    self.terms = terms
  }

  /// The names of the lists that its records, or cells of theirs in Swift, refer to.
  var targets: Set<String> {
    rules.contents.reduce(into: type.targetNames) { $0.formUnion($1.targetNames) }
  }

  /// The tag of the language of a section's title, where that is a text of settings in another.
  ///
  /// - Parameter depth: how many groups the section is in.
  func language(ofTitle title: String, at depth: Int) -> String? {
    levels.indices.contains(depth) ? language(ofTitle: title, of: levels[depth]) : nil
  }

  /// The same of the title of a term.
  package func language(of term: TermSummary) -> String? {
    terms.first { $0.url == term.index }
      .flatMap { language(ofTitle: term.title, of: $0.terms.values) }
  }

  private func language(ofTitle title: String, of values: Sectioning) -> String? {
    let isOfSettings =
      switch values.itemType {
      case .choice, .boolean: true
      default: values.cases != nil || title == values.missing
      }
    return isOfSettings ? foreign.language(of: title) : nil
  }

  /// The fields that a generic cell shows, in display order: all fields of a variant except the title, which is printed
  /// above them, and the Markdown body, which is printed below.
  func shownFields(ofVariant variant: Int?) -> [Int] {
    type.fieldIndices(ofVariant: variant).filter {
      $0 != titleField && type.fields[$0].isShown && type.fields[$0].name != RecordType.bodyName
    }
  }
}

extension [String: ListDesign] {
  /// Those to which the records of a list lead by any number of references.
  package func reached(from list: ListDesign) -> Self {
    var reached: Self = [:]
    var next = Array(list.targets)
    while let name = next.popLast() {
      guard reached[name] == nil, let list = self[name] else { continue }
      reached[name] = list
      next += list.targets
    }
    return reached
  }
}
