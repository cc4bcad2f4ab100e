import CellistBase

/// How the words of many texts, and what is shown of those, are divided among files.
///
/// There are twice as many files where there are twice as many texts, so that an edit moves nothing from one to another
/// unless the number of texts passes a power of two.
struct ShardLayout: Equatable, Sendable {
  /// How many texts there are at most: a power of two.
  private let size: Int
  /// How many files have the words.
  let wordShards: Int

  /// - Parameters:
  ///   - count: how many texts there are.
  ///   - perShard: how many texts there are at most for each file of words: a power of two.
  init(count: Int, perShard: Int = 128) {
    size = count < 2 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    wordShards = max(1, size / perShard)
  }

  /// How many numbers there are for texts: so many that hardly two want the same.
  var numbers: Int { max(2, min(size << 8, 1 << 31)) }
  /// How many files have what is shown of texts.
  var recordShards: Int { max(1, size >> 4) }

  func shard(ofRecord number: UInt32) -> Int { min(recordShards - 1, Int(number) * recordShards / numbers) }

  /// Gives each text a number that follows from its id. Where two want the same, one takes the next that is free.
  func numbers(of ids: [String]) -> [UInt32] {
    let wanted = ids.map { id -> UInt32 in
      var id = id
      // Zero begins a list of numbers.
      return 1 + UInt32(id.withUTF8 { UnsafeRawBufferPointer($0).fingerprint } % UInt64(numbers - 1))
    }
    var taken = wanted
    var next: UInt32 = 0
    let order = wanted.indices.sorted { one, other in
      wanted[one] != wanted[other] ? wanted[one] < wanted[other] : inByteOrder(ids[one], ids[other])
    }
    for place in order {
      taken[place] = max(wanted[place], next)
      next = taken[place] + 1
    }
    return taken
  }

  /// How many texts a word names at most. Among very many, a word that more of them have says little of each, and their
  /// numbers would take long to load.
  var wordLimit: Int { size <= 1 << 15 ? size : 2_048 }

  /// The names of the files of words, followed by those of what is shown.
  var names: [String] { (0..<wordShards).map { "w\($0).json" } + (0..<recordShards).map { "r\($0).json" } }
}
