import CBrotli
import CellistOutput

/// A content coding by its name in HTTP: servers send compressed bytes to browsers that accept it.
package enum ContentCoding: String, CaseIterable, Sendable {
  case gzip, brotli

  /// The ending of a compressed copy, which follows the file's own name.
  package var ending: String {
    switch self {
    case .gzip: "gz"
    case .brotli: "br"
    }
  }

  /// Compresses bytes; deterministic. O(n).
  func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .gzip: return Gzip.compressed(bytes, level: 9)
    case .brotli:
      return Self.array(of: BrotliEncoderMaxCompressedSize(bytes.count) + 16) { buffer in
        var size = BrotliEncoderMaxCompressedSize(bytes.count) + 16
        let mode = BROTLI_MODE_TEXT
        return BrotliEncoderCompress(9, BROTLI_DEFAULT_WINDOW, mode, bytes.count, bytes, &size, buffer) == BROTLI_TRUE
          ? size : 0
      }
    }
  }

  /// - Parameter size: the expected number of bytes.
  /// - Returns: nil if the bytes do not decompress to so many.
  func decompressed(_ bytes: [UInt8], size: Int) -> [UInt8]? {
    switch self {
    case .gzip: return Gzip.decompressed(bytes[...], size: size)
    case .brotli:
      guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
      defer { BrotliDecoderDestroyInstance(decoder) }
      return bytes.withUnsafeBufferPointer { bytes in
        Self.array(of: size) { buffer in
          var (left, room) = (bytes.count, size)
          var (next, end) = (bytes.baseAddress, Optional(buffer))
          let result = BrotliDecoderDecompressStream(decoder, &left, &next, &room, &end, nil)
          return result == BROTLI_DECODER_RESULT_SUCCESS && left == 0 && room == 0 ? size : -1
        }
      }
    }
  }

  /// The bytes that a function writes to a buffer; nil if it returns a negative number, or 0 for a buffer with room.
  private static func array(of limit: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) -> [UInt8]? {
    var isWritten = true
    let bytes = [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let written = write(start)
      isWritten = written > 0 || written == 0 && limit == 0
      count = max(0, written)
    }
    return isWritten ? bytes : nil
  }
}

extension [ContentCoding] {
  /// The endings of copies, in byte order.
  var endings: [String] { map(\.ending).sorted() }

  /// The codings of copies that have these endings.
  init(endings: [String]) { self = ContentCoding.allCases.filter { endings.contains($0.ending) } }
}
