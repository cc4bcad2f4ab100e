import CellistLists
import CellistRecords
import CellistTables
import CellistText

/// The decorator that a list's settings describe: the first rule that holds of a record picks its cell.
package struct RuleDecorator: CellDecorator {
  package let rules: CellRules

  package init(rules: CellRules) { self.rules = rules }

  package func cell(for item: RecordItem, at path: TablePath) -> RecordCell {
    let variant = item.rule.flatMap { rules.variant(rule: $0, record: item.variant) } ?? 0
    return RecordCell(item: item, variant: variant, anchor: item.slug)
  }

  /// The first rule that holds of a record as of the clock's instant; nil when none does, which has been reported.
  package func rule(
    of record: Record, flags: [Bool], _ language: Language, _ clock: inout ConditionClock
  ) -> Int? {
    for (index, rule) in rules.rules.enumerated() {
      if rule.condition?.holds(of: record, flags: flags, language: language, &clock) ?? true { return index }
    }
    return nil
  }
}
