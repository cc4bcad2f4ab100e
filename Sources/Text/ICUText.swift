import CICU

/// Calls an ICU function that fills a UTF-16 buffer, growing the buffer when ICU asks for more.
///
/// - Returns: the text, or nil when ICU reports a failure.
func icuText(
  capacity: Int = 64, _ fill: (UnsafeMutablePointer<UInt16>, Int32, inout IcuStatus) -> Int32
) -> String? {
  var capacity = capacity
  while true {
    var status: IcuStatus = 0
    var needed: Int32 = 0
    let units = [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      needed = fill(start, Int32(capacity), &status)
      count = min(max(Int(needed), 0), capacity)
    }
    if status == icu_buffer_overflow {
      capacity = Int(needed) + 1
    } else if status > 0 {
      return nil
    } else {
      return String(decoding: units, as: UTF16.self)
    }
  }
}

/// ICU's name of the locale of a whole BCP 47 tag, or nil when the tag is empty or not well formed.
func icuLocale(of tag: String) -> String? {
  // ICU's own names of locales fit 157 bytes.
  let capacity = 200
  var status: IcuStatus = 0
  var parsed: Int32 = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
    // Swift would pass a buffer of UTF-16 here without a warning.
    buffer.withMemoryRebound(to: CChar.self) {
      count = Int(icu_locale_from_tag(tag, $0.baseAddress, Int32(capacity), &parsed, &status))
    }
    count = min(max(count, 0), capacity)
  }
  // No language has a longer name in a tag, so "german" is none, though BCP 47 leaves room for it.
  guard status <= 0, !tag.isEmpty, Int(parsed) == tag.utf8.count, tag.prefix(while: { $0 != "-" }).utf8.count <= 3
  else {
    return nil
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The version of the ICU library in use, such as "72.1": the bytes of pages depend on it.
package let icuVersion: String = {
  var version: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
  withUnsafeMutableBytes(of: &version) { bytes in
    if let start = bytes.bindMemory(to: UInt8.self).baseAddress { icu_version(start) }
  }
  return "\(version.0).\(version.1).\(version.2).\(version.3)"
}()
