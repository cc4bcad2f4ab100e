import CellistRecords

/// Says in JSON Schema (draft 2020-12) what a list's records may hold, for editors that check files while they are
/// written.
package struct RecordSchema: Sendable {
  private let decoder: RecordDecoder
  /// Whether a file may say a part of what a record needs, since others say the rest.
  private let isPartial: Bool

  package init(_ decoder: RecordDecoder, isPartial: Bool = false) {
    self.decoder = decoder
    self.isPartial = isPartial
  }

  /// The schema of a file that holds one record or a list of them.
  package func document(title: String) -> JSONText {
    let record = JSONText.object([("$ref", .text("#/$defs/record"))])
    return .object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text(title)),
      ("anyOf", .array([record, .object([("type", .text("array")), ("items", record)])])),
      ("$defs", .object([("record", self.record)])),
    ])
  }

  private var record: JSONText {
    guard !decoder.type.variants.isEmpty else { return mapping(ofVariant: nil) }
    // Another variant may have the parts that this one does not name.
    return .object([
      (isPartial ? "anyOf" : "oneOf", .array(decoder.type.variants.indices.map { mapping(ofVariant: $0) }))
    ])
  }

  private func mapping(ofVariant variant: Int?) -> JSONText {
    var tree = Tree()
    for index in decoder.type.fieldIndices(ofVariant: variant) {
      let field = decoder.type.fields[index]
      if field.type.isComputed { continue }
      let isDiscriminator = index == decoder.type.discriminator
      let value =
        isDiscriminator
        ? Self.one(of: variant.map { [decoder.type.variants[$0].name] } ?? []) : schema(of: field)
      tree.add(field.source, value, isRequired: isRequired(index))
    }
    let isTaken = decoder.type.fields.contains { $0.source.topKeys.contains(RecordType.idKey) }
    if decoder.identify != nil || decoder.idFields.isEmpty && !isTaken {
      tree.add([RecordType.idKey], .object([("type", .text("string"))]), isRequired: false)
    }
    let moment = JSONText.object([("type", .text("string"))])
    for name in RecordType.scheduleNames {
      tree.add([name], name == "draft" ? .object([("type", .text("boolean"))]) : moment, isRequired: false)
    }
    return tree.schema(isClosed: !decoder.ignoresExtraKeys)
  }

  private func isRequired(_ field: Int) -> Bool {
    (!isPartial || decoder.idFields.contains(field)) && !decoder.type.fields[field].canBeMissing
  }

  private func schema(of field: Field) -> JSONText {
    var schema = schema(of: field.type, field)
    if field.separator != nil { schema = Self.either(schema, "string") }
    if field.canBeMissing {
      schema = Self.either(schema, "null")
      let absent = decoder.values.absent.sorted()
      if !absent.isEmpty { schema = .object([("anyOf", .array([schema, Self.one(of: absent)]))]) }
    }
    guard case .members(let members) = schema, field.label != field.name else { return schema }
    return .object([("title", .text(field.label))] + members.map { ($0, $1) })
  }

  /// One of the names; where YAML sees a number or a boolean in one, that as well.
  private static func one(of names: [String]) -> JSONText {
    let values = names.flatMap { name -> [JSONText] in
      if name == "true" || name == "false" { return [.text(name), .boolean(name == "true")] }
      let isNumber = Double(name) != nil && name.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 46 }
      return isNumber ? [.text(name), .number(name)] : [.text(name)]
    }
    return values.count == 1 ? .object([("const", values[0])]) : .object([("enum", .array(values))])
  }

  private static func either(_ schema: JSONText, _ type: String) -> JSONText {
    .object([("anyOf", .array([schema, .object([("type", .text(type))])]))])
  }

  private func schema(of type: FieldType, _ field: Field) -> JSONText {
    switch type {
    // A text field reads the scalar as written, also where YAML would see a number or a boolean.
    case .text, .markdown: .object([("type", .array(["string", "number", "boolean"].map(JSONText.text)))])
    case .integer, .number:
      .object([("type", field.isWrittenAsText ? .array([type.name, "string"].map(JSONText.text)) : .text(type.name))])
    case .boolean where !field.words.isEmpty: Self.one(of: field.words + ["true", "false"])
    case .boolean: .object([("type", .text("boolean"))])
    case .date, .month:
      .object([
        ("type", .text("string")), ("format", field.formats.isEmpty && field.precision == .day ? .text("date") : nil),
      ])
    case .datetime:
      .object([
        ("type", .text("string")),
        ("format", field.formats.isEmpty && !field.isTimeOptional ? .text("date-time") : nil),
      ])
    case .email: .object([("type", .text("string")), ("format", .text("email"))])
    // YAML sees a number in 1.10 and in 0207946095.
    case .telephone, .version: .object([("type", .array(["string", "number"].map(JSONText.text)))])
    case .point: .object([("type", .array(["string", "array", "object"].map(JSONText.text)))])
    case .url: .object([("type", .text("string")), ("format", .text("uri-reference"))])
    case .asset, .record, .recordsFrom: .object([("type", .text("string"))])
    case .choice(let names): Self.one(of: names)
    case .list(let item): .object([("type", .text("array")), ("items", schema(of: item, field))])
    case .map(let item): .object([("type", .text("object")), ("additionalProperties", schema(of: item, field))])
    }
  }

  /// Properties by name; a field with a dotted source is in a nested object.
  private struct Tree {
    var names: [String] = []
    var values: [String: JSONText] = [:]
    var inner: [String: Tree] = [:]
    var required: [String] = []

    /// - Parameter isRequired: whether a record must have a value; with several keys, which one has it is not known.
    mutating func add(_ source: FieldSource, _ value: JSONText, isRequired: Bool) {
      let isPattern = source.pattern != nil
      for key in source.keys + (isPattern && !source.isNamed ? source.pattern?.keys ?? [] : []) {
        guard key.utf8.first != UInt8(ascii: "$") else { continue }
        // What a pattern makes a text of may be a text already.
        add(
          key.split(separator: ".").map(String.init)[...], isPattern ? .object([]) : value,
          isRequired: isRequired && source.keys.count == 1 && !isPattern)
      }
    }

    mutating func add(_ path: ArraySlice<String>, _ value: JSONText, isRequired: Bool) {
      guard let name = path.first else { return }
      if !names.contains(name) { names.append(name) }
      if isRequired, !required.contains(name) { required.append(name) }
      if path.count == 1 {
        values[name] = value
      } else if path[path.startIndex + 1] == "*" || Int(path[path.startIndex + 1]) != nil {
        // Nothing more is known of a list from which the path takes items.
        values[name] = .object([])
      } else {
        inner[name, default: Tree()].add(path.dropFirst(), value, isRequired: isRequired)
      }
    }

    func schema(isClosed: Bool) -> JSONText {
      let properties = names.map { name -> (String, JSONText?) in
        let inner = inner[name]?.schema(isClosed: false)
        guard let value = values[name] else { return (name, inner) }
        // A localized field is one value, or one for each language.
        return (name, inner.map { .object([("anyOf", .array([value, $0]))]) } ?? value)
      }
      return .object([
        ("type", .text("object")),
        ("properties", .object(properties)),
        ("required", required.isEmpty ? nil : .array(required.map(JSONText.text))),
        ("additionalProperties", isClosed ? .boolean(false) : nil),
      ])
    }
  }
}

extension Field {
  /// Whether a source may write its numbers as no format has them.
  fileprivate var isWrittenAsText: Bool { unit != nil || currency != nil || decimal == .comma }

  /// Whether a source may omit the value, or give null.
  fileprivate var canBeMissing: Bool {
    switch type {
    case .list, .map: true
    default: isOptional || defaultValue != nil
    }
  }
}
