import Glibc

/// The file of a program, as the ELF format lays it out.
struct ProgramFile {
  /// The bytes that the linker derived from all others, in hexadecimal digits; nil where it left none.
  private(set) var buildID: String?

  /// A reader of a program's file; nil where it is none of 64 bits.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let header = Self.bytes(of: file, at: 0, 64), header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
      return nil
    }
    let size = Self.number(header, 54, 2)
    let count = Self.number(header, 56, 2)
    guard size >= 56, count < 1000, let segments = Self.bytes(of: file, at: Self.number(header, 32, 8), size * count)
    else { return nil }
    for segment in stride(from: 0, to: size * count, by: size) where Self.number(segments, segment, 4) == 4 {
      let length = Self.number(segments, segment + 32, 8)
      guard length < 65_536, let notes = Self.bytes(of: file, at: Self.number(segments, segment + 8, 8), length)
      else { continue }
      if let id = Self.buildID(in: notes) { buildID = id }
    }
  }

  /// The note of the kind 3 by GNU.
  private static func buildID(in notes: [UInt8]) -> String? {
    var place = 0
    while place + 12 <= notes.count {
      let name = number(notes, place, 4)
      let length = number(notes, place + 4, 4)
      let start = place + 12 + (name + 3) / 4 * 4
      guard name < 256, length < 256, start + length <= notes.count else { return nil }
      if number(notes, place + 8, 4) == 3, notes[(place + 12)...].starts(with: Array("GNU\0".utf8)), length > 0 {
        return notes[start..<start + length].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      }
      place = start + (length + 3) / 4 * 4
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
    Int(truncatingIfNeeded: bytes[place..<place + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private static func bytes(of file: Int32, at place: Int, _ count: Int) -> [UInt8]? {
    guard count >= 0, place >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, off_t(place)) == count ? bytes : nil
  }
}
