/// The names that a kind of source offers to templates, each with its shape and with how it is read: declared once, so
/// that the check of a template and the values that fill it cannot differ.
package struct Scope<Source>: Sendable {
  private var names: [String] = []
  private var members: [String: Member<Source>] = [:]
  /// The member for the source itself, when it prints and is more than a group of names.
  private var own: Member<Source>?

  /// The scope of sources that are values themselves, such as the texts of a list.
  package init(own: Member<Source>) { self.own = own }

  package init() {}

  package subscript(name: String) -> Member<Source>? {
    get { members[name] }
    set {
      guard let newValue else { return members[name] = nil }
      if members.updateValue(newValue, forKey: name) == nil { names.append(name) }
    }
  }

  /// The scope of names that content has no say in.
  package var settled: Scope {
    var scope = self
    for (name, member) in members { scope.members[name] = member.own }
    return scope
  }

  package var shape: Shape { shape(own?.shape.kind ?? .object) }

  func shape(_ kind: Shape.Kind, isOptional: Bool = false) -> Shape {
    Shape(kind, isOptional: isOptional, members: names.compactMap { name in members[name].map { (name, $0.shape) } })
  }

  /// How the slots of a layout are filled from a source.
  package func projection(_ layout: Layout, variant: Int = 0) -> Projection<Source> {
    Projection(
      variant: variant, names: layout.slots.map { $0.path.joined(separator: ".") },
      readers: layout.slots.map { slot in
        reader(slot.path[...], slot.elements) ?? Reader { _ in .absent }
      })
  }

  func reader(_ path: ArraySlice<String>, _ elements: [Layout]) -> Reader<Source>? {
    guard let name = path.first else { return own?.reader(path, elements) }
    guard let member = members[name] else { return nil }
    var reader = member.reader(path.dropFirst(), elements)
    // A name inside another may vary by more than the outer one.
    reader.level = [member.level, reader.level].compactMap(\.self).max()
    return reader
  }
}

extension Scope: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (String, Member<Source>)...) {
    self.init()
    self.members.reserveCapacity(members.count)
    for (name, member) in members { self[name] = member }
  }
}

/// Fills frames of one layout from sources of one kind.
package struct Projection<Source>: Sendable {
  let variant: Int
  /// The name in templates that each reader reads.
  package let names: [String]
  let readers: [Reader<Source>]

  /// The edges that filling a frame crosses.
  package var edges: Set<EdgePath> { readers.reduce(into: []) { $0.formUnion($1.edges) } }

  package func frame(of source: Source) -> Frame {
    Frame(variant: variant, slots: readers.map { $0.datum(source) })
  }

  /// Appends bytes that distinguish the frame of a source from that of another, without filling it.
  package func trace(_ source: Source, into buffer: inout ByteBuffer) {
    buffer.append(number: UInt64(variant))
    for reader in readers { reader.trace(source, &buffer) }
  }

  /// Appends the same, with a part for each name.
  package func traceParts(_ source: Source, into buffer: inout ByteBuffer) {
    buffer.append(number: UInt64(variant))
    for reader in readers {
      reader.trace(source, &buffer)
      buffer.endPart()
    }
  }

  /// The projection of those names alone that vary by some levels; a name that declares none varies by page.
  package func restricted(to levels: some RangeExpression<Level>) -> Projection {
    let kept = readers.indices.filter { levels.contains(readers[$0].level ?? .page) }
    return Projection(variant: variant, names: kept.map { names[$0] }, readers: kept.map { readers[$0] })
  }
}

/// How a slot is filled from a source, and what its content depends on.
package struct Reader<Source>: Sendable {
  let datum: @Sendable (Source) -> Datum
  /// Appends bytes that are the same only where the datum is.
  let trace: @Sendable (Source, inout ByteBuffer) -> Void
  /// The level that the content varies by, as far as names on the way to it declare one.
  var level: Level?
  /// The edges to the records that the content depends on besides the source's own.
  var edges: Set<EdgePath> = []

  package init(
    level: Level? = nil, edges: Set<EdgePath> = [],
    trace: @escaping @Sendable (Source, inout ByteBuffer) -> Void,
    datum: @escaping @Sendable (Source) -> Datum
  ) {
    self.level = level
    self.edges = edges
    self.datum = datum
    self.trace = trace
  }

  /// The reader, with an edge that leads to its source.
  fileprivate func behind(_ edge: Edge) -> Reader {
    var reader = self
    reader.edges = [[edge]]
    for path in edges { reader.edges.insert([edge] + path) }
    return reader
  }

  /// A slot that is cheap to fill, and so is its own trace.
  package init(_ datum: @escaping @Sendable (Source) -> Datum) {
    self.init(trace: { datum($0).append(to: &$1) }, datum: datum)
  }
}

