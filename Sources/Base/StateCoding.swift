/// Writes what a build remembers as bytes.
public struct StateWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ number: Int) { write(UInt64(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63)) }

  /// A number in as few bytes as it needs.
  @usableFromInline package mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// A number whose bits are all in use.
  package mutating func write(fixed number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  @usableFromInline package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 {
      write(UInt64($0.count))
      bytes.append(contentsOf: $0)
    }
  }

  package mutating func write(_ content: some Collection<UInt8>) {
    write(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  package mutating func write(_ digest: Digest) {
    write(fixed: digest.first)
    write(fixed: digest.second)
  }

  @inlinable public mutating func write<Item>(
    _ items: some Collection<Item>, _ write: (inout StateWriter, Item) -> Void
  ) {
    self.write(UInt64(items.count))
    for item in items { write(&self, item) }
  }

  @inlinable public mutating func write<Wrapped>(_ value: Wrapped?, _ write: (inout StateWriter, Wrapped) -> Void) {
    self.write(value != nil)
    if let value { write(&self, value) }
  }
}

/// Reads what a build remembered; bytes that no build wrote are an error, never a trap.
public struct StateReader {
  public struct Malformed: Error {
    package init() {}
  }

  private let bytes: ArraySlice<UInt8>
  private var next: Int
  private let end: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    next = bytes.startIndex
    end = bytes.endIndex
  }

  package mutating func byte() throws(Malformed) -> UInt8 {
    guard next < end else { throw Malformed() }
    next += 1
    return bytes[next - 1]
  }

  package mutating func number() throws(Malformed) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 64 else { throw Malformed() }
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
  }

  package mutating func integer() throws(Malformed) -> Int {
    let number = try number()
    return Int(truncatingIfNeeded: Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  package mutating func fixed() throws(Malformed) -> UInt64 {
    guard end - next >= 8 else { throw Malformed() }
    defer { next += 8 }
    let offset = next - bytes.startIndex
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }.littleEndian
  }

  @usableFromInline package mutating func flag() throws(Malformed) -> Bool { try byte() != 0 }

  /// The length of what follows, which cannot be longer than the bytes that are left.
  @usableFromInline package mutating func count() throws(Malformed) -> Int {
    guard let count = Int(exactly: try number()), count <= end - next else { throw Malformed() }
    return count
  }

  package mutating func text() throws(Malformed) -> String { String(decoding: try content(), as: UTF8.self) }

  /// Bytes that were written behind their number; they are not copied.
  package mutating func content() throws(Malformed) -> ArraySlice<UInt8> {
    let count = try count()
    defer { next += count }
    return bytes[next..<next + count]
  }
}
