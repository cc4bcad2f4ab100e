import CCrypto

/// The SHA-256 of a file's bytes, as other programs compute it too.
package struct FileDigest: Hashable, Sendable {
  /// The first half, and the second.
  package let head: Digest
  package let tail: Digest

  package init(head: Digest, tail: Digest) {
    self.head = head
    self.tail = tail
  }

  package init(_ bytes: some Sequence<UInt8>) {
    var hash = SHA256()
    if bytes.withContiguousStorageIfAvailable({ hash.update(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { hash.update($0) }
    }
    self = hash.finish()
  }

  /// The digest written as 64 hexadecimal digits; nil for anything else.
  package init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var words: [UInt64] = []
    for start in stride(from: 0, to: 64, by: 16) {
      let part = digits[start..<start + 16]
      guard part.allSatisfy({ Self.digits.contains($0) }),
        let word = UInt64(String(decoding: part, as: UTF8.self), radix: 16)
      else { return nil }
      words.append(word.byteSwapped)
    }
    self.init(head: Digest(first: words[0], second: words[1]), tail: Digest(first: words[2], second: words[3]))
  }

  /// The 32 bytes in hexadecimal digits.
  package var hexadecimal: String {
    String(unsafeUninitializedCapacity: 64) { buffer in
      var place = 0
      for word in [head.first, head.second, tail.first, tail.second] {
        for byte in 0..<8 {
          let value = Int(truncatingIfNeeded: word >> (UInt64(byte) * 8)) & 0xFF
          buffer[place] = Self.digits[value >> 4]
          buffer[place + 1] = Self.digits[value & 15]
          place += 2
        }
      }
      return 64
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

extension FileDigest {
  /// The MD5 of bytes in hexadecimal digits, by which S3 names them; no safety rests on it.
  package static func md5(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
    MD5(bytes, bytes.count, &digest)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
