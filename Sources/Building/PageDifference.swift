import CellistMarkup

/// How a page differs from an earlier version, as a reader sees it.
package enum PageDifference: String, CaseIterable, Sendable {
  /// It says other words.
  case words
  /// It says the same words in another order.
  case order
  /// It says the same, and only its markup is another.
  case markup

  /// - Parameters:
  ///   - old: the bytes of the earlier version.
  ///   - new: the bytes of the later one.
  init(from old: [UInt8], to new: [UInt8]) {
    let before = Self.words(of: old)
    let after = Self.words(of: new)
    self = before == after ? .markup : before.sorted() == after.sorted() ? .order : .words
  }

  private static func words(of page: [UInt8]) -> [Substring] {
    HTMLWords(String(decoding: page, as: UTF8.self)).paragraphs.flatMap { $0.split(separator: " ") }
  }
}
