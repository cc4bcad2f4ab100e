import CellistContent
import CellistLists
import CellistPages
import CellistSettings

extension RecordItem {
  /// A UUID of the site's host, the list and the record's id, by which programs know the record when its address changes.
  func uuid(inList list: String, at base: SiteBase) -> String {
    let digest = Digest("\(base.origin)\n\(list)\n\(id)")
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
