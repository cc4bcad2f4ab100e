import CellistLists
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
    let rule = item.rule ?? rule(of: item.record, flags: item.row.flags)
    let variant = rule.flatMap { rules.variant(rule: $0, record: item.variant) } ?? 0
    return RecordCell(item: item, variant: variant, anchor: item.slug)
  }

  /// The first rule that holds of a record; nil when none does, which has been reported.
  package func rule(of record: Record, flags: [Bool]) -> Int? {
    rules.rules.firstIndex { $0.condition?.holds(of: record, flags: flags, language: language) ?? true }
  }
}
