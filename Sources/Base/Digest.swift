import Crypto

/// The first half of the SHA-256 of some bytes, which tells them from others.
package struct Digest: Hashable, Sendable {
  package let first: UInt64
  package let second: UInt64

  package init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  package init(_ bytes: [UInt8]) { self.init(SHA256.hash(data: bytes)) }

  private init(_ hash: SHA256Digest) {
    self = hash.withUnsafeBytes {
      Digest(
        first: $0.loadUnaligned(fromByteOffset: 0, as: UInt64.self).littleEndian,
        second: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian)
    }
  }

  /// The digest of bytes followed by a text.
  package init(_ bytes: ArraySlice<UInt8>, and text: String) {
    self = bytes.withUnsafeBytes { Digest($0, and: text) }
  }

  package init(_ bytes: UnsafeRawBufferPointer, and text: String) {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    hash.update(data: Array(text.utf8))
    self.init(hash.finalize())
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// The first half in sixteen hexadecimal digits: enough to name a file.
  package var hexadecimal: String {
    let digits = String(first, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether it is the first half of a SHA-256 in 64 hexadecimal digits.
  package func isFirstHalf(ofSHA256 text: String) -> Bool {
    let bytes = [first, second].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) } }
    return text.utf8.count == 64 && text.hasPrefix(Self.digits(bytes))
  }

  /// The SHA-256 of bytes in hexadecimal digits, two for each of its first `count` bytes.
  package static func sha256(_ bytes: [UInt8], count: Int = 32) -> String {
    digits(SHA256.hash(data: bytes).prefix(count))
  }

  private static func digits(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
