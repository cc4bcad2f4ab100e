import CellistBase
import CellistLists
import CellistRecords
import CellistText

/// A list, as all its pages share it.
package final class ListSource: Sendable {
  package let summary: ListSummary
  /// All that its templates are compiled against.
  package let design: ListDesign
  /// The figures of all records.
  let totalAggregates: [Aggregate]
  let totals: [Value?]
  /// The greatest value of each field that has bars.
  private let scales: [Int: Double]
  /// For each of its terms, the values that refer to records, as pages mention them.
  private let referredTerms: [[Value: TermSummary]]
  /// The records in formats for programs: the format of each, and its URL.
  package let exports: [(format: ExportFormat, url: String)]
  /// The URL of the list's calendar.
  package let calendar: String?
  /// The changes of its records, and the URL of the first page of them.
  let changes: (all: ListChanges, url: String)?
  /// The tools of the list's pages.
  package let tools: ListTools?
  /// The kind of thing that the records are in the words of schema.org.
  let schema: SchemaOrg?
  private let arrangement: Arrangement
  /// The words for true and false of fields that have none of their own.
  private let booleans: [String]
  /// The declarations of the fields, as far as pages show them, and the settings of how they are shown.
  package let declarations: String
  /// The HTML of the texts above sections, by the sections' slugs.
  let sectionTexts: [String: @Sendable () -> String?]
  /// Where readers change records.
  let edit: EditLink?
  /// The URL of a record: its own page, or its place on a page of the list.
  package let recordURL: @Sendable (RecordItem) -> String

  package init(
    summary: ListSummary, arrangement: Arrangement, design: ListDesign, referredTerms: [[Value: TermSummary]] = [],
    exports: [(format: ExportFormat, url: String)] = [], calendar: String? = nil,
    tools: ListTools? = nil, sectionTexts: [String: @Sendable () -> String?] = [:],
    edit: EditLink? = nil, booleans: [String] = [], changes: (all: ListChanges, url: String)? = nil,
    wholeFigures: [Value?] = [], recordURL: @escaping @Sendable (RecordItem) -> String
  ) {
    self.summary = summary
    self.design = design
    totalAggregates = arrangement.totals
    totals = Array(wholeFigures.prefix(arrangement.totals.count))
    let greatest = zip(arrangement.scales, wholeFigures.dropFirst(arrangement.totals.count))
    scales = greatest.reduce(into: [:]) { $0[$1.0.path.field] = $1.1.flatMap { Double($0.plainText) } }
    self.referredTerms = referredTerms
    self.exports = exports
    self.calendar = calendar
    self.tools = tools
    self.changes = changes
    self.sectionTexts = sectionTexts
    self.edit = edit
    self.booleans = booleans
    schema = arrangement.schema
    self.arrangement = arrangement
    let fields = ([design.type] + design.rules.contents).flatMap(\.fields)
    declarations =
      fields.map { field in
        let forms = "\(field.forms.rawValue)"
        let printed: [String] = [
          field.name, field.label, field.unit ?? "", field.zone ?? "", "\(field.words)", "\(field.type)",
          field.currency ?? "", field.decimals.map { String($0) } ?? "", field.grouping.map { "\($0)" } ?? "",
          field.alt ?? "", field.isShown ? "" : "hidden", forms,
        ]
        return printed.map { "\($0)\n" }.joined()
      }.joined() + (schema.map { "\($0)\n" } ?? "") + "\(design.titleField)\n"
      + design.foreign.description + scales.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
      + design.appearance.roles.sparks.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
      + "\(design.appearance.roles.text ?? -1)\n\(booleans)\n"
    self.recordURL = recordURL
  }

  /// The length of a number's bar in thousandths of the longest; nil where it has none.
  func bar(of value: Value, field: Int) -> Int? {
    guard let greatest = scales[field], let number = Double(value.plainText), number > 0 else { return nil }
    return Swift.min(1000, Swift.max(1, Int((number / greatest * 1000).rounded())))
  }

  /// The URL of a record's place in the list: its row where the list has one page, else the first page.
  package func rowURL(of item: RecordItem) -> String {
    arrangement.paging == .single ? "\(summary.url)#\(item.slug)" : summary.url
  }

  /// The values under which a record is listed: of a field, where one is given, as the field itself shows them.
  func terms(of item: RecordItem, field: Int? = nil) -> [TermSummary] {
    zip(terms, item.row.terms).enumerated().flatMap { index, entry -> [TermSummary] in
      let (terms, values) = entry
      guard field == nil || terms.terms.field == field else { return [] }
      let referred = referredTerms.indices.contains(index) ? referredTerms[index] : [:]
      if terms.terms.target != nil { return values.compactMap { referred[$0] } }
      return values.map { value in
        referred[value]
          ?? terms.term(
            title: arrangement.title(of: value, terms.terms.values, booleans),
            slug: arrangement.slug(of: value, terms.terms.values))
      }
    }
  }

  /// The names in addresses of the values under which some records are listed in one of the list's `terms`.
  package func slugs(_ number: Int, of cells: [RecordCell]) -> [[String]] {
    let values = terms[number].terms.values
    let isSpelt = terms[number].terms.target == nil && referredTerms.indices.contains(number)
    let spelt = isSpelt ? referredTerms[number] : [:]
    // To make a name takes longer than to look one up.
    var known: [Value: String] = [:]
    return cells.map { cell in
      cell.item.row.terms[number].map { value in
        if let slug = known[value] { return slug }
        let slug = spelt[value]?.slug ?? arrangement.slug(of: value, values)
        known[value] = slug
        return slug
      }
    }
  }
}

