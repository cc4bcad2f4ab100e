/// What a template may do with a value: how it prints, whether it repeats, and which names it has inside.
package struct Shape: Sendable {
  package enum Kind: Sendable {
    /// Printed with escapes. `choices` are all the texts it can be, when they are known.
    case text(choices: [Choice]?)
    /// A link that is safe in an `href`; printed with escapes.
    case url
    /// HTML by type; printed as it stands.
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
  /// The names inside, in the order in which messages list them.
  package private(set) var members: [Member] = []
  private var places: [String: Int] = [:]

  package init(_ kind: Kind, isOptional: Bool = false, members: [(String, Shape)] = []) {
    self.kind = kind
    self.isOptional = isOptional
    for (name, shape) in members {
      places[name] = self.members.count
      self.members.append(Member(name: name, shape: shape))
    }
  }

  package static let text = Shape(.text(choices: nil))

  package func member(_ name: String) -> Shape? { places[name].map { members[$0].shape } }

  package var optional: Shape {
    Shape(kind, isOptional: true, members: members.map { ($0.name, $0.shape) })
  }

  /// What a message calls the value.
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
