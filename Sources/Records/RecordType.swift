import CellistText

/// The declared shape of a list's records; may have variants, as an enum has cases.
///
/// The fields of all variants share one row, so that a list can be sorted and divided into sections across variants; a
/// record has no value where its variant has no field.
package struct RecordType: Hashable, Sendable {
  /// The key that means the record's id.
  package static let idKey = "id"

  /// One case of a type with variants: its name and the fields it has, as indices into the type's fields.
  package struct Variant: Hashable, Sendable {
    package let name: String
    package let fields: [Int]
  }

  /// All fields in display order, those of every variant, followed by the columns that the type has joined.
  package internal(set) var fields: [Field]
  /// The field whose value names a record's variant, when there are variants.
  package let discriminator: Int?
  /// The cases; empty for a type without variants.
  package let variants: [Variant]
  /// The columns that come from other records: the last of the fields.
  package let columns: [JoinedColumn]
  /// The lists that references may lead to, in a type that has joined columns of theirs.
  package let targets: [String: ReferenceTarget]
  private let indices: [String: Int]

  package init(fields: [Field], discriminator: Int? = nil, variants: [Variant] = []) {
    self.init(fields: fields, discriminator: discriminator, variants: variants, columns: [], targets: [:])
  }

  init(
    fields: [Field], discriminator: Int?, variants: [Variant], columns: [JoinedColumn],
    targets: [String: ReferenceTarget]
  ) {
    self.fields = fields
    self.discriminator = discriminator
    self.variants = variants
    self.columns = columns
    self.targets = targets
    indices = Dictionary(fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of the Markdown text below a record's front matter, which every record type has.
  package static let bodyName = "body"

  /// The names that a record's source may use for publishing, whatever its type.
  package static let scheduleNames = ["draft", "publish", "expires"]

  /// The type with its datetimes in the time zone, its Markdown in the forms, and its texts as folded, as a reader reads
  /// them.
  package func read(by values: ValueReader) -> RecordType {
    let fields = fields.map { field in
      var field = field
      if field.type.innermost == .datetime { field.zone = values.zone.name }
      field.forms = values.forms
      field.isFolded = values.isFolded
      return field
    }
    return RecordType(
      fields: fields, discriminator: discriminator, variants: variants, columns: columns, targets: targets)
  }

  package func index(of name: String) -> Int? { indices[name] }

  /// How many fields are declared, which come before joined columns.
  package var ownCount: Int { fields.count - columns.count }

  /// The fields that records of a variant have; without a variant, all that are declared.
  package func fieldIndices(ofVariant variant: Int?) -> [Int] {
    guard let variant, variants.indices.contains(variant) else { return Array(0..<ownCount) }
    return variants[variant].fields
  }

  /// A field that reads one of the values which a path leads to, as settings write them.
  package func field(of path: FieldPath, called name: String) -> Field {
    let item: FieldType = if case .list(let item) = path.type { item } else { path.type }
    var field = Field(name, item)
    guard path.part == nil else { return field }
    let own = fields[path.field]
    (field.formats, field.precision, field.isTimeOptional) = (own.formats, own.precision, own.isTimeOptional)
    (field.spellings, field.isFolded) = (own.spellings, own.isFolded)
    return field
  }

  /// The field with the date of a record's last change.
  package var updatedField: Int? { fields.prefix(ownCount).firstIndex { $0.source.isOfHistory } }

  /// The type with one more field, which records of all variants have.
  package func adding(_ field: Field) -> RecordType {
    let variants = variants.map { Variant(name: $0.name, fields: $0.fields + [ownCount]) }
    return RecordType(fields: fields + [field], discriminator: discriminator, variants: variants)
  }

  /// The field that names a record: the first text field, else the first.
  package var defaultTitle: Int {
    fields.firstIndex { $0.type == .text } ?? 0
  }
}
