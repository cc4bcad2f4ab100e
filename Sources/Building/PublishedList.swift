import CellistBase
import CellistPages
import CellistRecords
import CellistSites

/// How a build published a list: the order of its records and their pages. The state keeps it, so that the next build
/// can report which records were added, removed or moved.
struct PublishedList: Sendable {
  /// A section, or a part of one, on a page.
  struct Section: Hashable, Sendable {
    let slug: String
    fileprivate(set) var ids: [String]
  }

  struct Page: Sendable {
    /// The path below the output folder.
    let path: String
    /// Whether it shows the list's own table, and not that of a term.
    let isOwn: Bool
    let sections: [Section]
  }

  /// The name of a source of records in the state, and the file that represents it.
  struct Source: Sendable {
    let key: String
    let path: String
  }

  let name: String
  /// The names of the record type's fields.
  let fields: [String]
  /// Those that make the id.
  let idFields: [String]
  /// Those whose values alone can tell records apart.
  let tellingFields: [String]
  /// Whether the state keeps whole records.
  let holdsRecords: Bool
  let sources: [Source]
  /// The beginning of the paths of records' pages; nil where records have no pages.
  let prefix: String?
  let pages: [Page]

  init(_ list: ListPlan) {
    let settings = list.settings
    name = settings.folder.name
    let type = settings.type
    fields = type.fields.map(\.name)
    let ids = settings.decoder.idFields.map { type.fields[$0].name }
    // Without a setting 'id', a field of that name is the id.
    idFields = ids.isEmpty && type.index(of: "id") != nil ? ["id"] : ids
    let named = Set([settings.titleField, settings.appearance.roles.text].compactMap(\.self))
    tellingFields = type.fields.indices.filter { named.contains($0) || type.fields[$0].type.isTelling }.map {
      type.fields[$0].name
    }
    holdsRecords = settings.holdsRecords
    let read = list.content.sources
    // One after another where it lies: a source is long, and to copy tens of thousands takes a while.
    sources = read.indices.map { Source(key: read[$0].group.stateKey, path: read[$0].group.path) }
    prefix = settings.hasRecordPages ? list.recordPrefix : nil
    pages = list.pages.enumerated().map { index, page in
      Page(
        path: PagePath.page(in: list.folder(page: index)), isOwn: list.isOwn(page: index),
        sections: page.table.sections.map { Section(slug: $0.id, ids: $0.cells.map(\.item.id)) })
    }
  }

  /// The sections of the whole list: one may go on from page to page.
  var sections: [Section] {
    var sections: [Section] = []
    for section in pages.lazy.filter(\.isOwn).flatMap(\.sections) {
      if sections.last?.slug == section.slug {
        sections[sections.count - 1].ids += section.ids
      } else {
        sections.append(section)
      }
    }
    return sections
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

extension PublishedList {
  var bytes: [UInt8] {
    var writer = StateWriter()
    writer.write(name)
    for names in [fields, idFields, tellingFields] { writer.write(names) { $0.write($1) } }
    writer.write(holdsRecords)
    writer.write(sources) { writer, source in
      writer.write(source.key)
      writer.write(source.path)
    }
    writer.write(prefix) { $0.write($1) }
    writer.write(pages) { writer, page in
      writer.write(page.path)
      writer.write(page.isOwn)
      writer.write(page.sections) { writer, section in
        writer.write(section.slug)
        writer.write(section.ids) { $0.write($1) }
      }
    }
    return writer.bytes
  }

  init(_ bytes: ArraySlice<UInt8>) throws(StateReader.Malformed) {
    var reader = StateReader(bytes)
    name = try reader.text()
    fields = try reader.items { reader throws(StateReader.Malformed) in try reader.text() }
    idFields = try reader.items { reader throws(StateReader.Malformed) in try reader.text() }
    tellingFields = try reader.items { reader throws(StateReader.Malformed) in try reader.text() }
    holdsRecords = try reader.flag()
    sources = try reader.items { reader throws(StateReader.Malformed) in
      Source(key: try reader.text(), path: try reader.text())
    }
    prefix = try reader.optional { reader throws(StateReader.Malformed) in try reader.text() }
    pages = try reader.items { reader throws(StateReader.Malformed) in
      Page(
        path: try reader.text(), isOwn: try reader.flag(),
        sections: try reader.items { reader throws(StateReader.Malformed) in
          Section(
            slug: try reader.text(),
            ids: try reader.items { reader throws(StateReader.Malformed) in try reader.text() })
        })
    }
  }
}

extension SitePlan {
  /// Notes how the lists are published, for the next build.
  func record(in known: inout Shelf<ArraySlice<UInt8>>) {
    for list in lists { known[list.settings.folder.name] = PublishedList(list).bytes[...] }
    guard known.count != lists.count else { return }
    let names = Set(lists.map(\.settings.folder.name))
    known.keep { names.contains($0) }
  }

  /// The ingredients that pages share, by the part that refers to them in each page.
  var sharedParts: [[UInt8]: [UInt8]] {
    Dictionary(sharedIngredients.map { ($0.part, $0.parts) }, uniquingKeysWith: { first, _ in first })
  }
}
