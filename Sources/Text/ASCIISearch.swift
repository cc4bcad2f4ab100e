import Glibc

extension String {
  /// Whether the text contains an ASCII text.
  ///
  /// It looks at bytes, which in UTF-8 is right for ASCII. `contains` compares characters, and took a sixth of a whole
  /// build to find no "--" in ten thousand texts.
  package func holds(_ ascii: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      guard var start = bytes.baseAddress else { return false }
      let end = start + bytes.count
      let length = ascii.utf8CodeUnitCount
      while end - start >= length, let found = memchr(start, Int32(ascii.utf8Start[0]), end - start - length + 1) {
        let place = found.assumingMemoryBound(to: UInt8.self)
        if memcmp(place, ascii.utf8Start, length) == 0 { return true }
        start = UnsafePointer(place) + 1
      }
      return false
    }
  }
}
