/// Text that names something, such as a file or a record: two names are the same only where their bytes are.
///
/// `String` takes "é" written as one scalar and as two for the same. File systems and URLs do not.
public struct Identifier: Sendable {
  public let text: String

  @inlinable public init(_ text: String) { self.text = text }
}

extension Identifier: Hashable {
  public static func == (one: Identifier, other: Identifier) -> Bool {
    one.text.utf8.count == other.text.utf8.count && byteOrder(one.text, other.text) == 0
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No text holds this byte, so several names in a row hash as they are divided.
    hasher.combine(0xFF as UInt8)
  }
}

extension Identifier: Comparable {
  /// The order of the bytes, which no locale changes.
  public static func < (one: Identifier, other: Identifier) -> Bool { byteOrder(one.text, other.text) < 0 }
}

extension Identifier: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral text: String) { self.text = text }

  public var description: String { text }
}

extension Dictionary where Key == Identifier {
  @inlinable public subscript(name: String) -> Value? {
    get { self[Identifier(name)] }
    set { self[Identifier(name)] = newValue }
  }
}

extension Set where Element == Identifier {
  @inlinable public init(names: some Sequence<String>) { self.init(names.lazy.map { Identifier($0) }) }

  @inlinable public func contains(_ name: String) -> Bool { contains(Identifier(name)) }

  /// Adds a name. Returns whether it is new.
  @discardableResult
  package mutating func insert(_ name: String) -> Bool { insert(Identifier(name)).inserted }
}
