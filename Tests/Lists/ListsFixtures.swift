import CellistText
import Testing

@testable import CellistLists
@testable import CellistRecords

/// Swift Testing has a type of the same name.
typealias Place = CellistRecords.SourceLocation

let place = Place(file: "list.yml", line: 3, column: 5)

/// Diagnostics as one line each: place, severity, message, code, hint.
func lines(_ diagnostics: Diagnostics) -> [String] {
  diagnostics.all.map { one in
    "\(one.location.map { "\($0): " } ?? "")\(one.severity.rawValue): \(one.message) [\(one.code.rawValue)]"
      + (one.hint.map { "; \($0)" } ?? "")
  }
}

/// Settings written as Swift literals: texts, lists and mappings, all at one place.
enum Setting: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, Sendable {
  case text(String)
  case list([Setting])
  case mapping([(String, Setting)])
  case null

  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral elements: Setting...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, Setting)...) { self = .mapping(elements) }

  var node: Node {
    switch self {
    case .text(let text): Node(.scalar(text, quoted: false), at: place)
    case .list(let items): Node(.sequence(items.map(\.node)), at: place)
    case .mapping(let entries):
      Node(.mapping(entries.map { .init(key: $0.0, keyLocation: place, value: $0.1.node) }), at: place)
    case .null: Node(.null, at: place)
    }
  }
}

/// A list of chemical elements, with a field of nearly every type.
enum Elements {
  static let type = RecordType(fields: [
    Field("name", .text), Field("number", .integer, isOptional: true), Field("mass", .number, isOptional: true),
    Field("category", .choice(["metal", "gas", "other"]), isOptional: true),
    Field("discovered", .date, isOptional: true), Field("seen", .datetime, isOptional: true),
    Field("stable", .boolean, isOptional: true), Field("tags", .list(.text)),
    Field("notes", .markdown, isOptional: true),
  ])

  static func values() throws -> ValueReader {
    ValueReader(language: try #require(Language(tag: "en")), zone: try #require(TimeZoneRules("UTC")))
  }

  /// A record from the texts of its fields.
  static func record(_ id: String, _ fields: [String: Setting] = [:]) throws -> Record {
    var diagnostics = Diagnostics()
    let reader = try values()
    let read = type.fields.map { field in
      guard let setting = fields[field.name] else { return field.name == "tags" ? Value.list([]) : .absent }
      return reader.read(setting.node, as: field, &diagnostics) ?? .absent
    }
    try #require(diagnostics.all.isEmpty, "\(lines(diagnostics))")
    return Record(
      id: id, values: read, locations: Array(repeating: place, count: read.count), location: place)
  }
}

/// An arrangement read from settings, and what was wrong with them.
func arrangement(_ settings: Setting) throws -> (arrangement: Arrangement, messages: [String]) {
  var diagnostics = Diagnostics()
  var reader = try #require(MappingReader(settings.node, name: "list.yml", &diagnostics))
  let arrangement = Arrangement(&reader, type: Elements.type, values: try Elements.values(), &diagnostics)
  reader.finish(&diagnostics)
  return (arrangement, lines(diagnostics))
}

/// The sections of an arranged list as text: the title, then the ids. Where no setting sorts the records, they are
/// written in the order of their ids; else that does not matter.
func outline(_ settings: Setting, _ records: [Record]) throws -> [String] {
  let (arrangement, messages) = try arrangement(settings)
  #expect(messages == [])
  var diagnostics = Diagnostics()
  let written = settings.node["sort"] == nil ? records.sorted { $0.id < $1.id } : records.shuffled()
  let list = arrangement.arrange(written, &diagnostics)
  #expect(lines(diagnostics) == [])
  return list.sections.map { section in
    let ids = section.items.map(\.record.id).joined(separator: " ")
    let titles = section.groups.map(\.title) + [section.title].compactMap(\.self)
    return titles.isEmpty ? ids : "\(titles.joined(separator: "/")): \(ids)"
  }
}

extension Arrangement {
  /// The list that records make which have all been read.
  func arrange(_ records: [Record], _ diagnostics: inout Diagnostics) -> ArrangedList {
    var clock = clock(at: 0)
    let items = records.map {
      RecordItem($0, of: type, language, title: type.defaultTitle, row: row(of: $0, &clock))
    }
    return arrange(items, &diagnostics)
  }
}
