import CCrypto

/// The SHA-256 of bytes that come in pieces.
struct SHA256 {
  private var context = SHA256_CTX()

  init() { SHA256_Init(&context) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&context, bytes.baseAddress, bytes.count)
  }

  consuming func finish() -> FileDigest {
    withUnsafeTemporaryAllocation(byteCount: Int(SHA256_DIGEST_LENGTH), alignment: 8) { digest in
      SHA256_Final(digest.baseAddress, &context)
      func word(_ index: Int) -> UInt64 { digest.load(fromByteOffset: index * 8, as: UInt64.self).littleEndian }
      return FileDigest(
        head: Digest(first: word(0), second: word(1)), tail: Digest(first: word(2), second: word(3)))
    }
  }
}
