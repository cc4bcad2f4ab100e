import CICU

extension String {
  /// The text in Unicode's normalization form C, in which "é" is one scalar: texts in this form are equal only where
  /// their bytes are.
  package var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    let units = Array(utf16)
    return icuText(capacity: units.count * 2 + 16) { icu_nfc(units, Int32(units.count), $0, $1, &$2) } ?? self
  }
}
