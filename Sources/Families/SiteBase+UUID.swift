import CellistBase
import CellistSettings

extension SiteBase {
  /// A UUID of the site's host, the list and a record's id, by which programs know the record when its address changes.
  func uuid(of id: String, inList list: String) -> String {
    let digest = Digest("\(origin)\n\(list)\n\(id)")
    // Version 8 of RFC 9562: the bits are ours.
    let high = digest.first & ~0xF000 | 0x8000
    let low = digest.second & ~(0b11 << 62) | 0b10 << 62
    let digits = Digest(first: high, second: 0).hexadecimal + Digest(first: low, second: 0).hexadecimal
    var uuid = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { uuid += "-" }
      uuid.append(digit)
    }
    return uuid
  }
}
