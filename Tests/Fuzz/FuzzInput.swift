/// The bytes that a fuzzer makes up, taken apart from the front.
struct FuzzInput {
  private(set) var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// Takes a byte; 0 where there is none.
  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// Takes a byte to choose an item by.
  mutating func choice<Item>(of items: [Item]) -> Item { items[Int(byte()) % items.count] }

  /// The rest as text: valid, as readers of files are given it.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The rest as texts that a separator stands between.
  func texts(_ separator: Unicode.Scalar) -> [String] {
    bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