extension Reader {
  /// The reader of a value that leads to a source, or to none.
  fileprivate func ofOptional<Outer>(_ read: @escaping @Sendable (Outer) -> Source?) -> Reader<Outer> {
    Reader<Outer>(
      level: level, edges: edges,
      trace: { [trace] outer, buffer in
        let source = read(outer)
        buffer.append(number: source == nil ? 0 : 1)
        if let source { trace(source, &buffer) }
      }, datum: { [datum] in read($0).map(datum) ?? .absent })
  }
}

/// One name of a scope: the shape of its value, and how the value, or a part below it, is read from a source.
package struct Member<Source>: Sendable {
  package let shape: Shape
  let reader: @Sendable (_ path: ArraySlice<String>, _ elements: [Layout]) -> Reader<Source>
  /// The level that the value varies by; nil where the enclosing value declares it.
  private(set) var level: Level?

  package init(
    shape: Shape, level: Level? = nil,
    reader: @escaping @Sendable (_ path: ArraySlice<String>, _ elements: [Layout]) -> Reader<Source>
  ) {
    self.shape = shape
    self.level = level
    self.reader = reader
  }

  /// The member, declared to vary by a level.
  package func varying(by level: Level) -> Member {
    var member = self
    member.level = level
    return member
  }

  /// A value that has no names inside.
  package init(shape: Shape, _ read: @escaping @Sendable (Source) -> Datum) {
    self.init(shape: shape) { _, _ in Reader(read) }
  }

  /// The member, whose text may be in another language than the page: `language` gives the tag of that.
  package func spoken(_ language: @escaping @Sendable (String) -> String?) -> Member {
    Member(shape: shape, level: level) { [reader] path, elements in
      let inner = reader(path, elements)
      return Reader(level: inner.level, edges: inner.edges) { source, buffer in
        inner.datum(source).spoken(language).append(to: &buffer)
      } datum: {
        inner.datum($0).spoken(language)
      }
    }
  }

  /// The member, whose value leads to other records by an edge: what is read below it is theirs.
  package func crossing(_ edge: Edge) -> Member {
    Member(shape: shape, level: level) { [reader] in reader($0, $1).behind(edge) }
  }

  /// The member, whose value mentions other records.
  package func mentioning(_ edges: Set<EdgePath>) -> Member {
    guard !edges.isEmpty else { return self }
    return Member(shape: shape, level: level) { [reader] path, elements in
      var reader = reader(path, elements)
      reader.edges.formUnion(edges)
      return reader
    }
  }

  /// The member of a value that content has no say in.
  package var own: Member { Member(shape: shape.own, level: level, reader: reader) }

  /// The member with another trace, the same for all that is read below it: cheaper than to read it.
  package func traced(_ trace: @escaping @Sendable (Source, inout ByteBuffer) -> Void) -> Member {
    Member(shape: shape, level: level) { [reader] path, elements in
      let reader = reader(path, elements)
      return Reader(level: reader.level, edges: reader.edges, trace: trace, datum: reader.datum)
    }
  }
}

extension Member {
  package static func text(choices: [Shape.Choice]? = nil, _ read: @escaping @Sendable (Source) -> String) -> Member {
    Member(shape: Shape(.text(choices: choices))) { .text(read($0)) }
  }

  package static func optionalText(_ read: @escaping @Sendable (Source) -> String?) -> Member {
    Member(shape: Shape.text.optional) { read($0).map(Datum.text) ?? .absent }
  }

  package static func url(_ read: @escaping @Sendable (Source) -> String) -> Member {
    Member(shape: Shape(.url)) { .text(read($0)) }
  }

  package static func optionalURL(_ read: @escaping @Sendable (Source) -> String?) -> Member {
    Member(shape: Shape(.url, isOptional: true)) { read($0).map(Datum.text) ?? .absent }
  }

  package static func html(_ read: @escaping @Sendable (Source) -> String) -> Member {
    Member(shape: Shape(.html)) { .html(read($0)) }
  }

  package static func optionalHTML(_ read: @escaping @Sendable (Source) -> String?) -> Member {
    Member(shape: Shape(.html, isOptional: true)) { read($0).map(Datum.html) ?? .absent }
  }

