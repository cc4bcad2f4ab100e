import CellistLists
import CellistRecords
import CellistThemes

extension ListPlan {
  var termsSummaries: [TermsSummary] {
    settings.arrangement.terms.map { TermsSummary($0, ofListAt: url(page: 0)) }
  }

  /// Follows the terms whose values refer to records, are spelt in several ways, or have the addresses of another language.
  ///
  /// - Parameter lists: the plans of the site's lists, by their names.
  mutating func refer(to lists: [String: ListPlan]) {
    referred = zip(termsSummaries, content.arranged.terms).map { summary, sections in
      guard let target = summary.terms.target.flatMap({ lists[$0] }) else { return terms(apart: sections, summary) }
      let ownPages = summary.terms.haveRecordPages ? target.recordPageURLs : nil
      var terms: [Value: TermSummary] = [:]
      for section in sections {
        guard let value = section.value else { continue }
        var term = summary.term(section)
        if let ownPages {
          // A record that its list does not show has no page.
          guard let url = ownPages[value.plainText] else { continue }
          term.url = url
        }
        terms[value] = term
      }
      return terms
    }
  }

  /// The terms whose addresses do not follow from a value alone, by each of their values.
  private func terms(apart sections: [ArrangedSection], _ summary: TermsSummary) -> [Value: TermSummary] {
    var terms: [Value: TermSummary] = [:]
    func isPaired(_ section: ArrangedSection) -> Bool {
      guard settings.isTranslation, let value = section.value else { return false }
      return section.slug != settings.arrangement.slug(of: value, summary.terms.values)
    }
    for section in sections where !section.spellings.isEmpty || isPaired(section) {
      for value in section.spellings + [section.value].compactMap(\.self) { terms[value] = summary.term(section) }
    }
    return terms
  }

  /// The URLs of the records' own pages, by their ids; none where they have no pages.
  private var recordPageURLs: [String: String] {
    guard haveRecordPages else { return [:] }
    let url = recordURL
    return Dictionary(
      records.lazy.map(\.item).filter { home?.shown.contains($0.id) ?? true }.map { ($0.id, url($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether the records have pages of their own, here or where they are at home.
  package var haveRecordPages: Bool { settings.hasRecordPages || home?.details != nil }

  /// The values of one of its terms, in order, each with the page that its index leads to.
  package func values(ofTerms number: Int) -> [TermSummary] {
    let terms = settings.arrangement.terms[number]
    guard !terms.haveRecordPages else {
      return content.arranged.terms[number].compactMap { $0.value.flatMap { referred[number][$0] } }
    }
    let index = termsSummaries[number].url
    return runs.compactMap(\.term).filter { $0.index == index }
  }
}
