/// Writes values as bytes, or reads them from there: given a value, a method writes it and returns it.
public struct StateCoder {
  public typealias Malformed = StateReader.Malformed

  @usableFromInline package let isWriting: Bool
  @usableFromInline package var writer = StateWriter()
  @usableFromInline package var reader: StateReader

  /// The bytes of a value.
  public static func bytes(_ write: (inout StateCoder) throws(Malformed) -> Void) -> [UInt8] {
    var coder = StateCoder()
    do throws(Malformed) { try write(&coder) } catch { preconditionFailure("only reading can fail") }
    return coder.writer.bytes
  }

  public init(reading bytes: ArraySlice<UInt8>) {
    isWriting = false
    reader = StateReader(bytes)
  }

  private init() {
    isWriting = true
    reader = StateReader([])
  }

  /// The number of what follows, each of which takes a byte or more.
  @inlinable public mutating func count(_ known: Int?) throws(Malformed) -> Int {
    guard let known else { return try reader.count() }
    writer.write(UInt64(known))
    return known
  }

  @inlinable public mutating func value<Value: StateCodable>(_ known: Value?) throws(Malformed) -> Value {
    try Value(&self, known)
  }

  @inlinable public mutating func items<Item: StateCodable>(_ known: [Item]?) throws(Malformed) -> [Item] {
    let count = try count(known?.count)
    if let known {
      for item in known { _ = try Item(&self, item) }
      return known
    }
    var items: [Item] = []
    items.reserveCapacity(count)
    for _ in 0..<count { items.append(try Item(&self, nil)) }
    return items
  }

  /// Entries in an order that follows from them alone.
  @inlinable public mutating func entries<Key: StateCodable & Hashable, Item: StateCodable>(
    _ known: [Key: Item]?, by areInOrder: (Key, Key) -> Bool
  ) throws(Malformed) -> [Key: Item] {
    let count = try count(known?.count)
    if let known {
      for (key, item) in known.sorted(by: { areInOrder($0.key, $1.key) }) {
        _ = try Key(&self, key)
        _ = try Item(&self, item)
      }
      return known
    }
    var entries: [Key: Item] = [:]
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let key = try Key(&self, nil)
      entries[key] = try Item(&self, nil)
    }
    return entries
  }

  /// As many items as both sides know, without their number.
  @inlinable public mutating func items<Item: StateCodable>(
    _ known: [Item]?, count: Int
  ) throws(Malformed) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(count)
    for index in 0..<count { items.append(try Item(&self, known?[index])) }
    return items
  }

  @inlinable public mutating func optional<Wrapped: StateCodable>(_ known: Wrapped?) throws(Malformed) -> Wrapped? {
    if isWriting {
      writer.write(known != nil)
      guard let known else { return nil }
      return try Wrapped(&self, known)
    }
    return try reader.flag() ? try Wrapped(&self, nil) : nil
  }
}

extension String: StateCodable {
  public init(_ coder: inout StateCoder, _ known: String?) throws(StateCoder.Malformed) {
    if let known { coder.writer.write(known) }
    self = if let known { known } else { try coder.reader.text() }
  }
}

extension Int: StateCodable {
  public init(_ coder: inout StateCoder, _ known: Int?) throws(StateCoder.Malformed) {
    if let known { coder.writer.write(known) }
    self = if let known { known } else { try coder.reader.integer() }
  }
}

/// A number whose bits are all in use, such as a fingerprint: always eight bytes.
extension UInt64: StateCodable {
  public init(_ coder: inout StateCoder, _ known: UInt64?) throws(StateCoder.Malformed) {
    if let known { coder.writer.write(fixed: known) }
    self = if let known { known } else { try coder.reader.fixed() }
  }
}

extension UInt8: StateCodable {
  public init(_ coder: inout StateCoder, _ known: UInt8?) throws(StateCoder.Malformed) {
    self = UInt8(truncatingIfNeeded: try coder.value(known.map(Int.init)))
  }
}

extension Bool: StateCodable {
  public init(_ coder: inout StateCoder, _ known: Bool?) throws(StateCoder.Malformed) {
    if let known { coder.writer.write(known) }
    self = if let known { known } else { try coder.reader.flag() }
  }
}

extension Digest: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Digest?) throws(StateCoder.Malformed) {
    self.init(first: try coder.value(known?.first), second: try coder.value(known?.second))
  }
}

extension FileStamp: StateCodable {
  package init(_ coder: inout StateCoder, _ known: FileStamp?) throws(StateCoder.Malformed) {
    self.init(
      size: Int64(try coder.value(known.map { Int($0.size) })),
      modified: Int64(bitPattern: try coder.value(known.map { UInt64(bitPattern: $0.modified) })),
      changed: Int64(bitPattern: try coder.value(known.map { UInt64(bitPattern: $0.changed) })),
      inode: UInt64(bitPattern: Int64(try coder.value(known.map { Int(truncatingIfNeeded: $0.inode) }))))
  }
}

extension ArraySlice: StateCodable where Element == UInt8 {
  /// Bytes behind their number; what is read is not copied.
  public init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    if let known { coder.writer.write(known) }
    self = if let known { known } else { try coder.reader.content() }
  }
}

extension Array: StateCodable where Element: StateCodable {
  @inlinable public init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self = try coder.items(known)
  }
}
