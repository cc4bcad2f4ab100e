import CellistLists
import CellistRecords
import CellistSites

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
      guard first.arranged.terms.indices.contains(number) else { continue }
      var slugs: [Value: String] = [:]
      for section in first.arranged.terms[number] {
        for value in section.spellings + [section.value].compactMap(\.self) { slugs[value] = section.slug }
      }
      guard terms.target == nil else {
        // A reference is the same in all languages.
        list.arranged.terms[number].pair { section in
          section.value.flatMap { slugs[$0] }
        } isGiven: {
          terms.values.isGiven($0)
        }
        continue
      }
      guard let field = terms.field, settings.arrangement.type.fields[field].source.isLocalized,
        terms.values.itemType == .text
      else { continue }
      let values = Dictionary(
        first.arranged.records.lazy.map { ($0.id, $0.row.terms[number]) }, uniquingKeysWith: { first, _ in first })
      list.arranged.terms[number].pair { section in
        let own = Set(section.spellings + [section.value].compactMap(\.self))
        return section.items.lazy.compactMap { item -> String? in
          guard let values = values[item.id], values.count == item.row.terms[number].count else { return nil }
          return zip(item.row.terms[number], values).first { own.contains($0.0) }.flatMap { slugs[$0.1] }
        }.first
      } isGiven: {
        terms.values.isGiven($0)
      } isFallback: { section in
        section.value.map { slugs[$0] != nil } ?? false
      }
    }
    return list
  }
}

extension [ArrangedSection] {
  /// Gives terms the slugs of others, translated ones first.
  ///
  /// - Parameters:
  ///   - slug: the slug of a term in another language; nil where it has none.
  ///   - isGiven: whether the settings give a term its slug.
  ///   - isFallback: whether a term is not translated.
  fileprivate mutating func pair(
    _ slug: (ArrangedSection) -> String?, isGiven: (ArrangedSection) -> Bool,
    isFallback: (ArrangedSection) -> Bool = { _ in false }
  ) {
    let sections = self
    var taken = Set(lazy.filter(isGiven).map(\.slug))
    var others: [Int] = []
    let open = indices.filter { !isGiven(sections[$0]) }
    for index in open.filter({ !isFallback(sections[$0]) }) + open.filter({ isFallback(sections[$0]) }) {
      if let found = slug(sections[index]), taken.insert(found).inserted {
        self[index].slug = found
      } else {
        others.append(index)
      }
    }
    for index in others.sorted() {
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
