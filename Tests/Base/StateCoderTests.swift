import CellistBase
import Testing

@Suite struct StateCoderTests {
  private struct Line: Hashable, StateCodable {
    let number: Int
    let words: [String]
    let comment: String?

    init(number: Int, words: [String] = [], comment: String? = nil) {
      (self.number, self.words, self.comment) = (number, words, comment)
    }

    init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
      number = try coder.value(known?.number)
      words = try coder.items(known?.words)
      comment = try coder.optional(known?.comment)
    }
  }

  private struct Page: Hashable, StateCodable {
    let isOpen: Bool
    let digest: Digest
    let stamp: FileStamp?
    let prints: [UInt64]
    let lines: [String: Line]
    let rest: ArraySlice<UInt8>

    init(_ lines: [String: Line], stamp: FileStamp? = nil) {
      (isOpen, digest, self.stamp, self.lines) = (true, Digest([1, 2]), stamp, lines)
      (prints, rest) = ([0, .max, 1 << 63], [0, 255])
    }

    init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
      isOpen = try coder.value(known?.isOpen)
      digest = try coder.value(known?.digest)
      stamp = try coder.optional(known?.stamp)
      prints = try coder.items(known?.prints, count: 3)
      lines = try coder.entries(known?.lines, by: <)
      rest = try coder.value(known?.rest)
    }
  }

  private static let pages = [
    Page([:]),
    Page(
      ["b": Line(number: .min, words: ["", "e\u{301}"], comment: ""), "a": Line(number: .max)],
      stamp: FileStamp(size: .max, modified: .min, changed: -1, inode: .max)),
  ]

  @Test(arguments: pages) private func `what is written is read`(page: Page) throws {
    #expect(try Page(stateBytes: page.stateBytes[...]) == page)
  }

  @Test func `bytes do not follow from the order in which entries came`() {
    let names = (0..<50).map { "\($0)" }
    let lines = names.map { ($0, Line(number: 1)) }
    let one = Page(Dictionary(lines, uniquingKeysWith: { first, _ in first }))
    let other = Page(Dictionary(lines.reversed(), uniquingKeysWith: { first, _ in first }))
    #expect(one.stateBytes == other.stateBytes)
  }

  /// Bytes that no build wrote are an error: neither a trap nor a wait.
  @Test func `what is cut off cannot be read`() {
    let bytes = Self.pages[1].stateBytes
    for count in bytes.indices { #expect(throws: StateCoder.Malformed.self) { try Page(stateBytes: bytes[..<count]) } }
    #expect(throws: StateCoder.Malformed.self) { try [String](stateBytes: [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]) }
  }
}
