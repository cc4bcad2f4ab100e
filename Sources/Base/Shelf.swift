/// Entries by path, a hundred-odd drawers of them: only drawers in which something changed are written again.
public struct Shelf<Entry: Hashable & Sendable>: Sendable {
  @inlinable public static var drawerCount: Int { 128 }

  @usableFromInline package var drawers: [[Identifier: Entry]]
  @usableFromInline package var changed: Set<Int> = []

  @inlinable public init() { drawers = Array(repeating: [:], count: Self.drawerCount) }

  @inlinable public subscript(path: String) -> Entry? {
    get { drawers[Self.drawer(of: path)][path] }
    set {
      let drawer = Self.drawer(of: path)
      guard drawers[drawer][path] != newValue else { return }
      drawers[drawer][path] = newValue
      changed.insert(drawer)
    }
  }

  @inlinable public var count: Int { drawers.reduce(0) { $0 + $1.count } }

  @inlinable public var paths: [String] { drawers.flatMap { $0.keys.map(\.text) } }

  /// Removes all entries but those whose paths are wanted.
  @inlinable public mutating func keep(where isWanted: (String) -> Bool) {
    for drawer in drawers.indices {
      for path in drawers[drawer].keys where !isWanted(path.text) {
        drawers[drawer][path] = nil
        changed.insert(drawer)
      }
    }
  }

  @inlinable public static func drawer(of path: String) -> Int {
    var path = path
    return Int(path.withUTF8 { UnsafeRawBufferPointer($0).fingerprint } % UInt64(drawerCount))
  }
}
