import CellistRecords
import CellistTemplates

extension Member {
  /// A field, with the parts that derive from it.
  ///
  /// - Parameter type: the type of the values inside the field, where it is a list or a map of them.
  static func field(
    _ field: Field, of type: FieldType? = nil, isOptional: Bool, printer: ValuePrinter,
    _ read: @escaping @Sendable (Source) -> ValuePrinter.Located
  ) -> Member {
    let type = type ?? field.type
    switch type {
    case .list(let item):
      let element = Scope<ValuePrinter.Located>(
        own: .field(field, of: item, isOptional: false, printer: printer) { $0 }
      ).withParts(of: item, in: field, printer: printer)
      return .list(element) { read($0).items(of: item) }
    case .map(let item):
      let entry: Scope<(key: String, value: ValuePrinter.Located)> = [
        "key": .text { $0.key },
        "value": .field(field, of: item, isOptional: false, printer: printer) { $0.value },
      ]
      return .list(entry) { source in
        let located = read(source)
        guard case .map(let entries) = located.value else { return [] }
        return entries.map { ($0.key, located.with($0.value)) }
      }
    case .asset: return .picture(isOptional: isOptional) { read($0) }
    default:
      let parts = type.parts.map { part, partType in
        (part.rawValue, Shape(kind(of: partType), isOptional: isOptional))
      }
      // Words are for people, so nothing is chosen by them.
      let shown: Shape.Kind =
        if case .choice = type, !field.words.isEmpty { .text(choices: nil) } else { kind(of: type) }
      return Member(shape: Shape(shown, isOptional: isOptional, members: parts)) { path, _ in
        let part = path.first.flatMap(FieldPath.Part.init(rawValue:))
        return Reader { printer.datum(read($0), type: type, part: part, of: field) }
      }
    }
  }

  /// The address of a file, and of a picture its size in pixels and what it shows.
  static func picture(
    isOptional: Bool, _ read: @escaping @Sendable (Source) -> ValuePrinter.Located?
  ) -> Member {
    let parts = Scope<ValuePrinter.Located>.partsOfPicture
    return Member(
      shape: Shape(
        .url, isOptional: isOptional, members: parts.map { ($0.name, $0.shape.optional) })
    ) {
      path, _ in
      let part = parts.first { $0.name == path.first }
      return Reader { source in
        guard let located = read(source), !located.value.isAbsent else { return .absent }
        guard let part else { return .text(located.links.resolve(located.value.plainText, located.file)) }
        return part.read(located).map(Datum.text) ?? .absent
      }
    }
  }

  /// How values of a type print.
  private static func kind(of type: FieldType) -> Shape.Kind {
    switch type {
    case .markdown: .html
    case .url, .asset: .url
    case .boolean: .boolean
    case .choice(let names): .text(choices: names.map { Shape.Choice($0) })
    default: .text(choices: nil)
    }
  }
}

extension Scope where Source == ValuePrinter.Located {
  /// The members of a picture: its size in pixels, its description, and its smaller copies.
  static var partsOfPicture: [(name: String, shape: Shape, read: @Sendable (ValuePrinter.Located) -> String?)] {
    let size = { @Sendable (located: ValuePrinter.Located) in
      located.links.picture(located.value.plainText, located.file)?.size
    }
    return [
      ("width", .text, { size($0).map { String($0.width) } }),
      ("height", .text, { size($0).map { String($0.height) } }),
      ("alt", .text, { $0.alt }),
      ("srcset", Shape(.url), { $0.sourceSet }),
    ]
  }

  /// The scope with the derived parts of its own value as names: `{{initial}}` in a list of texts.
  fileprivate func withParts(of type: FieldType, in field: Field, printer: ValuePrinter) -> Scope {
    var scope = self
    for (part, _) in type.parts {
      scope[part.rawValue] = Member(shape: part == .inline ? Shape(.html) : .text) {
        printer.datum($0, type: type, part: part, of: field)
      }
    }
    if type == .asset {
      for part in Self.partsOfPicture {
        scope[part.name] = Member(shape: part.shape.optional) { part.read($0).map(Datum.text) ?? .absent }
      }
    }
    return scope
  }
}
