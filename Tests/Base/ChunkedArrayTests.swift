import CellistBase
import Testing

@Suite struct ChunkedArrayTests {
  @Test(arguments: [0, 1, 255, 256, 257, 1000])
  func `it has the elements of what it is made of`(count: Int) {
    let array = ChunkedArray(0..<count)
    #expect(Array(array) == Array(0..<count))
    #expect(array.indices.map { array[$0] } == Array(0..<count))
    #expect(array.count == count)
  }

  @Test func `a copy shares all but the chunk that changes`() {
    let array = ChunkedArray(0..<1000)
    #expect(array.rangesNotShared(with: array) == [])
    var copy = array
    copy[300] = -1
    #expect(copy.rangesNotShared(with: array) == [256..<512])
    #expect(array[300] == 300 && copy[300] == -1 && copy[301] == 301)
    #expect(copy.rangesNotShared(with: ChunkedArray(0..<999)) == nil)
    // The last chunk is shorter.
    copy[999] = -2
    #expect(copy.rangesNotShared(with: array) == [256..<512, 768..<1000])
  }

  @Test func `some elements are replaced`() {
    let array = ChunkedArray(0..<600)
    let other = array.replacing { $0 % 300 == 7 ? -$0 : nil }
    #expect(other.indices.filter { other[$0] != array[$0] } == [7, 307])
    #expect(other.rangesNotShared(with: array) == [0..<256, 256..<512])
  }
}
