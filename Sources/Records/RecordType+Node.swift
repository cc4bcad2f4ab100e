extension RecordType {
  /// Reads the `record:` setting: a mapping of fields, or of variants under `by:`.
  package init?(_ node: Node, values: ValueReader, _ diagnostics: inout Diagnostics) {
    guard let entries = node.entries, !entries.isEmpty else {
      diagnostics.error(
        .invalidSetting,
        "'record' must be a mapping of field names to types, found \(node.entries == nil ? node.summary : "an empty mapping")",
        at: node.location, hint: "for example: record: {name: text, year: integer?}")
      return nil
    }
    if let by = entries.first(where: { $0.key == "by" }), let name = by.value.text, !FieldType.isTypeName(name) {
      self.init(
        discriminator: name, at: by.value.location, variants: entries.filter { $0.key != "by" }, values, &diagnostics)
    } else {
      self.init(fields: Self.withBody(Self.fields(entries, values, &diagnostics)))
    }
  }

  private init?(
    discriminator: String, at location: SourceLocation, variants entries: [Node.Entry], _ values: ValueReader,
    _ diagnostics: inout Diagnostics
  ) {
    guard !entries.isEmpty else {
      diagnostics.error(.invalidSetting, "'record' by '\(discriminator)' declares no variants", at: location)
      return nil
    }
    var kind = Field(discriminator, .choice(entries.map(\.key)))
    kind.location = location
    let variants = entries.map { entry -> (name: String, fields: [Field]) in
      let isEmpty = entry.value.isNull || entry.value.entries?.isEmpty == true
      guard isEmpty || entry.value.entries != nil else {
        diagnostics.error(
          .invalidSetting, "variant '\(entry.key)' must be a mapping of fields, found \(entry.value.summary)",
          at: entry.value.location)
        return (entry.key, [])
      }
      return (entry.key, Self.fields(entry.value.entries ?? [], values, &diagnostics))
    }
    self.init(discriminator: kind, variants: variants, at: location, &diagnostics)
  }

  /// A type with variants, each with fields of its own. A field that several share has one type.
  package init(
    discriminator kind: Field, variants: [(name: String, fields: [Field])], at location: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) {
    var all = [kind]
    for variant in variants {
      for field in variant.fields {
        guard let known = all.first(where: { $0.name == field.name }) else {
          all.append(field)
          continue
        }
        guard known.isKnown, field.isKnown, known.type != field.type || known.name == kind.name else { continue }
        diagnostics.error(
          .invalidSetting,
          "field '\(field.name)' is \(field.type.name) in '\(variant.name)' but \(known.type.name) elsewhere",
          at: field.location ?? location, hint: "a field that several variants share has one type")
      }
    }
    let fields = Self.withBody(all)
    let kinds = variants.map { variant in
      let names = Set([kind.name, Self.bodyName] + variant.fields.map(\.name))
      return Variant(name: variant.name, fields: fields.indices.filter { names.contains(fields[$0].name) })
    }
    self.init(fields: fields, discriminator: 0, variants: kinds)
  }

  /// Has pages leave out a field where nothing names it.
  package mutating func hide(_ name: String) {
    if let field = index(of: name) { fields[field].isShown = false }
  }

  package static func withBody(_ fields: [Field]) -> [Field] {
    fields.contains { $0.name == bodyName } ? fields : fields + [Field(bodyName, .markdown, isOptional: true)]
  }

  private static func fields(
    _ entries: [Node.Entry], _ values: ValueReader, _ diagnostics: inout Diagnostics
  ) -> [Field] {
    let fields = entries.compactMap { entry -> Field? in
      let name = entry.key
      if scheduleNames.contains(name) {
        diagnostics.error(
          .reservedName, "'\(name)' is kept for publishing and cannot be a field", at: entry.keyLocation)
        return nil
      }
      guard !name.isEmpty, !name.contains(where: { ".@{}#^/>&$<*!= ".contains($0) }) else {
        diagnostics.error(
          .reservedName, "'\(name)' cannot be a field's name", at: entry.keyLocation,
          hint: "use letters, digits, '-' and '_'; 'from' names another key in the source")
        return nil
      }
      return Field(name: name, entry.value, at: entry.keyLocation, values, &diagnostics)
    }
    for entry in entries {
      guard let alt = entry.value["alt"] else { continue }
      checkAlt(of: entry.key, in: fields, at: alt.location, &diagnostics)
    }
    return fields
  }

  /// Whether the description of a picture is a field of text, which is reported elsewhere.
  package static func checkAlt(
    of field: String, in fields: [Field], at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) {
    guard let field = fields.first(where: { $0.name == field }), let name = field.alt else { return }
    // Each of several pictures may have a description of its own.
    let texts = fields.filter { $0.type == .text || $0.type == .list(.text) && field.type != .asset }.map(\.name)
    guard !texts.contains(name), fields.first(where: { $0.name == name })?.isKnown != false else { return }
    diagnostics.error(
      .unknownField, "'alt' must name a text field that describes the picture, and '\(name)' is none",
      at: location, hint: diagnostics.hint(for: name, in: texts))
  }
}

