import CellistRecords

/// How records of a Swift type are read and written: a struct of functions.
public struct RecordForm<Item: ListRecord>: Sendable {
  /// The record type of the Swift type; properties that cannot be fields are reported at a location.
  package let type: @Sendable (SourceLocation, inout Diagnostics) -> RecordType
  /// Makes an item of a record of that type.
  let decode: @Sendable (Record, RecordType) throws -> Item
  /// Makes a record's variant and values of an item.
  let encode: @Sendable (Item, RecordType) throws -> (variant: Int?, written: ValueWriter.Written)
}

extension RecordForm where Item: Codable {
  /// A structure: its properties are the fields.
  package static var coded: RecordForm {
    RecordForm(
      type: { location, diagnostics in
        var fields = FieldProbe.fields(of: Item.self, at: location, &diagnostics)
        apply(Item.fields, to: &fields, &diagnostics)
        return RecordType(fields: RecordType.withBody(fields))
      },
      decode: { try Item(from: RecordReader(record: $0, type: $1)) },
      encode: { (nil, try ValueWriter.written(of: $0, $1)) })
  }
}

extension RecordForm {
  /// One kind of record: its name in sources, and the case that holds it.
  public struct Variant: Sendable {
    let name: String
    let fields: @Sendable (SourceLocation, inout Diagnostics) -> [Field]
    let decode: @Sendable (Record, RecordType) throws -> Item
    /// The values of a content that is of this kind; nil for any other.
    let encode: @Sendable (Any, RecordType) throws -> ValueWriter.Written?

    /// Records that sources call `name`, and that the case `make` holds.
    ///
    /// - Parameters:
    ///   - name: the value of the field that names a record's kind.
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
        encode: { content, type in try (content as? Content).map { try ValueWriter.written(of: $0, type) } })
    }
  }

  /// An enumeration: each case is a kind of record, with fields of its own. The value of the field `discriminator`
  /// names a record's kind.
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
  /// - Complexity: O(*v*), where *v* is the number of variants. The form then reads a record in the time of its
  ///   variant, and writes an item in that time and O(*v*).
  public static func variants(by discriminator: String, _ variants: Variant...) -> RecordForm {
    RecordForm(
      type: { location, diagnostics in
        if let count = caseCount(of: Item.self), count != variants.count {
          diagnostics.error(
            .invalidSetting,
            "the cases of \(Item.self) are \(count), and \(variants.count) of them are declared variants",
            at: location, hint: "each case is a kind of record, and has its .variant(…)")
        }
        return RecordType(
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
          guard var written = try variant.encode(content, type) else { continue }
          written.values[type.discriminator ?? 0] = .text(variant.name)
          return (index, written)
        }
        throw EncodingError.invalidValue(
          item, .init(codingPath: [], debugDescription: "\(Swift.type(of: content)) is none of the declared variants"))
      })
  }
}

/// How many cases an enumeration has; nil for any other type.
///
/// The language has no way to ask. The type's descriptor does, as the ABI lays it out: after a metadata's kind, after
/// five words of 32 bits, the number of cases with a payload in the lower 24 bits, and then of those without.
private func caseCount(of type: Any.Type) -> Int? {
  let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  let enumeration = 0x201
  guard metadata.load(as: Int.self) == enumeration else { return nil }
  let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
  let payloads = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
  return Int(payloads) + Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
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
      let (variant, written) = try encode(item, type)
      return Record(
        id: item.id, variant: variant, values: written.values,
        locations: Array(repeating: location, count: type.fields.count), location: location,
        languages: written.languages)
    } catch {
      throw RecordMisfit(field: nil, message: "\(error)")
    }
  }
}

/// Adds to fields what their type notes of them, and the fields that notes add; a note about a field that is not there is
/// reported, and so is one that adds a field that is.
package func apply(_ notes: [FieldNote], to fields: inout [Field], _ diagnostics: inout Diagnostics) {
  for note in notes {
    if let back = note.back {
      guard !fields.contains(where: { $0.name == note.name }) else {
        diagnostics.error(
          .invalidSetting, "'\(note.name)' is a property, and records that refer here are no property's value",
          at: note.location, hint: "give the field another name, or remove the property")
        continue
      }
      fields.append(Field(note.name, .recordsFrom(list: back.list, field: back.field), isOptional: true))
    }
    guard let index = fields.firstIndex(where: { $0.name == note.name }) else {
      diagnostics.error(
        .unknownField, "there is no field '\(note.name)'", at: note.location,
        hint: diagnostics.hint(for: note.name, in: fields.map(\.name)))
      continue
    }
    fields[index].apply(note, &diagnostics)
  }
  for note in notes { RecordType.checkAlt(of: note.name, in: fields, at: note.location, &diagnostics) }
}

extension Field {
  fileprivate mutating func apply(_ note: FieldNote, _ diagnostics: inout Diagnostics) {
    // The site knows the list of the type.
    if let back = note.back { targetLocation = back.isType ? nil : note.location }
    if let list = note.list { refer(to: list, at: note.location, &diagnostics) }
    let node = Node(.mapping(note.settings), at: note.location)
    if var reader = MappingReader(node, name: "field '\(name)'", &diagnostics) {
      readSettings(&reader, &diagnostics)
      reader.finish(&diagnostics)
    }
    apply(note.words, at: note.location, &diagnostics)
  }

  /// Makes ids of the field references to the records of a list.
  private mutating func refer(to list: String, at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    switch type {
    case .text: type = .record(list: list)
    case .list(.text): type = .list(.record(list: list))
    default:
      diagnostics.error(
        .invalidSetting, "'\(name)' is \(type.name), and ids that refer to records are text", at: location)
      return
    }
    targetLocation = location
  }

  /// Takes words for the values of a choice, or for true and false.
  private mutating func apply(_ words: [String], at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    guard !words.isEmpty else { return }
    let count =
      switch type.innermost {
      case .boolean: 2
      case .choice(let keys): keys.count
      default: 0
      }
    guard count == words.count, Set(words).count == count, !words.contains("") else {
      diagnostics.error(
        .invalidSetting,
        count == 0
          ? "'words' are for a choice, or for true and false, and '\(name)' is \(type.name)"
          : "'words' are \(count) different texts, one for each value of '\(name)'", at: location)
      return
    }
    self.words = words
  }
}

extension RecordMisfit {
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
    self.init(
      field: path.first.flatMap { type.index(of: $0) },
      message: path.isEmpty ? reason : "'\(path.joined(separator: "."))': \(reason)")
  }
}
