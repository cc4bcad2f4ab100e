/// The first half of the SHA-256 of some bytes, which tells them from others.
package struct Digest: Hashable, Sendable {
  package let first: UInt64
  package let second: UInt64

  package init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  package init(_ bytes: [UInt8]) { self = FileDigest(bytes).head }

  /// The digest of bytes followed by a text.
  package init(_ bytes: ArraySlice<UInt8>, and text: String) {
    self = bytes.withUnsafeBytes { Digest($0, and: text) }
  }

  package init(_ bytes: UnsafeRawBufferPointer, and text: String) {
    var hash = SHA256()
    hash.update(bytes)
    Array(text.utf8).withUnsafeBytes { hash.update($0) }
    self = hash.finish().head
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// The first half in sixteen hexadecimal digits: enough to name a file.
  package var hexadecimal: String {
    let digits = String(first, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether it is the first half of a SHA-256 in 64 hexadecimal digits.
  package func isFirstHalf(ofSHA256 text: String) -> Bool { FileDigest(hexadecimal: text)?.head == self }

  /// The SHA-256 of bytes in hexadecimal digits, two for each of its first `count` bytes.
  package static func sha256(_ bytes: [UInt8], count: Int = 32) -> String {
    String(FileDigest(bytes).hexadecimal.prefix(2 * count))
  }
}
