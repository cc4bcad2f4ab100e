import CellistRecords

/// Where a record comes from: its source, and its number there, as fields may read them.
package struct RecordOrigin: Sendable {
  /// The key of a record's number in its file.
  static let rowKey = "$row"

  let source: RecordSource
  /// The number of the record among those of its file, from 1; nil where it is not needed.
  let row: Int?

  /// The value of a key of a fact of the file; nil for any other key.
  ///
  /// - Parameter list: the folder in which the folders of the list's own files begin.
  func node(_ key: String, listIn list: String) -> Node? {
    guard key.utf8.first == UInt8(ascii: "$") else { return nil }
    let text: String
    switch key {
    case "$file": text = source.path.fileName
    case "$name": text = source.ownName
    case "$folder": text = source.path.folder.below(source.details?.folder ?? list)
    case Self.rowKey: text = row.map { String($0) } ?? ""
    default: return nil
    }
    return Node(text.isEmpty ? .null : .scalar(text, quoted: true), at: SourceLocation(file: source.path))
  }

  /// Whether the source takes records by the value of a key, so that the key is known.
  func isTakenBy(_ key: String) -> Bool { source.details?.filter?.names.contains(key) ?? false }
}
