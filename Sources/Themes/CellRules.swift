import CellistLists
import CellistRecords

/// A list's `cells`: which template shows which record. The first rule that holds decides.
package struct CellRules: Equatable, Sendable {
  package struct Rule: Equatable, Sendable {
    package let template: String
    package let condition: Condition?
    /// Where the template is named.
    package let location: SourceLocation?
  }

  /// A template together with the variant of the records that it shows: what a cell template is checked against.
  package struct Variant: Hashable, Sendable {
    package let rule: Int
    /// The record variant, when the record type has variants.
    package let record: Int?
  }

  /// The template of a list whose settings have no rules for cells.
  package static let standard = "cell"

  package let rules: [Rule]
  package let variants: [Variant]
  /// The content types of the rules' templates, where cells are declared in Swift; empty where they show the records.
  package let contents: [RecordType]
  private let places: [Variant: Int]

  package init(rules: [Rule], type: RecordType) {
    self.rules = rules
    let records: [Int?] = type.variants.isEmpty ? [nil] : Array(type.variants.indices)
    variants = rules.indices.flatMap { rule in
      records.filter { rules[rule].canHold(ofVariant: $0, type) }.map { Variant(rule: rule, record: $0) }
    }
    places = Dictionary(uniqueKeysWithValues: variants.enumerated().map { ($1, $0) })
    contents = []
  }

  /// The rules of cells that are declared in Swift: the code that makes a cell names its kind.
  package init(_ kinds: [CellKind], contents: [RecordType], at location: SourceLocation) {
    rules = kinds.map { Rule(template: $0.template, condition: nil, location: location) }
    variants = kinds.indices.map { Variant(rule: $0, record: nil) }
    places = Dictionary(uniqueKeysWithValues: variants.enumerated().map { ($1, $0) })
    self.contents = contents
  }

  /// The rules of cells that are all shown by one template.
  package init?(ofTemplate node: Node, type: RecordType) {
    guard let template = node.text else { return nil }
    self.init(rules: [Rule(template: template, condition: nil, location: node.location)], type: type)
  }

  /// The rule of lists whose settings have none for cells.
  package init(standardOf type: RecordType) {
    self.init(rules: [Rule(template: Self.standard, condition: nil, location: nil)], type: type)
  }

  /// The variant of cells that one template shows.
  package func variant(ofRecordVariant variant: Int?) -> Int { self.variant(rule: 0, record: variant) ?? 0 }

  /// Whether another cell may show a record without an edit.
  package var readsClock: Bool { rules.contains { $0.condition?.readsClock ?? false } }

  /// Whether settings have no rules for cells.
  package var areStandard: Bool { contents.isEmpty && rules.count == 1 && rules[0].location == nil }

  /// The template of a variant.
  package func rule(of variant: Variant) -> Rule { rules[variant.rule] }

  func variant(rule: Int, record: Int?) -> Int? { places[Variant(rule: rule, record: record)] }
}

extension CellRules.Rule {
  /// Whether the rule may hold of records of a variant: not when it asks for another one.
  fileprivate func canHold(ofVariant variant: Int?, _ type: RecordType) -> Bool {
    guard let variant, let discriminator = type.discriminator, let condition else { return true }
    return condition.conjuncts.allSatisfy { conjunct in
      guard case .test(let path, .isIn(let values)) = conjunct, path.field == discriminator, path.part == nil
      else { return true }
      return values.contains(.text(type.variants[variant].name))
    }
  }
}