extension Field {
  /// Reads the declaration of one field: the name of a type, or a mapping with `type` and more.
  init(
    name: String, _ node: Node, at location: SourceLocation, _ values: ValueReader, _ diagnostics: inout Diagnostics
  ) {
    guard let (type, isOptional) = FieldType.read(node["type"] ?? node, &diagnostics) else {
      self.init(name, .text, isOptional: true)
      self.location = location
      isKnown = false
      return
    }
    self.init(name, type, isOptional: isOptional)
    self.location = location
    if type.target != nil { targetLocation = (node["type"] ?? node).targetLocation }
    if type.isComputed { self.isOptional = true }
    if type.innermost == .datetime { zone = values.zone.name }
    words = (node["type"] ?? node).choiceWords
    guard node.entries != nil, var reader = MappingReader(node, name: "field '\(name)'", &diagnostics) else { return }
    if reader.node("type") == nil { for key in FieldType.keys { _ = reader.node(key) } }
    for key in type.isComputed ? ["optional", "from", "text", "unique", "split", "spellings", "default"] : [] {
      guard let location = reader.keyLocation(key) else { continue }
      diagnostics.error(
        .invalidSetting, "'\(key)' is for what sources hold, and '\(name)' is computed", at: location)
    }
    if let optional = reader.boolean("optional", &diagnostics) { self.isOptional = optional }
    readSettings(&reader, &diagnostics)
    if source.isOfHistory {
      self.isOptional = true
      if type != .date, type != .datetime {
        diagnostics.error(
          .invalidSetting, "'\(FieldSource.updatedKey)' is a date or a datetime, and '\(name)' is \(type.name)",
          at: reader.node("from")?.location)
      }
    }
    if let node = reader.node("default"), !type.isComputed {
      defaultValue = values.read(node, as: self, &diagnostics)
      if defaultValue == .absent {
        defaultValue = nil
        diagnostics.error(.invalidSetting, "the default of '\(name)' is empty", at: node.location, hint: "leave it out")
      }
    }
    reader.finish(&diagnostics)
  }

  /// Reads the keys of a field beside its type.
  package mutating func readSettings(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    label = reader.text("label", &diagnostics) ?? label
    source.read(&reader, of: self, &diagnostics)
    readNumberFormat(&reader, &diagnostics)
    readPicture(&reader, &diagnostics)
    readDateFormat(&reader, &diagnostics)
    readReference(&reader, &diagnostics)
    spellings = Spellings(&reader, of: self, &diagnostics)
    separator = reader.text("split", &diagnostics)
    readWords(&reader, &diagnostics)
    if let separator, separator.isEmpty || !type.isList, !type.isComputed {
      diagnostics.error(
        .invalidSetting,
        separator.isEmpty ? "'split' must not be empty" : "'split' is for lists, and '\(name)' is \(type.name)",
        at: reader.keyLocation("split"), hint: type.isList ? nil : "declare the type as [\(type.notation)]")
    }
  }
}

