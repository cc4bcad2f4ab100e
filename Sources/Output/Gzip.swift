import CDeflate

/// Bytes in fewer bytes, in the format of RFC 1952, with libdeflate. O(n).
package enum Gzip {
  /// The same bytes for the same bytes; nil where there is no memory.
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

  /// - Parameter size: how many bytes there must be.
  /// - Returns: nil where the bytes are not compressed ones of exactly so many.
  package static func decompressed(_ bytes: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    // No byte expands to more than a thousand.
    guard size >= 0, size / 1100 <= bytes.count, let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
      isWhole = bytes.withUnsafeBytes { bytes in
        var read = 0
        // With no place for their number, it fails unless there are as many.
        let result = libdeflate_gzip_decompress_ex(
          decompressor, bytes.baseAddress, bytes.count, buffer.baseAddress, size, &read, nil)
        return result == LIBDEFLATE_SUCCESS && read == bytes.count
      }
      count = isWhole ? size : 0
    }
    return isWhole ? result : nil
  }
}
