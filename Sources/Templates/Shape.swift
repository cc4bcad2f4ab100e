import Synchronization

/// The use that a template may make of a value: how it prints, whether it repeats, and which names it has inside.
package struct Shape: Sendable {
  package enum Kind: Sendable {
    /// Printed with escapes. `choices` are all the texts it can be, when they are known.
    case text(choices: [Choice]?)
    /// A link that is safe in an `href`; printed with escapes.
    case url
    /// HTML by type; printed without escapes.
    case html
    case boolean
    /// Nothing to print, but names inside.
    case object
    /// Repeats its section; the elements are of one or more variants.
    case list([Variant])
    /// Never has a value.
    case nothing
  }

  /// One of the texts that a value can be, and the template that a dynamic name takes it for.
  package struct Choice: Sendable {
    package let text: String
    package let template: String

    package init(_ text: String, template: String? = nil) {
      self.text = text
      self.template = template ?? text
    }
  }

  /// One form that the elements of a list can have.
  package struct Variant: Sendable {
    package let name: String
    package let shape: Shape

    package init(name: String = "", shape: Shape) {
      self.name = name
      self.shape = shape
    }
  }

  /// A name inside a value, and the shape of what it leads to.
  package struct Member: Sendable {
    package let name: String
    package let shape: Shape
  }

  package let kind: Kind
  /// Whether the value may be absent.
  package let isOptional: Bool
  /// Whether the program makes the value, or the settings hold it: content has no say in it.
  package private(set) var isOwn = false
  private let names: Names

  package init(_ kind: Kind, isOptional: Bool = false, members: [(String, Shape)] = []) {
    self.init(kind, isOptional: isOptional, names: .known(KnownNames(members)))
  }

  /// A shape with the names of another, which is made when a name is asked for. So shapes can lead to each other in
  /// circles, as the types of records do: a template goes as far as its names do.
  package init(_ kind: Kind, isOptional: Bool = false, namesOf other: @escaping @Sendable () -> Shape) {
    self.init(kind, isOptional: isOptional, names: .deferred(DeferredShape(make: other)))
  }

  private init(_ kind: Kind, isOptional: Bool, names: Names) {
    self.kind = kind
    self.isOptional = isOptional
    self.names = names
  }

  package static let text = Shape(.text(choices: nil))

  /// The names inside, in the order in which messages list them.
  package var members: [Member] { known.members }

  package func member(_ name: String) -> Shape? { known.places[name].map { known.members[$0].shape } }

  package var optional: Shape { Shape(kind, isOptional: true, names: names) }

  /// The shape of such a value that content has no say in.
  package var own: Shape {
    var shape = self
    shape.isOwn = true
    return shape
  }

  private var known: KnownNames {
    switch names {
    case .known(let names): names
    case .deferred(let other): other.shape.known
    }
  }

  /// The value in messages.
  var description: String {
    switch kind {
    case .text: "text"
    case .url: "a URL"
    case .html: "HTML"
    case .boolean: "true or false"
    case .object: "a group of names"
    case .list: "a list"
    case .nothing: "nothing"
    }
  }
}

extension Shape {
  private struct KnownNames: Sendable {
    private(set) var members: [Member] = []
    private(set) var places: [String: Int] = [:]

    init(_ members: [(String, Shape)]) {
      for (name, shape) in members {
        places[name] = self.members.count
        self.members.append(Member(name: name, shape: shape))
      }
    }
  }

  private enum Names: Sendable {
    case known(KnownNames)
    case deferred(DeferredShape)
  }

  /// A shape that is made once, when it is first asked for.
  private final class DeferredShape: Sendable {
    private let make: @Sendable () -> Shape
    private let made = Mutex<Shape?>(nil)

    init(make: @escaping @Sendable () -> Shape) { self.make = make }

    var shape: Shape {
      if let shape = made.withLock(\.self) { return shape }
      // Made outside the lock: another one made meanwhile is the same.
      let shape = make()
      made.withLock { $0 = shape }
      return shape
    }
  }
}
