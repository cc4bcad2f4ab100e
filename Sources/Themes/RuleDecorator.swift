import CellistRecords
import CellistTables
import CellistText

/// The decorator that a list's settings describe: the first rule that holds of a record picks its cell.
package struct RuleDecorator: CellDecorator {
  package let rules: CellRules
  package let language: Language

  package init(rules: CellRules, language: Language) {
    self.rules = rules
    self.language = language
  }

  package func cell(for item: RecordItem, at path: TablePath) -> RecordCell {
    let rule = rules.rules.firstIndex {
      $0.condition?.holds(of: item.record, flags: item.flags, language: language) ?? true
    }
    let variant = rule.flatMap { rules.variant(rule: $0, record: item.record.variant) } ?? 0
    return RecordCell(item: item, variant: variant, anchor: item.record.slug)
  }
}