  package static func flag(_ read: @escaping @Sendable (Source) -> Bool) -> Member {
    Member(shape: Shape(.boolean)) { .flag(read($0)) }
  }

  /// A group of names that always has a value.
  package static func object<Inner>(
    _ scope: Scope<Inner>, _ read: @escaping @Sendable (Source) -> Inner
  ) -> Member {
    Member(shape: scope.shape) { path, elements in
      guard let inner = scope.reader(path, elements) else { return Reader { _ in .flag(true) } }
      return Reader(
        level: inner.level, edges: inner.edges, trace: { inner.trace(read($0), &$1) },
        datum: { inner.datum(read($0)) })
    }
  }

  /// A group of names that may be absent.
  package static func optionalObject<Inner>(
    _ scope: Scope<Inner>, _ read: @escaping @Sendable (Source) -> Inner?
  ) -> Member {
    Member(shape: scope.shape(.object, isOptional: true)) { path, elements in
      guard let inner = scope.reader(path, elements) else { return Reader { .flag(read($0) != nil) } }
      return inner.ofOptional(read)
    }
  }

  /// A list whose elements all offer the same names. It has the parts `count` and `any`.
  package static func list<Element>(
    _ scope: Scope<Element>, _ read: @escaping @Sendable (Source) -> [Element]
  ) -> Member {
    list([(name: "", scope: scope)], variant: { _ in 0 }, read)
  }

  /// A list whose elements come in variants that offer different names.
  package static func list<Element>(
    _ variants: [(name: String, scope: Scope<Element>)], variant: @escaping @Sendable (Element) -> Int,
    _ read: @escaping @Sendable (Source) -> [Element]
  ) -> Member {
    let shapes = variants.map { Shape.Variant(name: $0.name, shape: $0.scope.shape) }
    return list(shapes, scopes: { variants.map(\.scope) }, variant: variant, read)
  }

  fileprivate static func list<Element>(
    _ shapes: [Shape.Variant], scopes: @escaping @Sendable () -> [Scope<Element>],
    variant: @escaping @Sendable (Element) -> Int, _ read: @escaping @Sendable (Source) -> [Element]
  ) -> Member {
    Member(shape: Shape(.list(shapes), members: Shape.listParts)) { path, layouts in
      switch path.first {
      case "count": return Reader { .text(String(read($0).count)) }
      case "any": return Reader { .flag(!read($0).isEmpty) }
      default: break
      }
      guard layouts.count == shapes.count else { return Reader { .flag(!read($0).isEmpty) } }
      let projections = zip(scopes(), layouts).enumerated().map { index, pair in
        pair.0.projection(pair.1, variant: index)
      }
      return Reader(
        level: projections.flatMap(\.readers).compactMap(\.level).max(),
        edges: projections.reduce(into: []) { $0.formUnion($1.edges) },
        trace: { source, buffer in
          let elements = read(source)
          buffer.append(number: UInt64(elements.count))
          for element in elements { projections[variant(element)].trace(element, into: &buffer) }
        }, datum: { source in .list(read(source).map { projections[variant($0)].frame(of: $0) }) })
    }
  }
}

extension Shape {
  /// The names that every list has: how many elements, and whether there are any.
  package static var listParts: [(String, Shape)] { [("count", .text), ("any", Shape(.boolean))] }
}

// MARK: - References

extension Member {
  /// Something that prints as text and has names inside, which are not known before a template asks for one: what it is
  /// may lead back to where it is found.
  ///
  /// - Parameter scope: the names, and as its own value the text.
  package static func reference<Inner>(
    _ scope: @escaping @Sendable () -> Scope<Inner>, _ read: @escaping @Sendable (Source) -> Inner?
  ) -> Member {
    Member(shape: Shape(.text(choices: nil), isOptional: true) { scope().shape }) { path, elements in
      guard let inner = scope().reader(path, elements) else { return Reader { _ in .absent } }
      return inner.ofOptional(read)
    }
  }

  /// A list of values like those of `reference`.
  package static func references<Element>(
    _ scope: @escaping @Sendable () -> Scope<Element>, _ read: @escaping @Sendable (Source) -> [Element]
  ) -> Member {
    let element = Shape.Variant(shape: Shape(.text(choices: nil)) { scope().shape })
    return list([element], scopes: { [scope()] }, variant: { _ in 0 }, read)
  }
}
