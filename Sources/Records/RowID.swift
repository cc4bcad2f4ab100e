/// What a record is called that nothing names: a digest of its values. So a row in front of it changes nothing of it, and of
/// several rows that are alike each but the first has a number.
package struct RowID: Hashable, Sendable {
  private let digest: String
  private let number: Int

  private static let prefix = "~"

  /// - Parameter digest: that of the record's values.
  package init(digest: UInt64) {
    let digits = String(digest, radix: 16)
    self.digest = String(repeating: "0", count: 16 - digits.count) + digits
    number = 1
  }

  private init(digest: String, number: Int) { (self.digest, self.number) = (digest, number) }

  /// - Parameter id: that of any record; nil for one that something names.
  package init?(_ id: String) {
    guard id.utf8.count >= 17, id.hasPrefix(Self.prefix) else { return nil }
    let parts = id.dropFirst().split(separator: "-", maxSplits: 1)
    guard parts[0].utf8.count == 16, parts[0].utf8.allSatisfy(\.isHexDigit) else { return nil }
    digest = String(parts[0])
    guard let number = parts.count == 1 ? 1 : Int(parts[1]) else { return nil }
    self.number = number
  }

  package var id: String { "\(Self.prefix)\(digest)" + (number == 1 ? "" : "-\(number)") }
  package var slug: String { "row-\(digest)" + (number == 1 ? "" : "-\(number)") }

  /// The first of those that are alike.
  package var first: RowID { RowID(digest: digest, number: 1) }
  package func numbered(_ number: Int) -> RowID { RowID(digest: digest, number: number) }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
  }
}
