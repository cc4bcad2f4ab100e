/// The type of a field, as a list's settings declare it.
public indirect enum FieldType: Hashable, Sendable {
  /// Text, of which nothing is taken for markup.
  case text
  /// Text in CommonMark, which pages show as HTML.
  case markdown
  /// A whole number of 64 bits.
  case integer
  /// A decimal number, which keeps the digits that were written.
  case number
  /// True or false.
  case boolean
  /// A day, as ISO 8601 writes it unless the field has another format.
  case date
  /// A day with a time and a zone.
  case datetime
  /// A link: http, https, mailto, tel, or relative.
  case url
  /// An address of mail, which pages show as a link.
  case email
  /// The number of a telephone, which pages show as a link.
  case telephone
  /// A version, such as 2.0.0-beta.2, which comes before 2.0.0, and that before 10.0.
  case version
  /// A place on the earth, as its latitude and longitude in degrees.
  case point
  /// The path of a file of the site, relative to the record's own.
  case asset
  /// One of the named values, in their declared order.
  case choice([String])
  /// Any number of values of one type.
  case list(FieldType)
  /// Values of one type by their names, in the order of the source.
  case map(FieldType)
  /// The id of a record of a list, which is named by its path below `content/`.
  case record(list: String)
  /// The records of a list whose field `field` refers to this one: computed, and never read from a source.
  case recordsFrom(list: String, field: String)
  /// A month of a year: what the `month` of a date is. Not declared by itself.
  case month
}

extension FieldType {
  /// The types that have a name of their own.
  package static let named: [(name: String, type: FieldType)] = [
    ("text", .text), ("markdown", .markdown), ("integer", .integer), ("number", .number), ("boolean", .boolean),
    ("date", .date), ("datetime", .datetime), ("url", .url), ("email", .email),
    ("telephone", .telephone), ("version", .version), ("point", .point), ("asset", .asset),
  ]

  /// The name of the type, or of its outermost part: `text`, `choice`, `list`.
  package var name: String {
    switch self {
    case .text: "text"
    case .markdown: "markdown"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .datetime: "datetime"
    case .url: "url"
    case .email: "email"
    case .telephone: "telephone"
    case .version: "version"
    case .point: "point"
    case .asset: "asset"
    case .choice: "choice"
    case .list: "list"
    case .map: "map"
    case .record: "record"
    case .recordsFrom: "records-from"
    case .month: "month"
    }
  }

  /// The type as a message names what was expected: "an integer", "one of a, b".
  package var expectation: String {
    switch self {
    case .text: "text"
    case .markdown: "Markdown text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .date, .month: "a date such as 2024-05-01"
    case .datetime: "a date and time such as 2024-05-01T09:30"
    case .url: "a URL"
    case .email: "an address of mail such as ada@example.org"
    case .telephone: "the number of a telephone such as +44 20 7946 0958"
    case .version: "a version such as 2.0.0-beta.2"
    case .point: "a latitude and a longitude in degrees such as 46.948 7.447"
    case .asset: "the path of a file"
    case .choice(let names): "one of \(names.joined(separator: ", "))"
    case .list: "a list"
    case .map: "a mapping"
    case .record(let list): "the id of a record of '\(list)'"
    case .recordsFrom: "nothing, since it is computed"
    }
  }
}

extension FieldType {
  /// The list that references of this type lead to, back references among them; nil for all other types.
  package var target: String? {
    switch self {
    case .record(let list), .list(.record(let list)), .recordsFrom(let list, _): list
    default: nil
    }
  }

  /// The type as a hint writes it, without what it holds: `text`, `{record: people}`.
  var notation: String { if case .record(let list) = self { "{record: \(list)}" } else { name } }

  /// Whether values of this type follow from other records.
  package var isComputed: Bool { if case .recordsFrom = self { true } else { false } }

  /// Whether values are paths of files, or lists or maps of such.
  package var isAsset: Bool { innermost == .asset }

  /// Whether a value is a picture, or a list of pictures.
  package var isPicture: Bool { self == .asset || self == .list(.asset) }

  /// Whether values may hold links, so that what they print as depends on where those lead.
  package var mayLink: Bool {
    switch self {
    case .markdown, .url, .asset: true
    case .list(let item), .map(let item): item.mayLink
    default: false
    }
  }
}
