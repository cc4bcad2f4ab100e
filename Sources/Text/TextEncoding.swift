import CICU

/// A character encoding that ICU knows, such as windows-1252 or Shift_JIS.
package struct TextEncoding: Hashable, Sendable {
  /// The name as it was given: ICU knows most encodings by several.
  package let name: String

  /// The place of bytes that are invalid in an encoding.
  package struct Failure: Error {
    /// The text before them.
    package let text: String
    /// The first byte of them.
    package let byte: UInt8
  }

  /// The encoding of a name; nil when ICU knows none.
  package init?(_ name: String) {
    let isName = name.utf8.allSatisfy { byte in
      Unicode.Scalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte) || "-_.:()+".utf8.contains(byte)
    }
    guard isName, !name.isEmpty, name.utf8.count < 60, icu_encoding_names(name) > 0 else { return nil }
    self.name = name
  }

  private init(known name: String) { self.name = name }

  /// The text of bytes, without the byte order mark at its start.
  package func text(of bytes: [UInt8]) throws(Failure) -> String {
    var status: IcuStatus = 0
    guard let converter = icu_converter_open(name, &status), status <= 0 else {
      throw Failure(text: "", byte: bytes.first ?? 0)
    }
    defer { icu_converter_close(converter) }
    var text = ""
    text.reserveCapacity(bytes.count + bytes.count / 8)
    var units = [UInt16](repeating: 0, count: Self.window)
    /// The first half of a pair whose second half comes with the next window.
    var half: UInt16?
    var offset = 0
    while true {
      let count = min(bytes.count - offset, Self.window)
      let isLast = offset + count == bytes.count
      var (read, invalid): (Int32, Int32) = (0, 0)
      status = 0
      let written = bytes.withUnsafeBufferPointer { input in
        units.withUnsafeMutableBufferPointer { output in
          icu_convert(
            converter, input.baseAddress.map { $0 + offset }, Int32(count), isLast ? 1 : 0, &read, &invalid,
            output.baseAddress, Int32(output.count), &status)
        }
      }
      offset += Int(read)
      Self.append(units[..<Int(written)], after: &half, to: &text)
      if status > 0, status != icu_buffer_overflow {
        if half != nil { text.append("\u{FFFD}") }
        let place = min(max(offset - Int(invalid), 0), max(bytes.count - 1, 0))
        throw Failure(text: text, byte: bytes.isEmpty ? 0 : bytes[place])
      }
      if isLast, status != icu_buffer_overflow { break }
    }
    if half != nil { text.append("\u{FFFD}") }
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// How many bytes are converted at a time.
  private static let window = 1 << 16

  private static func append(_ units: ArraySlice<UInt16>, after half: inout UInt16?, to text: inout String) {
    guard let last = units.last else { return }
    let endsInHalf = UTF16.isLeadSurrogate(last)
    let whole = endsInHalf ? units.dropLast() : units
    if let first = half {
      text += String(decoding: [first] + whole, as: UTF16.self)
    } else {
      text += String(decoding: whole, as: UTF16.self)
    }
    half = endsInHalf ? last : nil
  }
}

extension TextEncoding {
  /// The encoding of a byte order mark; nil where there is none, and for UTF-8.
  package init?(markOf bytes: [UInt8]) {
    let marks: [([UInt8], String)] = [
      ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"),
      ([0xFE, 0xFF], "UTF-16BE"),
    ]
    guard let (_, name) = marks.first(where: { bytes.starts(with: $0.0) }) else { return nil }
    self.init(known: name)
  }

  /// The encoding that bytes which are not UTF-8 are most likely in; nil where ICU has no guess.
  package init?(likeliestOf bytes: [UInt8]) {
    // Enough to know the letters of a language, from the first byte beyond ASCII on.
    let first = bytes.firstIndex { $0 >= 0x80 } ?? 0
    let start = max(first - 2048, 0)
    let sample = Array(bytes[start..<min(start + (1 << 16), bytes.count)])
    var status: IcuStatus = 0
    let names = [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      let length = buffer.withMemoryRebound(to: CChar.self) { names in
        icu_likely_encodings(sample, Int32(sample.count), names.baseAddress, 1024, &status)
      }
      count = min(max(Int(length), 0), 1024)
    }
    // Text labelled Latin 1 is nearly always windows-1252, which has more characters.
    let alike = ["ISO-8859-1": "windows-1252", "ISO-8859-9": "windows-1254"]
    let likely = String(decoding: names, as: UTF8.self).split(separator: " ").map(String.init)
    let fitting = likely.lazy.filter { !$0.hasPrefix("UTF-") }.compactMap { TextEncoding(alike[$0] ?? $0) }
      .first { (try? $0.text(of: bytes)) != nil }
    guard status <= 0, let fitting else { return nil }
    self = fitting
  }
}
