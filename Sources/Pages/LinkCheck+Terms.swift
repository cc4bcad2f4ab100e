import CellistLists
import CellistRecords
import CellistSettings

extension LinkCheck {
  /// Warns of a record with so many terms that the pages of those are large: each shows the record with links to all.
  func checkTerms(of record: Record, _ list: ListSettings, _ diagnostics: inout Diagnostics) {
    for terms in list.linkedTerms {
      guard let field = terms.values.field else { continue }
      let count = record.values[field].items.count
      guard count > Terms.manyOfRecord else { continue }
      let name = list.type.fields[field].name
      diagnostics.warning(
        .manyTerms,
        "the record has \(count) terms in '\(name)', and the page of each shows links to all of them: "
          + "\(count * count) links",
        at: record.locations[field],
        hint: "'show: {meta: [...]}' or 'columns' in list.yml can leave out '\(name)', and 'terms' as well")
    }
  }
}
