import CICU

/// Turns text into bytes whose order is the order of the text in a language.
///
/// Comparing two keys byte by byte is several times cheaper than comparing the texts, so a sort makes each key once.
package final class Collation: Sendable {
  // ICU documents a collator as safe to share between threads once it is no longer configured.
  private nonisolated(unsafe) let collator: OpaquePointer

  /// A collation for an ICU locale; `primary` ignores accents and case, as an A–Z index does.
  init?(locale: String, primary: Bool = false) {
    var status: IcuStatus = 0
    guard let collator = icu_collator_open(locale, &status), status <= 0
    else { return nil }
    if primary { icu_collator_set_primary(collator) }
    self.collator = collator
  }

  deinit { icu_collator_close(collator) }

  /// Appends the order key of `text`, which ends with a zero byte and holds no other.
  package func appendKey(of text: String, to key: inout [UInt8]) {
    let units = Array(text.utf16)
    var capacity = units.count * 4 + 16
    while true {
      var needed = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        needed = Int(icu_sort_key(collator, units, Int32(units.count), buffer.baseAddress, Int32(capacity)))
        count = min(needed, capacity)
      }
      if needed <= capacity {
        key.append(contentsOf: bytes)
        return
      }
      capacity = needed
    }
  }

  /// The order key of `text`.
  package func key(of text: String) -> [UInt8] {
    var key: [UInt8] = []
    appendKey(of: text, to: &key)
    return key
  }
}
