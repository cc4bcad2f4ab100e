/// An array in chunks of one size: two versions of it share all chunks but those that differ.
///
/// To copy it and change an element takes O(√n) at the sizes that lists have: the chunk is copied, and the references to all
/// others. Subscripts are O(1).
///
/// It is public, like all generic code that other rooms run in loops: the compiler makes special versions of no other.
public struct ChunkedArray<Element>: RandomAccessCollection, MutableCollection {
  @usableFromInline static var size: Int { 256 }

  /// All but the last are full, and none is empty.
  @usableFromInline var chunks: [[Element]] = []

  @inlinable public init() {}

  @inlinable public init(_ elements: some Sequence<Element>) {
    var chunk: [Element] = []
    for element in elements {
      if chunk.isEmpty { chunk.reserveCapacity(Self.size) }
      chunk.append(element)
      guard chunk.count == Self.size else { continue }
      chunks.append(chunk)
      chunk = []
    }
    if !chunk.isEmpty { chunks.append(chunk) }
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int {
    guard let last = chunks.last else { return 0 }
    return (chunks.count - 1) * Self.size + last.count
  }

  @inlinable public subscript(index: Int) -> Element {
    get { chunks[index / Self.size][index % Self.size] }
    _modify { yield &chunks[index / Self.size][index % Self.size] }
  }

  /// The ranges of elements that are not shared with another version of the array; nil where the two have other sizes.
  ///
  /// - Complexity: O(*c*), where *c* is the number of chunks.
  @inlinable public func rangesNotShared(with other: ChunkedArray) -> [Range<Int>]? {
    guard count == other.count else { return nil }
    return chunks.indices.filter { chunk in
      chunks[chunk].withUnsafeBufferPointer { one in
        other.chunks[chunk].withUnsafeBufferPointer { $0.baseAddress != one.baseAddress }
      }
    }.map { $0 * Self.size..<Swift.min(count, ($0 + 1) * Self.size) }
  }

  /// The array with other elements in the places of some.
  ///
  /// - Parameter other: returns what takes the place of an element; nil where that stays.
  /// - Complexity: O(*n*).
  @inlinable public func replacing(_ other: (Element) -> Element?) -> ChunkedArray {
    var array = self
    for chunk in chunks.indices {
      for index in chunks[chunk].indices {
        if let new = other(chunks[chunk][index]) { array.chunks[chunk][index] = new }
      }
    }
    return array
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}
