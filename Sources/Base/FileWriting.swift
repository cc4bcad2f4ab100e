import Glibc

extension UnsafeRawBufferPointer {
  /// Writes all bytes to an open file; false, with `errno`, where that fails.
  package func write(to descriptor: Int32) -> Bool {
    var rest = self
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return true
  }
}
