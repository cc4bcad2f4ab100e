import CellistBase
import CellistTemplates

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
  /// The places of the texts in each shard of what is shown, in order of their numbers.
  let places: [[Int]]
  private(set) var shards: [Shard]
  /// The words of each text, with a space between each two.
  private var texts: [String]

  /// - Parameters:
  ///   - earlier: the words of other texts. Where their numbers are the same, only shards of other words are made anew.
  ///   - text: returns the words of a text, with a space between each two.
  /// - Complexity: O(*n* log *n*) in the number of texts, and O(*n*) in that of their words.
  init(
    _ numbers: [UInt32], in layout: ShardLayout, since earlier: NumberedWords?,
    text: @escaping @Sendable (_ place: Int) -> String
  ) {
    let texts = parallelMap(numbers.count) { text($0) }
    if let earlier, let words = earlier.saying(texts, numbers, in: layout) {
      self = words
      return
    }
    self.numbers = numbers
    self.texts = texts
    places = Self.places(of: numbers, in: layout)
    shards = Array(repeating: Shard(), count: layout.wordShards)
    for place in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) {
      Self.forEachWord(of: texts[place], place, numbers[place], among: shards.count) { shard, entry, fingerprint in
        shards[shard].entries.append(entry)
        shards[shard].fingerprint &+= fingerprint
      }
    }
  }

  private static func places(of numbers: [UInt32], in layout: ShardLayout) -> [[Int]] {
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

  /// The words of other texts; nil where too many of them differ to find their entries one by one, and where they have other
  /// numbers.
  private func saying(_ texts: [String], _ numbers: [UInt32], in layout: ShardLayout) -> NumberedWords? {
    guard numbers == self.numbers, shards.count == layout.wordShards, places.count == layout.recordShards else {
      return nil
    }
    let others = texts.indices.filter { !texts[$0].utf8.elementsEqual(self.texts[$0].utf8) }
    guard others.count <= max(8, texts.count / 256) else { return nil }
    var words = self
    for place in others { words.replace(place, by: texts[place]) }
    assert(
      words.shards.map(\.fingerprint)
        == NumberedWords(numbers, in: layout, since: nil) { texts[$0] }.shards.map(\.fingerprint))
    return words
  }

  private mutating func replace(_ record: Int, by text: String) {
    let (old, number) = (texts[record], numbers[record])
    texts[record] = text
    Self.forEachWord(of: old, record, number, among: shards.count) { shard, _, fingerprint in
      shards[shard].entries.removeAll { $0.record == record }
      shards[shard].fingerprint &-= fingerprint
    }
    Self.forEachWord(of: text, record, number, among: shards.count) { shard, entry, fingerprint in
      let place = shards[shard].entries.firstIndex { numbers[Int($0.record)] > number }
      shards[shard].entries.insert(entry, at: place ?? shards[shard].entries.endIndex)
      shards[shard].fingerprint &+= fingerprint
    }
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
