import CICU

/// Calls an ICU function that fills a UTF-16 buffer, growing the buffer when ICU asks for more.
///
/// - Returns: the text, or nil when ICU reports a failure.
func icuText(
  capacity: Int = 64, _ fill: (UnsafeMutablePointer<UChar>, Int32, inout UErrorCode) -> Int32
) -> String? {
  var capacity = capacity
  while true {
    var status = U_ZERO_ERROR
    var needed: Int32 = 0
    let units = [UChar](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      needed = fill(start, Int32(capacity), &status)
      count = min(max(Int(needed), 0), capacity)
    }
    if status == U_BUFFER_OVERFLOW_ERROR {
      capacity = Int(needed) + 1
    } else if status.rawValue > U_ZERO_ERROR.rawValue {
      return nil
    } else {
      return String(decoding: units, as: UTF16.self)
    }
  }
}

/// The version of the ICU library in use, such as "72.1": part of what a page's bytes depend on.
package let icuVersion: String = {
  var version: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
  withUnsafeMutableBytes(of: &version) { bytes in
    if let start = bytes.bindMemory(to: UInt8.self).baseAddress { icu_version(start) }
  }
  return "\(version.0).\(version.1)"
}()
