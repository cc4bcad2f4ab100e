import CellistTemplates

/// A value of JSON, and the scope that offers it to templates.
indirect enum JSONValue: Decodable, Sendable {
  case null
  case flag(Bool)
  /// A text, or a number as JSON writes it.
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .text(String(number))
    } else if let number = try? container.decode(Double.self) {
      self = .text(String(number))
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The scope of this very value: whatever the source is, it reads the same.
  func scope<Source: Sendable>(for source: Source.Type = Source.self) -> Scope<Source> {
    guard case .object(let members) = self else { return Scope(own: member()) }
    var scope = Scope<Source>()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) { scope[name] = value.member() }
    return scope
  }

  private func member<Source: Sendable>() -> Member<Source> {
    switch self {
    case .null: Member(shape: Shape(.nothing)) { _ in .absent }
    case .flag(let flag): .flag { _ in flag }
    // The one text that it can be is known, so it may name a partial.
    case .text(let text): .text(choices: [Shape.Choice(text)]) { _ in text }
    case .array(let elements):
      .list(elements.map { (name: "", scope: $0.scope(for: Int.self)) }, variant: { $0 }) { _ in
        Array(elements.indices)
      }
    case .object: .object(scope(for: Source.self)) { $0 }
    }
  }
}
