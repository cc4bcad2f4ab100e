import CellistContent
import CellistTemplates
import CellistText

/// The words of texts, in shards.
struct NumberedWords {
  /// A word of a text.
  struct Entry {
    let record: Int32
    /// Where the word begins in those of the text, in bytes.
    let start: Int32
  }

  struct Shard {
    /// In order of the texts' numbers.
    var entries: [Entry] = []
    /// The sum of the fingerprints of the words, each with the number of its text.
    var fingerprint: UInt64 = 0
  }

  /// The number of each text, by its place. No two are the same.
  let numbers: [UInt32]
  private(set) var shards: [Shard]
  /// The words of each text, with a space between each two.
  private var texts: [String]

  /// - Parameter text: returns the words of a text, with a space between each two.
  /// - Complexity: O(*n* log *n*) in the number of texts, and O(*n*) in that of their words.
  init(_ numbers: [UInt32], in layout: ShardLayout, text: @escaping @Sendable (_ place: Int) -> String) {
    self.numbers = numbers
    texts = parallelMap(numbers.count) { text($0) }
    shards = Array(repeating: Shard(), count: layout.wordShards)
    for place in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) {
      Self.forEachWord(of: texts[place], place, numbers[place], among: shards.count) { shard, entry, fingerprint in
        shards[shard].entries.append(entry)
        shards[shard].fingerprint &+= fingerprint
      }
    }
  }

  /// The places of the texts in each shard of what is shown, in order of their numbers.
  static func places(of numbers: [UInt32], in layout: ShardLayout) -> [[Int]] {
    var shards: [[Int]] = Array(repeating: [], count: layout.recordShards)
    for place in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) {
      shards[layout.shard(ofRecord: numbers[place])].append(place)
    }
    return shards
  }

  /// Calls `body` with each word of a text, its shard, and the fingerprint of the word and the text's number.
  private static func forEachWord(
    of text: String, _ record: Int, _ number: UInt32, among count: Int,
    _ body: (_ shard: Int, Entry, _ fingerprint: UInt64) -> Void
  ) {
    var text = text
    text.withUTF8 { bytes in
      for word in bytes.split(separator: UInt8(ascii: " ")) {
        let fingerprint = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: word)).fingerprint
        body(
          shard(of: word, among: count), Entry(record: Int32(record), start: Int32(word.startIndex)),
          withUnsafeBytes(of: (fingerprint, UInt64(number))) { $0.fingerprint })
      }
    }
  }

  /// The shard of a word: FNV-1a over its first three letters, as `text.js` computes it.
  private static func shard(of word: Slice<UnsafeBufferPointer<UInt8>>, among count: Int) -> Int {
    var hash: UInt32 = 2_166_136_261
    for scalar in String(decoding: word.prefix(12), as: UTF8.self).unicodeScalars.prefix(3) {
      hash = (hash ^ scalar.value) &* 16_777_619
    }
    return Int((hash ^ hash >> 16) & UInt32(count - 1))
  }

  private func word(_ entry: Entry) -> String {
    String(Substring(texts[Int(entry.record)].utf8.dropFirst(Int(entry.start)).prefix { $0 != UInt8(ascii: " ") }))
  }

  /// Gives a text other words. Returns the shards of those before and of those now.
  mutating func replace(_ record: Int, by text: String) -> Set<Int> {
    guard !texts[record].utf8.elementsEqual(text.utf8) else { return [] }
    let (old, number) = (texts[record], numbers[record])
    texts[record] = text
    var touched: Set<Int> = []
    Self.forEachWord(of: old, record, number, among: shards.count) { shard, _, fingerprint in
      shards[shard].entries.removeAll { $0.record == record }
      shards[shard].fingerprint &-= fingerprint
      touched.insert(shard)
    }
    Self.forEachWord(of: text, record, number, among: shards.count) { shard, entry, fingerprint in
      let place = shards[shard].entries.firstIndex { numbers[Int($0.record)] > number }
      shards[shard].entries.insert(entry, at: place ?? shards[shard].entries.endIndex)
      shards[shard].fingerprint &+= fingerprint
      touched.insert(shard)
    }
    return touched
  }

  /// Appends for each word of a shard the numbers of the texts that have it, each as its distance from the one before. A
  /// negative number at the end says how many are left out.
  func render(shard: Int, limit: Int, into buffer: inout ByteBuffer) {
    let words = Dictionary(grouping: shards[shard].entries, by: word)
    var isFirst = true
    buffer.append("{")
    for (word, entries) in words.sorted(by: { inByteOrder($0.key, $1.key) }) {
      buffer.append(isFirst ? "\"" : ",\n\"")
      isFirst = false
      // A word is made of letters and digits alone, none of which means something in JSON.
      buffer.append(word)
      buffer.append("\":[")
      var last: UInt32 = 0
      for number in entries.prefix(limit).map({ numbers[Int($0.record)] }) {
        buffer.append(last == 0 ? "\(number)" : ",\(number - last)")
        last = number
      }
      if entries.count > limit { buffer.append(",\(limit - entries.count)") }
      buffer.append("]")
    }
    buffer.append("}")
  }
}
