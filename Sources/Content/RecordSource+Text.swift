import CellistFiles
import CellistRecords
import CellistText

extension RecordSource {
  /// The text of the file, in the encoding that its byte order mark or the settings say; nil, with a diagnostic, when it
  /// cannot be read.
  func text(in tree: SourceTree, _ diagnostics: inout Diagnostics) -> String? {
    guard let bytes = tree.bytes(path, &diagnostics) else { return nil }
    return SourceTree.text(of: bytes, path, in: details?.encoding, ofSource: true, &diagnostics)
  }

  /// The file as UTF-8; nil when it is no text in its encoding.
  func utf8(of bytes: [UInt8]) -> [UInt8]? {
    if TextEncoding(markOf: bytes) == nil, details?.encoding == nil || bytes.starts(with: SourceTree.mark) {
      return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }
    var unasked = Diagnostics()
    return SourceTree.text(of: bytes, path, in: details?.encoding, &unasked).map { Array($0.utf8) }
  }

  /// Reports that all lines of the file are passed over.
  func reportSkipped(_ lines: Int, _ diagnostics: inout Diagnostics) {
    diagnostics.error(
      .missingSource, "\(path) has no line behind the \(lines) that 'skip' passes over",
      at: details?.location ?? SourceLocation(file: path))
  }
}
