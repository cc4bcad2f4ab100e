/// Paths in URLs.
package enum PercentCoding {
  /// A path without escapes; invalid escapes are kept as they are.
  package static func decoded(_ path: Substring) -> String {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return String(path) }
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, rest.first != UInt8(ascii: "+"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A path with the characters percent-encoded that would end or break a URL. Letters of all scripts stay readable.
  package static func encoded(_ path: String) -> String {
    let allowed = allowed
    // Nearly all paths are plain, and there are ten on a page.
    var path = path
    let isPlain = path.withUTF8 { bytes in
      for byte in bytes where byte < 0x80 && !allowed[Int(byte)] { return false }
      return true
    }
    guard !isPlain else { return path }
    var result: [UInt8] = []
    for byte in path.utf8 {
      if byte >= 0x80 || allowed[Int(byte)] {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// An address with the bytes percent-encoded that have a meaning in another syntax around it.
  package static func encoded(_ address: String, except isAllowed: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = address.utf8.flatMap { byte in
      isAllowed(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let allowed: [Bool] = (0..<128).map { code in
    let scalar = Character(Unicode.Scalar(UInt8(code)))
    return scalar.isLetter || scalar.isNumber || "-._~!$&'()*+,;=:@/".contains(scalar)
  }
}
