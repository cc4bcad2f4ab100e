import Crypto

/// What bytes are told apart by: the first half of their SHA-256.
struct Digest: Hashable, Sendable {
  let first: UInt64
  let second: UInt64

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  init(_ bytes: [UInt8]) {
    self = SHA256.hash(data: bytes).withUnsafeBytes {
      Digest(
        first: $0.loadUnaligned(fromByteOffset: 0, as: UInt64.self).littleEndian,
        second: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian)
    }
  }

  init(_ text: String) { self.init(Array(text.utf8)) }
}
