import CellistLists
import CellistMarkup
import CellistRecords
import CellistTables
import CellistTemplates

/// Describes the records of a list in the vocabulary of schema.org, as its settings say: JSON-LD in a script element
/// that browsers do not run.
struct StructuredData: Sendable {
  private let schema: SchemaOrg
  private let list: ListSource
  private let links: PageLinks
  /// The start of URLs that begin at the host's root; empty where the host is not known.
  private let origin: String

  /// Nil where the settings do not name the type of the records.
  init?(_ list: ListSource, on site: SiteSummary) {
    guard let schema = list.schema else { return nil }
    self.schema = schema
    self.list = list
    links = site.links
    origin = site.origin ?? ""
  }

  // MARK: Records

  /// The description on a record's page; nil where the list is described as a whole.
  func html(of item: RecordItem) -> String? {
    guard let type = schema.type else { return nil }
    var members = properties(of: item)
    func add(_ name: String, _ value: String) {
      if !members.contains(where: { $0.0 == name }) { members.insert((name, .text(value)), at: 0) }
    }
    add("url", whole(list.recordURL(item)))
    add("name", item.title)
    if let given = item.given, !given.value.isAbsent, !members.contains(where: { $0.0 == "dateModified" }) {
      // Not every type has dates of change, but a page does.
      let page = [("@type", JSONText.text("WebPage")), ("dateModified", .text(given.value.plainText))]
      members.append(("mainEntityOfPage", .object(page)))
    }
    return Self.element(type, members)
  }

  private func properties(of item: RecordItem) -> [(String, JSONText?)] {
    let record = item.record
    var joined = item.row.schema[...]
    return schema.properties.map { property in
      let field = property.path.field
      guard field < list.type.ownCount else {
        // Only a whole URL means the same here as in the record that it comes from.
        return (property.name, json(joined.popFirst() ?? .absent, property.path.type) { _ in "" })
      }
      let value = property.path.value(in: record, language: list.language)
      return (
        property.name,
        json(value, property.path.type, list.type.fields[field].forms) {
          links.resolve($0, record.locations[field].file)
        }
      )
    }
  }

  /// A value as its type has it; nil where there is nothing to say.
  private func json(
    _ value: Value, _ type: FieldType, _ forms: MarkdownExtensions = .all, resolve: (String) -> String
  ) -> JSONText? {
    switch (value, type) {
    case (.text(let text), .markdown): return JSONText.text(MarkdownRenderer.plainText(text, forms)).nonempty
    case (.list(let items), .list(let item)):
      let values = items.compactMap { json($0, item, forms, resolve: resolve) }
      return values.isEmpty ? nil : .array(values)
    case (.date(let day), .month): return .text(String(day.iso.prefix("2024-05".count)))
    default: return value.linking(type) { whole(resolve($0)) }.json?.nonempty
    }
  }

  /// Appends what `html` depends on besides the settings, without reading the record.
  func trace(_ item: RecordItem, into buffer: inout ByteBuffer) {
    guard schema.type != nil else { return }
    for text in [item.title, whole(list.recordURL(item))] { buffer.append(counted: text) }
    buffer.append(fixed: item.given?.fingerprint ?? 0)
    for value in item.row.schema { buffer.append(counted: value.plainText) }
    for property in schema.properties where item.fingerprints.indices.contains(property.path.field) {
      buffer.append(fixed: item.fingerprints[property.path.field])
    }
    if schema.properties.contains(where: { $0.path.type.mayLink }) {
      item.forEachLink { buffer.append(counted: links.resolve($0, $1)) }
    }
  }

  // MARK: Lists

  /// The description on a page of the list: the records on it, or on the first page what the list is as a whole.
  func html(of page: ListPage) -> String? {
    guard schema.type == nil else { return Self.element("ItemList", records(on: page)) }
    guard page.isFirst, page.term == nil else { return nil }
    let files = list.exports.map { export in
      JSONText.object([
        ("@type", .text("DataDownload")), ("encodingFormat", .text(export.format.mediaType)),
        ("contentUrl", .text(whole(export.url))),
      ])
    }
    return Self.element(
      "Dataset",
      [
        ("name", .text(list.summary.title)), ("url", .text(whole(list.summary.url))),
        ("description", list.summary.description.map(JSONText.text)),
        // A record's own language, such as a book's, does not follow from that of its page.
        ("inLanguage", page.page.translations.isEmpty ? nil : .text(list.language.tag)),
        ("distribution", files.isEmpty ? nil : .array(files)),
      ])
  }

  private func records(on page: ListPage) -> [(String, JSONText?)] {
    var seen: Set<String> = []
    let items = page.table.table.sections.flatMap { $0.cells.map(\.item) }.filter { seen.insert($0.id).inserted }
    let elements = items.enumerated().map { index, item in
      JSONText.object([
        ("@type", .text("ListItem")), ("position", .integer(index + 1)),
        ("url", .text(whole(list.recordURL(item)))), ("name", .text(item.title)),
      ])
    }
    return [
      ("name", .text(page.page.title)), ("url", .text(whole(page.page.url))), ("itemListElement", .array(elements)),
    ]
  }

  // MARK: JSON-LD

  private func whole(_ url: String) -> String {
    url.hasPrefix("/") && !url.hasPrefix("//") ? origin + url : url
  }

  private static func element(_ type: String, _ members: [(String, JSONText?)]) -> String {
    let json = JSONText.object([("@context", .text("https://schema.org")), ("@type", .text(type))] + members).line
    // Only strings hold these characters. Escaped, they cannot end the element, nor begin a comment in it.
    var bytes = Array("<script type=\"application/ld+json\">".utf8)
    for byte in json.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: ">"): bytes += "\\u003e".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    bytes += "</script>".utf8
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONText {
  /// The value; nil for an empty text.
  fileprivate var nonempty: JSONText? { if case .text("") = self { nil } else { self } }
}
