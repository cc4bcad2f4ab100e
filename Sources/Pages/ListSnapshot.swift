import CellistBase
import CellistContent
import CellistLists
import CellistRecords
import CellistSites
import CellistThemes

/// How a build published a list: the order of its records, where they stand on its pages, and what surrounds them there.
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

  /// What a record shows or leads to besides its id, where that does not follow from its id and its list.
  struct Details: Sendable {
    /// Nil where it is the id.
    var slug: String?
    /// The folder of its page; nil where that follows from its slug.
    var place: String?
    /// Where it begins, if pages say so.
    var location: SourceLocation?
    /// The ids that it refers to, by the field that does, where pages show what refers to their records.
    var references: [Int: [String]] = [:]

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
  /// What its records' own pages show besides records; nil where they have none.
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
  init(_ list: ListPlan, _ tables: ListTables, followingBack fields: Set<Int>) {
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
    /// The numbers of all items, once one was asked for that stands in another order than that of the list.
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
      let known = details[number] ?? Details()
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

extension ListSnapshot {
  package var bytes: [UInt8] {
    var writer = StateWriter()
    writer.write(name)
    writer.write(path)
    writer.write(facts)
    for names in [fields, idFields, tellingFields] { writer.write(names) { $0.write($1) } }
    writer.write(holdsRecords)
    writer.write(sources) { writer, source in
      writer.write(source.key)
      writer.write(source.path)
    }
    writer.write(prefix) { $0.write($1) }
    writer.write(recordFrame) { $0.write($1) }
    writer.write(referred) { writer, terms in
      // The bytes follow from the list alone.
      let terms = terms.map { (value: $0.key, key: $0.key.plainText, term: $0.value) }
      writer.write(terms.sorted { inByteOrder($0.key, $1.key) }) { writer, mention in
        writer.write(mention.value)
        let term = mention.term
        for text in [term.field, term.index, term.title, term.slug, term.url] { writer.write(text) }
        writer.write(term.count)
      }
    }
    writer.write(ids) { $0.write($1) }
    writer.write(details.sorted { $0.key < $1.key }) { writer, details in
      writer.write(details.key)
      writer.write(details.value)
    }
    writer.write(pages) { writer, page in
      writer.write(page.path)
      writer.write(page.isOwn)
      writer.write(page.frame) { $0.write($1) }
      var next = 0
      writer.write(page.sections) { writer, section in
        writer.write(section.slug)
        writer.write(section.cells) { writer, cell in
          // Most stand behind the one before.
          writer.write(cell.record - next)
          writer.write(cell.variant)
          writer.write(cell.anchor) { $0.write($1) }
          next = cell.record + 1
        }
      }
    }
    return writer.bytes
  }

  package init(_ bytes: ArraySlice<UInt8>) throws(StateReader.Malformed) {
    var reader = StateReader(bytes)
    name = try reader.text()
    path = try reader.text()
    facts = try reader.digest()
    fields = try reader.items { reader throws(StateReader.Malformed) in try reader.text() }
    idFields = try reader.items { reader throws(StateReader.Malformed) in try reader.text() }
    tellingFields = try reader.items { reader throws(StateReader.Malformed) in try reader.text() }
    holdsRecords = try reader.flag()
    sources = try reader.items { reader throws(StateReader.Malformed) in
      Source(key: try reader.text(), path: try reader.text())
    }
    prefix = try reader.optional { reader throws(StateReader.Malformed) in try reader.text() }
    recordFrame = try reader.optional { reader throws(StateReader.Malformed) in try reader.digest() }
    referred = try reader.items { reader throws(StateReader.Malformed) in
      let terms = try reader.items { reader throws(StateReader.Malformed) in
        (
          try reader.value(),
          TermSummary(
            field: try reader.text(), index: try reader.text(), title: try reader.text(), slug: try reader.text(),
            url: try reader.text(), count: try reader.integer())
        )
      }
      return Dictionary(terms, uniquingKeysWith: { first, _ in first })
    }
    ids = try reader.items { reader throws(StateReader.Malformed) in try reader.text() }
    let details = try reader.items { reader throws(StateReader.Malformed) in
      (try reader.integer(), try reader.details())
    }
    self.details = Dictionary(details, uniquingKeysWith: { first, _ in first })
    pages = try reader.items { [count = ids.count] reader throws(StateReader.Malformed) in
      try reader.page(ofRecords: count)
    }
  }
}

extension StateWriter {
  fileprivate mutating func write(_ details: ListSnapshot.Details) {
    write(details.slug) { $0.write($1) }
    write(details.place) { $0.write($1) }
    write(details.location) { writer, location in
      writer.write(location.written)
      writer.write(location.line)
      writer.write(location.writtenColumn)
    }
    write(details.references.sorted { $0.key < $1.key }) { writer, references in
      writer.write(references.key)
      writer.write(references.value) { $0.write($1) }
    }
  }
}

extension StateReader {
  fileprivate mutating func details() throws(Malformed) -> ListSnapshot.Details {
    var details = ListSnapshot.Details()
    details.slug = try optional { reader throws(Malformed) in try reader.text() }
    details.place = try optional { reader throws(Malformed) in try reader.text() }
    details.location = try optional { reader throws(Malformed) in
      SourceLocation(
        written: try reader.text(), line: try reader.integer(), writtenColumn: try reader.integer())
    }
    let references = try items { reader throws(Malformed) in
      (try reader.integer(), try reader.items { reader throws(Malformed) in try reader.text() })
    }
    details.references = Dictionary(references, uniquingKeysWith: { first, _ in first })
    return details
  }

  fileprivate mutating func page(ofRecords count: Int) throws(Malformed) -> ListSnapshot.Page {
    let (path, isOwn) = (try text(), try flag())
    let frame = try optional { reader throws(Malformed) in try reader.digest() }
    var next = 0
    let sections = try items { reader throws(Malformed) in
      let slug = try reader.text()
      let cells = try reader.items { reader throws(Malformed) in
        let record = next &+ (try reader.integer())
        guard (0..<count).contains(record) else { throw Malformed() }
        next = record + 1
        return ListSnapshot.Cell(
          record: record, variant: try reader.integer(),
          anchor: try reader.optional { reader throws(Malformed) in try reader.text() })
      }
      return ListSnapshot.Section(slug: slug, cells: cells)
    }
    return ListSnapshot.Page(path: path, isOwn: isOwn, frame: frame, sections: sections)
  }
}
