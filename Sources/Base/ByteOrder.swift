import Glibc

/// Compares bytes in order: negative, zero or positive, as the first come before the others, are equal or come after.
/// O(n) in the length of the shorter.
package func byteOrder(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
  guard let start = one.baseAddress, let otherStart = other.baseAddress else { return one.count - other.count }
  let order = memcmp(start, otherStart, min(one.count, other.count))
  return order == 0 ? one.count - other.count : Int(order)
}

/// The same of the UTF-8 of texts, which does not depend on a locale.
package func byteOrder(_ one: String, _ other: String) -> Int {
  var (one, other) = (one, other)
  return one.withUTF8 { one in
    other.withUTF8 { byteOrder(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer($0)) }
  }
}

/// Whether a text precedes another in the order of their bytes.
package func inByteOrder(_ one: String, _ other: String) -> Bool { byteOrder(one, other) < 0 }