extension Field {
  /// Reads `unit`, `decimals`, `grouping` and `currency`.
  private mutating func readNumberFormat(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    unit = reader.text("unit", &diagnostics)
    let isNumber = type.innermost == .number || type.innermost == .integer
    for key in ["decimals", "decimal", "currency", "grouping"] where reader.keyLocation(key) != nil && !isNumber {
      diagnostics.error(
        .invalidSetting, "'\(key)' is for numbers, and '\(name)' is \(type.name)", at: reader.keyLocation(key))
    }
    grouping = reader.boolean("grouping", &diagnostics)
    decimals = reader.integer("decimals", atLeast: 0, &diagnostics)
    decimal = reader.decimalSign(&diagnostics)
    if let decimals, decimals > Self.mostDecimals {
      diagnostics.error(
        .invalidSetting, "\(Self.mostDecimals) decimals are the most", at: reader.node("decimals")?.location)
      self.decimals = Self.mostDecimals
    }
    guard let code = reader.text("currency", &diagnostics) else { return }
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
      diagnostics.error(
        .invalidSetting, "a currency is three capital letters, found \(quoted(code))",
        at: reader.node("currency")?.location, hint: "for example currency: EUR")
      return
    }
    currency = code
    guard unit != nil else { return }
    diagnostics.error(
      .invalidSetting, "a number has a unit or a currency, and '\(name)' has both", at: reader.keyLocation("unit"))
  }

  private static let mostDecimals = 20

  /// Reads `shown`, `alt` and `thumbnails`.
  private mutating func readPicture(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    isShown = reader.boolean("shown", &diagnostics) ?? true
    alt = reader.text("alt", &diagnostics)
    if alt != nil, !type.isPicture {
      diagnostics.error(
        .invalidSetting, "'alt' is for a picture, and '\(name)' is \(type.name)", at: reader.keyLocation("alt"))
      alt = nil
    }
    guard let node = reader.node("thumbnails") else { return }
    thumbnailsLocation = reader.keyLocation("thumbnails")
    guard type.isAsset else {
      diagnostics.error(
        .invalidSetting, "'thumbnails' is for pictures, and '\(name)' is \(type.name)", at: thumbnailsLocation)
      return
    }
    let widths = (node.items ?? [node]).compactMap { $0.text.flatMap { Int($0) } }
    guard !widths.isEmpty, widths.count == node.items?.count ?? 1, widths.allSatisfy(Self.thumbnailWidths.contains)
    else {
      diagnostics.error(
        .invalidSetting,
        "'thumbnails' are widths in pixels, from \(Self.thumbnailWidths.lowerBound) to "
          + "\(Self.thumbnailWidths.upperBound), found \(node.summary)", at: node.location,
        hint: "for example thumbnails: [320, 640]")
      return
    }
    thumbnails = Set(widths).sorted()
  }

  private static let thumbnailWidths = 16...4_096

  /// Reads `words`, the words for true and false.
  private mutating func readWords(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    guard let nodes = reader.texts("words", &diagnostics) else { return }
    let words = nodes.compactMap(\.text)
    if type.innermost != .boolean {
      diagnostics.error(
        .invalidSetting, "'words' is for true and false, and '\(name)' is \(type.name)",
        at: reader.keyLocation("words"),
        hint: words.isEmpty ? nil : "a choice has its words behind its keys, as in choice: {key: words}")
    } else if words.count != 2 || words[0] == words[1] || words.contains("") {
      diagnostics.error(
        .invalidSetting, "'words' are two different texts, for true and for false", at: reader.keyLocation("words"),
        hint: "for example words: [open, closed]")
    } else {
      self.words = words
    }
  }
}
