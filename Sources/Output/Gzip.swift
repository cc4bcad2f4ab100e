import CDeflate

/// Compresses bytes in the format of RFC 1952, with libdeflate. O(n).
package enum Gzip {
  /// Deterministic; nil if memory is short.
  ///
  /// - Parameter level: from 1, which takes the least time, to 12.
  package static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(level) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let limit = libdeflate_gzip_compress_bound(compressor, bytes.count)
    var size = 0
    let result = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      size = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, limit)
      count = size
    }
    return size > 0 ? result : nil
  }

  /// - Parameter size: the expected number of bytes.
  /// - Returns: nil if the bytes do not decompress to exactly so many.
  package static func decompressed(_ bytes: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    // No byte expands to more than a thousand.
    guard size >= 0, size / 1100 <= bytes.count, let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
      isWhole = bytes.withUnsafeBytes { bytes in
        var read = 0
        // Without a place for the actual number, it fails unless the number is exact.
        let result = libdeflate_gzip_decompress_ex(
          decompressor, bytes.baseAddress, bytes.count, buffer.baseAddress, size, &read, nil)
        return result == LIBDEFLATE_SUCCESS && read == bytes.count
      }
      count = isWhole ? size : 0
    }
    return isWhole ? result : nil
  }
}
