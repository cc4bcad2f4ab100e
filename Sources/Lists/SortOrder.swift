import CellistRecords
import CellistText

/// The order of a list's records: several keys, each ascending or descending, and what decides between those whose keys are
/// all equal.
package struct SortOrder: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package let path: FieldPath
    package let descends: Bool
  }

  /// What decides between records whose keys are all equal.
  package enum Tie: Hashable, Sendable {
    case id
    /// The order in which they are written: a sequence, and not part of a record's key, so that a row in front of others
    /// changes nothing of those.
    case written(descends: Bool)
  }

  package var keys: [Key]
  package private(set) var tie = Tie.written(descends: false)
  /// Whether the files of the records come by their names, and not as settings name them.
  private var hasFilesByName = false

  package init(keys: [Key] = []) { self.keys = keys }

  /// Reads the `sort` setting: a field, or a list of them; a leading `-` descends. Without it, records stand as they are
  /// written.
  ///
  /// - Parameter hasFilesByName: whether the files of the records come by their names.
  package init(
    _ settings: inout MappingReader, type: RecordType, hasFilesByName: Bool, _ diagnostics: inout Diagnostics
  ) {
    self.hasFilesByName = hasFilesByName
    keys = []
    let nodes = settings.texts("sort", &diagnostics) ?? []
    for (index, node) in nodes.enumerated() {
      guard let text = node.text else { continue }
      tie = .id
      let descends = text.hasPrefix("-")
      let name = descends ? String(text.dropFirst()) : text
      if name == Self.written {
        tie = .written(descends: descends)
        if index + 1 < nodes.count {
          diagnostics.error(
            .invalidSetting, "'\(Self.written)' leaves no ties to sort further", at: nodes[index + 1].location,
            hint: "put '\(text)' last")
        }
        return
      }
      if let hint = Self.hint(for: name, in: type) {
        diagnostics.error(.unknownField, "there is no field '\(name.shortened)'", at: node.location, hint: hint)
        continue
      }
      let path = type.path(name, at: node.location, byTitle: true, &diagnostics)
      guard let path else { continue }
      if keys.contains(where: { $0.path == path }) {
        diagnostics.error(.invalidSetting, "the records are sorted by '\(name)' already", at: node.location)
      }
      keys.append(Key(path: path, descends: descends))
    }
  }

  /// The name of the order in which records are written.
  private static var written: String { "$written" }

  /// What sorts by a field in the direction that follows its name, as in SQL; nil where none does.
  private static func hint(for name: String, in type: RecordType) -> String? {
    let words = name.split(separator: " ")
    guard words.count == 2, type.index(of: String(words[0])) != nil else { return nil }
    switch words[1].lowercased() {
    case "desc", "descending": return "'-\(words[0])' is the descending order"
    case "asc", "ascending": return "'\(words[0])' is the ascending order"
    default: return nil
    }
  }

  /// Whether no two records have the same key.
  package var isByKeyAlone: Bool { tie == .id }

  /// The records in order. O(n log n).
  ///
  /// - Parameters:
  ///   - items: the records as they are written.
  ///   - key: what each sorts by.
  func sorted(_ items: [RecordItem], by key: (RecordItem) -> OrderKey) -> [RecordItem] {
    // Most keys differ in their first bytes, and to compare those no item is looked at: of a million items, few are in the
    // processor's cache.
    let heads = items.enumerated().map { (head: key($1).head, index: $0) }
    return heads.sorted { one, other in
      guard one.head == other.head else { return one.head < other.head }
      let (key, otherKey) = (key(items[one.index]), key(items[other.index]))
      guard key == otherKey else { return key < otherKey }
      return tie == .written(descends: true) ? one.index > other.index : one.index < other.index
    }.map { items[$0.index] }
  }

  /// The bytes that a record sorts by.
  package func key(of record: Record, language: Language) -> OrderKey {
    var key = OrderKey()
    for part in keys {
      key.append(
        part.path.value(in: record, language: language), type: part.path.type, language: language,
        descending: part.descends)
    }
    switch tie {
    // What is made of a record's values says nothing of its place.
    case .id: if RowID(record.id) == nil { key.append(tie: record.id) }
    case .written(let descends):
      if hasFilesByName { key.append(file: record.location.file, language, descending: descends) }
    }
    return key
  }
}
