import CellistContent
import CellistLists
import CellistRecords
import CellistSites
import CellistText
import CellistThemes

/// A source of records of which a file changed, came or went.
package struct SourceChange: Sendable {
  /// The list of the site that has it.
  package let list: Int
  /// The file, or the first of those that are read together.
  package let file: String
  /// Its new content; nil where it was removed.
  package let source: ReadList.Source?

  package init(list: Int, file: String, source: ReadList.Source?) {
    self.list = list
    self.file = file
    self.source = source
  }
}

/// The changes to one list.
struct ListEdit {
  var sources: [SourceChange] = []
  /// The new items of records that stand where they stood, by the ones whose places they take.
  var items: [ObjectIdentifier: RecordItem] = [:]
  /// The new items of records that say what they said, and were read again since others of their file changed.
  var same: [ObjectIdentifier: RecordItem] = [:]
  /// The cells of those records that Swift makes, by their new items.
  var cells: [ObjectIdentifier: RecordCell] = [:]
  /// The records that left their positions, and those that took others.
  var removed: [RecordItem] = []
  var added: [RecordItem] = []
  /// How many records changed, were added, removed or moved.
  var count = 0

  /// Whether records came, went or moved.
  var isRearranged: Bool { !removed.isEmpty || !added.isEmpty }

  /// Adds what became of a source's records; false where that touches more than the list and its records' pages.
  ///
  /// - Parameter order: the order of the list's records.
  mutating func add(_ change: SourceChange, from old: ReadList.Source?, in order: SortOrder) -> Bool {
    sources.append(change)
    let (before, after) = (old?.records.entries ?? [], change.source?.records.entries ?? [])
    let isInOrder = before.count == after.count && zip(before, after).allSatisfy { $0.item.id == $1.item.id }
    if isInOrder { return zip(before, after).allSatisfy { add($0, $1) } }
    // No key says where a record stands that stands as it is written among others of its file.
    guard order.isByKeyAlone || order.isByFile && max(before.count, after.count) == 1 else { return false }
    var rest = Dictionary(before.map { ($0.item.id, $0) }, uniquingKeysWith: { first, _ in first })
    guard rest.count == before.count else { return false }
    for entry in after { guard add(rest.removeValue(forKey: entry.item.id), entry) else { return false } }
    return rest.values.allSatisfy { add($0, nil) }
  }

  private mutating func add(_ before: SourceRecords.Entry?, _ after: SourceRecords.Entry?) -> Bool {
    if let before, let after {
      guard before.item !== after.item else { return true }
      guard after.isFresh else {
        same[ObjectIdentifier(before.item)] = after.item
        return true
      }
      guard before.schedule == after.schedule else { return false }
      let says = before.item.fingerprints != after.item.fingerprints
      if after.item.standsWhereStood(before.item) {
        items[ObjectIdentifier(before.item)] = after.item
        count += says ? 1 : 0
        return true
      }
    }
    count += 1
    if let before { removed.append(before.item) }
    if let after { added.append(after.item) }
    return [before, after].allSatisfy { $0.map { $0.schedule == Schedule() && $0.item.isPlain } ?? true }
  }
}

extension RecordItem {
  /// Whether nothing in the site hangs on its being there but the list, its page and those beside it.
  fileprivate var isPlain: Bool {
    RowID(id) == nil && row.isKept && formerAddresses.isEmpty && pictureCount == 0 && otherFiles.isEmpty
      && slug != ListTable.plainAnchor
  }

  /// Whether nothing but what records say tells it from another.
  fileprivate func standsWhereStood(_ other: RecordItem) -> Bool {
    row.isKept && other.row.isKept && variant == other.variant && standing == other.standing
  }

  /// The facts that place it, as bytes: two texts that Unicode calls the same may differ on a page.
  private var standing: [UInt8] {
    var writer = StateWriter()
    writer.write(id)
    writer.write(slug)
    writer.write(place)
    writer.write(location.file)
    writer.write(otherFiles) { $0.write($1) }
    writer.write(row.key.bytes)
    writer.write(row.sections) { $0.write($1) }
    writer.write(row.figures) { $0.write($1) }
    writer.write(row.terms) { writer, values in writer.write(values) { $0.write($1) } }
    writer.write(row.dates) { $0.write($1) }
    // The map of the site may show it.
    writer.write(fixed: given?.fingerprint ?? 0)
    writer.write(row.views) { writer, key in writer.write(key) { $0.write($1.bytes) } }
    writer.write(formerAddresses) { $0.write($1) }
    writer.write(references.sorted { $0.key < $1.key }) { writer, reference in
      writer.write(reference.key)
      writer.write(reference.value) { $0.write($1) }
    }
    writer.write((foundReferences?.texts ?? []).sorted(by: inByteOrder)) { $0.write($1) }
    for picture in pictures { writer.write(picture.path) }
    return writer.bytes
  }
}
