import CellistBase
import CellistLists
import CellistRecords
import CellistThemes

/// How a build published a list: the order of its records, their places on its pages, and the frames of those pages.
///
/// The state keeps it, so that the next build knows which pages may differ, and can report which records were added, removed
/// or moved.
package struct ListSnapshot: Sendable {
  package struct Page: Sendable {
    /// The path below the output folder.
    package let path: String
    /// Whether it shows the list's own table, and not that of a term.
    package let isOwn: Bool
    /// The parts of the page besides its rows; nil where no template makes it.
    let frame: Digest?
    let sections: [Section]
  }

  /// A section, or a part of one, on a page.
  struct Section: Sendable {
    let slug: String
    let cells: [Cell]
  }

  struct Cell: Sendable {
    /// The number of its record.
    let record: Int
    let variant: Int
    /// Its anchor; nil where that is the slug of the record.
    let anchor: String?
  }

  /// The facts of a record that do not follow from its id and its list.
  struct Details: Sendable {
    /// Nil where it is the id.
    let slug: String?
    /// The folder of its page; nil where that follows from its slug.
    let place: String?
    /// Where it begins, if pages show that.
    let location: SourceLocation?
    /// The ids that it refers to, by the field that does, where pages show what refers to their records.
    let references: [Int: [String]]

    var isEmpty: Bool { slug == nil && place == nil && location == nil && references.isEmpty }
  }

  /// The name of a source of records in the state, and the file that represents it.
  package struct Source: Sendable {
    package let key: String
    package let path: String
  }

  package let name: String
  /// The list's path below the site's root.
  let path: String
  /// Distinguishes what the names of all its records share.
  let facts: Digest
  /// The names of the record type's fields.
  package let fields: [String]
  /// Those that make the id.
  package let idFields: [String]
  /// Those whose values alone can tell records apart.
  package let tellingFields: [String]
  /// Whether the state keeps whole records.
  package let holdsRecords: Bool
  package let sources: [Source]
  /// The beginning of the paths of records' pages; nil where records have no pages.
  package let prefix: String?
  /// The frame of its records' own pages; nil where they have none.
  let recordFrame: Digest?
  /// For each of its terms, the values that refer to records, as pages mention them.
  let referred: [[Value: TermSummary]]
  /// The ids of its records, in order.
  let ids: [String]
  /// The details of those records that have some, by their numbers.
  let details: [Int: Details]
  package let pages: [Page]

  /// - Parameters:
  ///   - tables: the tables of the plan.
  ///   - fields: the fields with references that the pages of any list follow back.
  init(_ list: ListPlan, _ tables: PlanTables.List, followingBack fields: Set<Int>) {
    let settings = list.settings
    name = settings.folder.name
    (path, facts, recordFrame, referred) = (tables.path, tables.facts, tables.recordFrame, tables.referred)
    let type = settings.type
    self.fields = type.fields.map(\.name)
    let idFields = settings.decoder.idFields.map { type.fields[$0].name }
    // Without a setting 'id', a field of that name is the id.
    self.idFields = idFields.isEmpty && type.index(of: "id") != nil ? ["id"] : idFields
    let named = Set([settings.titleField, settings.appearance.roles.text].compactMap(\.self))
    tellingFields = type.fields.indices.filter { named.contains($0) || type.fields[$0].type.isTelling }.map {
      type.fields[$0].name
    }
    holdsRecords = settings.holdsRecords
    let read = list.content.sources
    // One after another where it lies: a source is long, and to copy tens of thousands takes a while.
    sources = read.indices.map { Source(key: read[$0].group.stateKey, path: read[$0].group.path) }
    prefix = settings.hasRecordPages ? list.recordPrefix : nil
    var rows = Rows(list.records, tellsLines: settings.edit?.hasLines == true, followingBack: fields)
    pages = tables.pages.enumerated().map { index, page in
      Page(
        path: page.path, isOwn: list.isOwn(page: index), frame: page.frame,
        sections: page.sections.map { section in Section(slug: section.id, cells: section.cells.map { rows.cell($0) }) }
      )
    }
    (ids, details) = (rows.ids, rows.details)
  }

  /// Numbers the records of a list.
  private struct Rows {
    private(set) var ids: [String] = []
    private(set) var details: [Int: Details] = [:]
    private var items: [ObjectIdentifier] = []
    /// The numbers of all items, for those that pages show in another order than that of the list.
    private lazy var numbers = Dictionary(
      items.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    private let tellsLines: Bool
    private let fields: Set<Int>
    private var next = 0

    init(_ records: RecordRow, tellsLines: Bool, followingBack fields: Set<Int>) {
      (self.tellsLines, self.fields) = (tellsLines, fields)
      ids.reserveCapacity(records.count)
      items.reserveCapacity(records.count)
      for cell in records { add(cell.item) }
    }

    private mutating func add(_ item: RecordItem) {
      items.append(ObjectIdentifier(item))
      let details = Details(
        slug: item.slug == item.id ? nil : item.slug, place: item.givenPlace,
        location: tellsLines ? item.location : nil,
        references: fields.isEmpty ? [:] : item.references.filter { fields.contains($0.key) })
      if !details.isEmpty { self.details[ids.count] = details }
      ids.append(item.id)
    }

    mutating func cell(_ cell: RecordCell) -> Cell {
      Cell(
        record: number(of: cell.item), variant: cell.variant,
        anchor: cell.anchor == cell.item.slug ? nil : cell.anchor)
    }

    private mutating func number(of item: RecordItem) -> Int {
      let key = ObjectIdentifier(item)
      if !items.indices.contains(next) || items[next] != key {
        if let known = numbers[key] {
          next = known
        } else {
          next = items.count
          numbers[key] = next
          add(item)
        }
      }
      defer { next += 1 }
      return next
    }
  }

  /// The ids of records in a section, or a part of one on a page.
  package struct SectionIDs: Sendable {
    package let slug: String
    package fileprivate(set) var ids: [String]
  }

  package func sections(of page: Page) -> [SectionIDs] {
    page.sections.map { section in SectionIDs(slug: section.slug, ids: section.cells.map { ids[$0.record] }) }
  }

  /// The sections of the whole list: one may go on from page to page.
  package var wholeSections: [SectionIDs] {
    var sections: [SectionIDs] = []
    for section in pages.filter(\.isOwn).flatMap({ self.sections(of: $0) }) {
      if sections.last?.slug == section.slug {
        sections[sections.count - 1].ids += section.ids
      } else {
        sections.append(section)
      }
    }
    return sections
  }

  /// The items of its records: those of a plan that read the same, and otherwise ones of what is known here.
  func items(comparedWith list: ListPlan) -> [RecordItem] {
    let (ids, details, records) = (ids, details, list.records)
    let places = EarlierPlaces(
      of: ids, in: records, isSame: { Identifier($0) == Identifier($1.item.id) }, newKey: { Identifier($0) },
      oldKey: { Identifier($0.item.id) })
    let unread = Record(id: "", values: [], locations: [], location: SourceLocation(file: ""))
    return ids.indices.map { number in
      let known = details[number] ?? Details(slug: nil, place: nil, location: nil, references: [:])
      if let place = places[number], known.describe(records[place].item) { return records[place].item }
      return RecordItem(
        id: ids[number], slug: known.slug ?? ids[number], variant: nil, title: ids[number],
        location: known.location ?? unread.location, row: RecordItem.Row(), references: known.references,
        place: known.place, in: unread)
    }
  }
}

extension ListSnapshot.Details {
  /// Whether they are those of an item, whose id is the same.
  fileprivate func describe(_ item: RecordItem) -> Bool {
    Identifier(slug ?? item.id) == Identifier(item.slug) && place == item.givenPlace
      && location.map { $0 == item.location } ?? true && references.allSatisfy { item.references[$0.key] == $0.value }
  }
}

extension FieldType {
  /// Whether two records that share a value are likely to be one: no names of rooms, numbers, choices, dates or references.
  fileprivate var isTelling: Bool {
    switch self {
    case .markdown, .url, .email, .telephone, .asset: true
    default: false
    }
  }
}

// MARK: - As bytes

extension ListSnapshot: StateCodable {
  package init(_ coder: inout StateCoder, _ known: ListSnapshot?) throws(StateCoder.Malformed) {
    name = try coder.value(known?.name)
    path = try coder.value(known?.path)
    facts = try coder.value(known?.facts)
    fields = try coder.items(known?.fields)
    idFields = try coder.items(known?.idFields)
    tellingFields = try coder.items(known?.tellingFields)
    holdsRecords = try coder.value(known?.holdsRecords)
    sources = try coder.items(known?.sources)
    prefix = try coder.optional(known?.prefix)
    recordFrame = try coder.optional(known?.recordFrame)
    referred = try coder.items(known?.referred.map(Mentions.init)).map(\.terms)
    ids = try coder.items(known?.ids)
    details = try coder.entries(known?.details, by: <)
    pages = try coder.items(known?.pages)
    let records = ids.indices
    guard
      known != nil
        || pages.allSatisfy({ $0.sections.allSatisfy { $0.cells.allSatisfy { records.contains($0.record) } } })
    else {
      throw StateCoder.Malformed()
    }
  }

  /// The values of a term, as pages mention them.
  private struct Mentions: StateCodable {
    let terms: [Value: TermSummary]

    init(_ terms: [Value: TermSummary]) { self.terms = terms }

    init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
      let known = known.map { known in
        Dictionary(known.terms.map { (KeptValue($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
      }
      let entries = try coder.entries(known, by: { inByteOrder($0.value.plainText, $1.value.plainText) })
      terms = Dictionary(entries.map { ($0.key.value, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
  }
}

extension ListSnapshot.Source: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    key = try coder.value(known?.key)
    path = try coder.value(known?.path)
  }
}

extension ListSnapshot.Details: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    slug = try coder.optional(known?.slug)
    place = try coder.optional(known?.place)
    location = try coder.optional(known?.location)
    references = try coder.entries(known?.references, by: <)
  }
}

extension ListSnapshot.Page: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    path = try coder.value(known?.path)
    isOwn = try coder.value(known?.isOwn)
    frame = try coder.optional(known?.frame)
    sections = try coder.items(known?.sections)
  }
}

extension ListSnapshot.Section: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    slug = try coder.value(known?.slug)
    cells = try coder.items(known?.cells)
  }
}

extension ListSnapshot.Cell: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    record = try coder.value(known?.record)
    variant = try coder.value(known?.variant)
    anchor = try coder.optional(known?.anchor)
  }
}