extension ListSource {
  var type: RecordType { design.type }
  var language: Language { design.language }
  var rules: CellRules { design.rules }
  var aggregates: [[Aggregate]] { design.aggregates }
  var titleField: Int { design.titleField }
  var appearance: Appearance { design.appearance }
  var hasRecordPages: Bool { design.hasRecordPages }
  package var terms: [TermsSummary] { design.terms }

  /// The tag of the language of a section's title, where that is a text of settings in another.
  ///
  /// - Parameter depth: how many groups the section is in.
  func language(ofTitle title: String, at depth: Int) -> String? { design.language(ofTitle: title, at: depth) }

  /// The same of the title of a term.
  func language(of term: TermSummary) -> String? { design.language(of: term) }

  /// The fields that a generic cell shows of a record of a variant.
  func shownFields(ofVariant variant: Int?) -> [Int] { design.shownFields(ofVariant: variant) }
}

/// The tools of a list's pages, and the URLs of what they consist of.
package struct ListTools: Sendable {
  package let settings: Tools
  /// The URL of the data that the script reads.
  package let url: String
  package let script: String
  /// The URL of the module that the script loads where it needs it.
  package let extras: String
  /// The URL of the script for the pages of records that readers can keep.
  package let star: String
  package let style: String

  package init(_ settings: Tools, url: String, script: String, extras: String, star: String, style: String) {
    self.settings = settings
    self.url = url
    self.script = script
    self.extras = extras
    self.star = star
    self.style = style
  }
}

/// The URLs of the feeds of a list or a term.
package struct FeedLinks: Hashable, Sendable {
  package let atom: String
  package let json: String

  package init(atom: String, json: String) {
    self.atom = atom
    self.json = json
  }
}

/// An entry of the index beside a list: a section or a group of them, and where it begins.
package struct IndexEntry: Hashable, Sendable {
  package let title: String
  package let url: String
  package let count: Int
  package let page: Int
  /// How many groups contain it.
  package let depth: Int

  package init(title: String, url: String, count: Int, page: Int, depth: Int = 0) {
    self.title = title
    self.url = url
    self.count = count
    self.page = page
    self.depth = depth
  }
}

/// A list as other pages mention it.
package struct ListSummary: Sendable {
  package var title: String
  package var url: String
  package var slug: String
  package var description: String?
  /// The language of its title and description; nil where that is the language of the page that names it.
  package var language: Language?
  package let count: Int

  package init(title: String, url: String, slug: String, count: Int, description: String?) {
    self.title = title
    self.url = url
    self.slug = slug
    self.description = description
    self.count = count
  }
}

/// One of a list's `terms`, as its pages mention it.
package struct TermsSummary: Hashable, Sendable {
  package let terms: Terms
  /// The URL of the page that lists the values.
  package let url: String

  package init(_ terms: Terms, ofListAt url: String) {
    self.terms = terms
    self.url = "\(url)\(PercentCoding.encoded(terms.name))/"
  }

  /// A value, as the page that lists them all mentions it.
  package func term(_ section: ArrangedSection) -> TermSummary {
    term(title: section.title ?? "", slug: section.slug, count: section.items.count)
  }

  func term(title: String, slug: String, count: Int = 0) -> TermSummary {
    TermSummary(
      field: terms.title, index: url, title: title, slug: slug, url: "\(url)\(PercentCoding.encoded(slug))/",
      count: count)
  }
}

/// A value of a field, and the page of the records that have it, or of the record that it refers to.
package struct TermSummary: Hashable, Sendable {
  /// The title of the page that lists the values.
  package let field: String
  /// The URL of that page.
  package let index: String
  package var title: String
  package let slug: String
  package var url: String
  /// How many records have it; 0 where only the value is known.
  package let count: Int
}

extension TermSummary: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    field = try coder.value(known?.field)
    index = try coder.value(known?.index)
    title = try coder.value(known?.title)
    slug = try coder.value(known?.slug)
    url = try coder.value(known?.url)
    count = try coder.value(known?.count)
  }
}
