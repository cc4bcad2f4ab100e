import CellistFiles
import CellistFormats
import CellistRecords
import CellistText

extension SourceTree {
  /// The byte order mark of UTF-8.
  package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text of a file without a byte order mark; nil, with a diagnostic, when it cannot be read or is not UTF-8.
  package func text(_ path: String, _ diagnostics: inout Diagnostics) -> String? {
    guard let bytes = bytes(path, &diagnostics) else { return nil }
    return Self.text(of: bytes, path, &diagnostics)
  }

  /// The text of a file without a byte order mark; nil, with a diagnostic, when it is no text.
  ///
  /// - Parameters:
  ///   - encoding: what settings say; a byte order mark says it by itself. Nil for UTF-8.
  ///   - isSource: whether settings may say the encoding.
  package static func text(
    of bytes: [UInt8], _ path: String, in encoding: TextEncoding? = nil, ofSource isSource: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> String? {
    let isMarked = bytes.starts(with: mark)
    guard let encoding = TextEncoding(markOf: bytes) ?? (isMarked ? nil : encoding) else {
      let content = isMarked ? bytes.dropFirst(3) : bytes[...]
      if let text = String(validating: content, as: UTF8.self) { return text }
      reportInvalid(bytes, path, isSource, &diagnostics)
      return nil
    }
    do {
      return try encoding.text(of: bytes)
    } catch {
      var cursor = PositionCursor(file: path)
      var text = error.text
      let place = text.withUTF8 { cursor.location(at: $0.count, in: $0) }
      diagnostics.error(
        .invalidUTF8, "the file is not valid \(encoding.name): byte 0x\(hexadecimal(error.byte))", at: place,
        hint: TextEncoding(likeliestOf: bytes).map { "it looks like \($0.name)" })
      return nil
    }
  }

  private static func reportInvalid(
    _ bytes: [UInt8], _ path: String, _ isSource: Bool, _ diagnostics: inout Diagnostics
  ) {
    var cursor = PositionCursor(file: path)
    let offset = firstInvalidByte(in: bytes)
    var hint = "save the file as UTF-8"
    if let likeliest = TextEncoding(likeliestOf: bytes) {
      hint = "it looks like \(likeliest.name); \(hint)"
      if isSource { hint += ", or let 'encoding' of its source say what it is" }
    }
    diagnostics.error(
      .invalidUTF8, "the file is not valid UTF-8: byte 0x\(hexadecimal(bytes[offset]))",
      at: bytes.withUnsafeBufferPointer { cursor.location(at: offset, in: $0) }, hint: hint)
  }

  private static func hexadecimal(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }

  private static func firstInvalidByte(in bytes: [UInt8]) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return min(offset, bytes.count - 1)
  }
}
