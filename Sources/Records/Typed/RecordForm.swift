/// How records of a Swift type are read and written: a struct of functions.
public struct RecordForm<Item: ListRecord>: Sendable {
  /// The record type that the Swift type stands for, with what cannot be a field reported at a place.
  package let type: @Sendable (SourceLocation, inout Diagnostics) -> RecordType
  /// Makes an item of a record of that type.
  let decode: @Sendable (Record, RecordType) throws -> Item
  /// Makes a record's variant and values of an item.
  let encode: @Sendable (Item, RecordType) throws -> (variant: Int?, values: [Value])
}

extension RecordForm where Item: Codable {
  /// A structure: its properties are the fields.
  public static var coded: RecordForm {
    RecordForm(
      type: { location, diagnostics in
        var fields = FieldProbe.fields(of: Item.self, at: location, &diagnostics)
        apply(Item.fields, to: &fields, &diagnostics)
        return RecordType(fields: RecordType.withBody(fields))
      },
      decode: { try Item(from: RecordReader(record: $0, type: $1)) },
      encode: { (nil, try ValueWriter.values(of: $0, $1)) })
  }
}

extension RecordForm {
  /// One kind of record: its name in sources, and the case that holds it.
  public struct Variant: Sendable {
    let name: String
    let fields: @Sendable (SourceLocation, inout Diagnostics) -> [Field]
    let decode: @Sendable (Record, RecordType) throws -> Item
    /// The values of a content that is of this kind; nil for any other.
    let encode: @Sendable (Any, RecordType) throws -> [Value]?

    /// Records that sources call `name`, and that the case `make` holds.
    ///
    /// - Parameters:
    ///   - name: the value of the field that says of what kind a record is.
    ///   - make: the case, as a function; each case holds a type of its own.
    public static func variant<Content: ListRecord & Codable>(
      _ name: String, _ make: @escaping @Sendable (Content) -> Item
    ) -> Variant {
      Variant(
        name: name,
        fields: { location, diagnostics in
          var fields = FieldProbe.fields(of: Content.self, at: location, &diagnostics)
          apply(Content.fields, to: &fields, &diagnostics)
          return fields
        },
        decode: { make(try Content(from: RecordReader(record: $0, type: $1))) },
        encode: { content, type in try (content as? Content).map { try ValueWriter.values(of: $0, type) } })
    }
  }

  /// An enumeration: each case is a kind of record, with fields of its own. The value of the field `discriminator` says
  /// of what kind a record is.
  ///
  /// ```swift
  /// enum ProgrammeItem: ListRecord {
  ///   case talk(Talk), pause(Pause)
  ///
  ///   static var form: RecordForm<Self> {
  ///     .variants(by: "kind", .variant("talk", Self.talk), .variant("pause", Self.pause))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - discriminator: the name of the field, which is a choice of the variants' names.
  ///   - variants: one for each case, in the order of the choice.
  public static func variants(by discriminator: String, _ variants: Variant...) -> RecordForm {
    RecordForm(
      type: { location, diagnostics in
        RecordType(
          discriminator: Field(discriminator, .choice(variants.map(\.name))),
          variants: variants.map { (name: $0.name, fields: $0.fields(location, &diagnostics)) }, at: location,
          &diagnostics)
      },
      decode: { record, type in
        guard let index = record.variant, variants.indices.contains(index) else {
          throw DecodingError.valueNotFound(
            Item.self, .init(codingPath: [], debugDescription: "the record is of no kind"))
        }
        return try variants[index].decode(record, type)
      },
      encode: { item, type in
        guard let content = Mirror(reflecting: item).children.first?.value else {
          throw EncodingError.invalidValue(item, .init(codingPath: [], debugDescription: "the case holds no record"))
        }
        for (index, variant) in variants.enumerated() {
          guard var values = try variant.encode(content, type) else { continue }
          values[type.discriminator ?? 0] = .text(variant.name)
          return (index, values)
        }
        throw EncodingError.invalidValue(
          item, .init(codingPath: [], debugDescription: "\(Swift.type(of: content)) is none of the declared variants"))
      })
  }
}

extension RecordForm {
  /// The item that a record is.
  package func item(of record: Record, _ type: RecordType) throws(RecordMisfit) -> Item {
    do {
      return try decode(record, type)
    } catch let error as DecodingError {
      throw RecordMisfit(error, type)
    } catch {
      throw RecordMisfit(field: nil, message: "\(error)")
    }
  }

  /// The record that an item is.
  package func record(
    of item: Item, _ type: RecordType, at location: SourceLocation
  ) throws(RecordMisfit) -> Record {
    do {
      let (variant, values) = try encode(item, type)
      return Record(
        id: item.id, variant: variant, values: values,
        locations: Array(repeating: location, count: type.fields.count), location: location)
    } catch {
      throw RecordMisfit(field: nil, message: "\(error)")
    }
  }
}

/// Why a record is no item of a Swift type, or an item no record: what is wrong, and with which field, when that is
/// known.
package struct RecordMisfit: Error {
  package let field: Int?
  package let message: String

  package init(field: Int?, message: String) {
    self.field = field
    self.message = message
  }

  fileprivate init(_ error: DecodingError, _ type: RecordType) {
    let context: DecodingError.Context? =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    let path = (context?.codingPath ?? []).map(\.stringValue)
    let reason = context?.debugDescription ?? "\(error)"
    field = path.first.flatMap { type.index(of: $0) }
    message = path.isEmpty ? reason : "'\(path.joined(separator: "."))': \(reason)"
  }
}

/// Adds to fields what their type notes of them; a note about a field that is not there is reported.
package func apply(_ notes: [FieldNote], to fields: inout [Field], _ diagnostics: inout Diagnostics) {
  for note in notes {
    guard let index = fields.firstIndex(where: { $0.name == note.name }) else {
      diagnostics.error(
        .unknownField, "there is no field '\(note.name)'", at: note.location,
        hint: diagnostics.hint(for: note.name, in: fields.map(\.name)))
      continue
    }
    if let label = note.label { fields[index].label = label }
    if let unit = note.unit { fields[index].unit = unit }
    if let source = note.source { fields[index].source = source }
    if let separator = note.separator { fields[index].separator = separator }
    if let format = note.format { fields[index].format = format }
    guard let list = note.list else { continue }
    switch fields[index].type {
    case .text: fields[index].type = .record(list: list)
    case .list(.text): fields[index].type = .list(.record(list: list))
    default:
      diagnostics.error(
        .invalidSetting, "'\(note.name)' is \(fields[index].type.name), and ids that refer to records are text",
        at: note.location)
      continue
    }
    fields[index].targetLocation = note.location
  }
}
