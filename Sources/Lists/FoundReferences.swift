import CellistBase

/// The targets of a record's references, where not all of them are ids as they are written.
package struct FoundReferences: Hashable, Sendable {
  /// The ids of what they lead to, by the field that refers to it; those that lead to nothing as they are written.
  package let references: [Int: [String]]
  /// Those that lead to nothing, and stand for themselves.
  package let texts: Set<String>
  /// A digest of what each field leads to.
  let digests: [Int: UInt64]

  package init(references: [Int: [String]], texts: Set<String>) {
    self.references = references
    self.texts = texts
    digests = references.mapValues { ids in
      // FNV-1a
      var digest: UInt64 = 0xCBF2_9CE4_8422_2325
      for id in ids {
        for byte in id.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        digest = (digest ^ (texts.contains(id) ? 0x101 : 0x100)) &* 0x100_0000_01B3
      }
      return digest
    }
  }
}

extension FoundReferences: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self.init(
      references: try coder.entries(known?.references, by: <),
      texts: Set(try coder.items(known?.texts.sorted(by: inByteOrder))))
  }
}
