extension UnsafeRawBufferPointer {
  /// A 64-bit hash for change detection; not safe against an adversary.
  ///
  /// The names of a site map's shards follow from it, and so does the state, whose schema has to change with it.
  /// FNV-1a over words of eight bytes. O(n).
  @inlinable package var fingerprint: UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037 ^ UInt64(count)
    var offset = 0
    while offset < count {
      var word: UInt64 = 0
      if offset + 8 <= count {
        word = UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      } else {
        for byte in self[offset...] { word = word << 8 | UInt64(byte) }
      }
      hash = (hash ^ word) &* 1_099_511_628_211
      hash ^= hash >> 29
      offset += 8
    }
    return hash ^ hash >> 32
  }
}
