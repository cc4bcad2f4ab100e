import CellistText

/// Entries by path, a hundred-odd drawers of them: only drawers in which something changed are written again.
@usableFromInline package struct Shelf<Entry: Hashable & Sendable>: Sendable {
  @inlinable package static var drawerCount: Int { 128 }

  @usableFromInline package var drawers: [[Identifier: Entry]]
  @usableFromInline package var changed: Set<Int> = []

  @inlinable package init() { drawers = Array(repeating: [:], count: Self.drawerCount) }

  @inlinable package subscript(path: String) -> Entry? {
    get { drawers[Self.drawer(of: path)][path] }
    set {
      let drawer = Self.drawer(of: path)
      guard drawers[drawer][path] != newValue else { return }
      drawers[drawer][path] = newValue
      changed.insert(drawer)
    }
  }

  @inlinable package var count: Int { drawers.reduce(0) { $0 + $1.count } }

  @inlinable package var paths: [String] { drawers.flatMap { $0.keys.map(\.text) } }

  /// Removes all entries but those whose paths are wanted.
  @inlinable package mutating func keep(where isWanted: (String) -> Bool) {
    for drawer in drawers.indices {
      for path in drawers[drawer].keys where !isWanted(path.text) {
        drawers[drawer][path] = nil
        changed.insert(drawer)
      }
    }
  }

  /// Eight bytes at a time, since a build asks for every path several times.
  @inlinable package static func drawer(of path: String) -> Int {
    var path = path
    let hash = path.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      var hash: UInt64 = 14_695_981_039_346_656_037
      var offset = 0
      while offset < bytes.count {
        var word: UInt64 = 0
        if offset + 8 <= bytes.count {
          word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        } else {
          for byte in bytes[offset...] { word = word << 8 | UInt64(byte) }
        }
        hash = (hash ^ word) &* 1_099_511_628_211
        hash ^= hash >> 29
        offset += 8
      }
      return hash
    }
    return Int(hash % UInt64(drawerCount))
  }
}
