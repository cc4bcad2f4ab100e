import CellistLists
import CellistRecords
import CellistSites
import CellistText

extension SiteContent.ListContent {
  /// The list with its terms at the addresses that they have in the site's first language, so that pages of the same term
  /// are translations of each other.
  ///
  /// Two values are the same term if a record has both: the first in one language where the second is in the other. The first
  /// record counts where there are several such values, and the first term where there are several at one address.
  ///
  /// - Complexity: O(n) in the number of records, where a localized text has terms.
  func paired(with first: Self) -> Self {
    var list = self
    for (number, terms) in settings.arrangement.terms.enumerated() {
      guard let field = terms.field, settings.type.fields[field].source.isLocalized, terms.values.itemType == .text,
        first.arranged.terms.indices.contains(number)
      else { continue }
      let values = Dictionary(
        first.arranged.records.lazy.map { ($0.id, $0.row.terms[number]) }, uniquingKeysWith: { first, _ in first })
      var slugs: [Value: String] = [:]
      for section in first.arranged.terms[number] {
        for value in section.spellings + [section.value].compactMap(\.self) { slugs[value] = section.slug }
      }
      list.arranged.terms[number].pair { item, own in
        guard let values = values[item.id], values.count == item.row.terms[number].count else { return nil }
        return zip(item.row.terms[number], values).first { own.contains($0.0) }.flatMap { slugs[$0.1] }
      } isGiven: {
        terms.values.isGiven($0)
      }
    }
    return list
  }
}

extension [ArrangedSection] {
  /// Gives terms the slugs of others.
  ///
  /// - Parameters:
  ///   - slug: the slug that a record has for a term in another language; nil where it has none.
  ///   - isGiven: whether the settings give a term its slug.
  fileprivate mutating func pair(
    _ slug: (_ item: RecordItem, _ values: Set<Value>) -> String?, isGiven: (ArrangedSection) -> Bool
  ) {
    var taken = Set(lazy.filter(isGiven).map(\.slug))
    var others: [Int] = []
    for index in indices where !isGiven(self[index]) {
      let values = Set(self[index].spellings + [self[index].value].compactMap(\.self))
      var found: String?
      for item in self[index].items where found == nil { found = slug(item, values) }
      if let found, taken.insert(found).inserted { self[index].slug = found } else { others.append(index) }
    }
    for index in others {
      let own = self[index].slug
      var numbered = own
      var number = 2
      while !taken.insert(numbered).inserted {
        numbered = "\(own)-\(number)"
        number += 1
      }
      self[index].slug = numbered
    }
  }
}
