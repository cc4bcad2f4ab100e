import CDeflate

/// The parts of a ZIP archive, which spreadsheets are. A part is unpacked when it is asked for.
///
/// Debian has no libzip that a program could be linked with statically, and what is needed of the format is small: the
/// directory at the archive's end, and libdeflate for the parts.
package struct ZipArchive {
  package struct Problem: Error {
    package let message: String
    package var isTooComplex = false
  }

  private struct Part {
    let offset: Int
    let packedSize: Int
    let size: Int
    let method: Int
    let checksum: UInt32
    let isEncrypted: Bool
  }

  private let bytes: [UInt8]
  private let parts: [String: Part]
  /// How many more bytes may be unpacked.
  private var rest: Int

  /// How many bytes an archive may unpack to for each of its own, and besides.
  private static let limit = (perByte: 200, besides: 16 << 20)
  private static let mostParts = 65_536

  package init(_ bytes: [UInt8]) throws(Problem) {
    self.bytes = bytes
    rest = bytes.count * Self.limit.perByte + Self.limit.besides
    parts = try Self.directory(of: bytes)
  }

  /// Whether there is a part of that name.
  package func holds(_ name: String) -> Bool { parts[name] != nil }

  /// A part; nil where there is none of that name.
  package mutating func read(_ name: String) throws(Problem) -> [UInt8]? {
    guard let part = parts[name] else { return nil }
    guard !part.isEncrypted else { throw Problem(message: "it is protected by a password") }
    guard part.size <= rest else {
      throw Problem(message: "'\(name)' in it unpacks to more than a file of that size may hold", isTooComplex: true)
    }
    rest -= part.size
    let head = part.offset + 30
    guard head <= bytes.count, number(4, at: part.offset) == 0x0403_4B50 else {
      throw Problem(message: "it is damaged")
    }
    let start = head + number(2, at: part.offset + 26) + number(2, at: part.offset + 28)
    guard start <= bytes.count, part.packedSize <= bytes.count - start else { throw Problem(message: "it is damaged") }
    let packed = bytes[start..<start + part.packedSize]
    let content: [UInt8]
    switch part.method {
    case 0 where part.size == part.packedSize: content = Array(packed)
    case 8: content = try Self.inflated(packed, to: part.size)
    default: throw Problem(message: "'\(name)' in it is packed in a way that is not known")
    }
    guard libdeflate_crc32(0, content, content.count) == part.checksum else {
      throw Problem(message: "it is damaged: '\(name)' in it has other bytes than it says")
    }
    return content
  }

  private static func inflated(_ packed: ArraySlice<UInt8>, to size: Int) throws(Problem) -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor() else {
      throw Problem(message: "there is no memory for it")
    }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_BAD_DATA
    let content = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var written = 0
      result = packed.withUnsafeBytes { packed in
        libdeflate_deflate_decompress(
          decompressor, packed.baseAddress, packed.count, buffer.baseAddress, size, &written)
      }
      count = result == LIBDEFLATE_SUCCESS ? written : 0
    }
    guard result == LIBDEFLATE_SUCCESS, content.count == size else { throw Problem(message: "it is damaged") }
    return content
  }

  // MARK: The directory

  private func number(_ count: Int, at offset: Int) -> Int { Self.number(count, at: offset, in: bytes) }

  /// A number in as many bytes as are said, the lowest first; 0 behind the end.
  private static func number(_ count: Int, at offset: Int, in bytes: [UInt8]) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  private static func directory(of bytes: [UInt8]) throws(Problem) -> [String: Part] {
    func number(_ count: Int, at offset: Int) -> Int { self.number(count, at: offset, in: bytes) }
    guard bytes.count >= 22 else { throw Problem(message: "it is no archive") }
    // The directory is found from the archive's end, behind which a remark of up to 64 KB may stand.
    let first = max(bytes.count - 22 - 0xFFFF, 0)
    guard
      let end = stride(from: bytes.count - 22, through: first, by: -1).first(where: {
        number(4, at: $0) == 0x0605_4B50
      })
    else { throw Problem(message: "it is no archive") }
    var (offset, count) = (number(4, at: end + 16), number(2, at: end + 10))
    guard offset != 0xFFFF_FFFF, count <= mostParts else {
      throw Problem(message: "it is an archive of a size that is not read")
    }
    var parts: [String: Part] = [:]
    while count > 0 {
      guard offset + 46 <= bytes.count, number(4, at: offset) == 0x0201_4B50 else {
        throw Problem(message: "it is damaged")
      }
      let lengths = [28, 30, 32].map { number(2, at: offset + $0) }
      guard offset + 46 + lengths[0] <= bytes.count else { throw Problem(message: "it is damaged") }
      let name = String(decoding: bytes[offset + 46..<offset + 46 + lengths[0]], as: UTF8.self)
      parts[name] = Part(
        offset: number(4, at: offset + 42), packedSize: number(4, at: offset + 20), size: number(4, at: offset + 24),
        method: number(2, at: offset + 10), checksum: UInt32(number(4, at: offset + 16)),
        isEncrypted: number(2, at: offset + 8) & 1 == 1)
      offset += 46 + lengths.reduce(0, +)
      count -= 1
    }
    return parts
  }
}
