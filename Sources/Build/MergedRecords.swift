import CellistContent
import CellistRecords

/// The records of a list whose sources are merged: what the sources say, in their order, one on top of the other.
///
/// Nothing is asked of a record before all sources have spoken: one may give what another lacks, or put right what is
/// wrong in it, and of a record that is taken out nothing is said.
struct MergedRecords: Sendable {
  /// What the sources say of one record.
  struct Item: Sendable {
    var raw: RawRecord
    /// The id; nil where the source does not say, which is reported when the record is read.
    let id: String?
    /// Whether it came with an update, and no source before it had it.
    var isAdded = false
    /// The Markdown files, beside the one that it begins in, that say something of it.
    var otherFiles: [String] = []
  }

  /// The record that a row or a file of an update is about.
  struct Update: Sendable {
    let item: Item
    /// Whether it tells what is nothing from what it does not give.
    let hasNull: Bool
    /// The Markdown file that it is.
    let file: String?
  }

  /// In the order in which they came; nil for those that were taken out.
  private var items: [Item?] = []
  private var places: [String: Int] = [:]
  private let decoder: RecordDecoder

  /// What is wrong with the sources, beside what is wrong with records.
  private(set) var found = Diagnostics()
  /// Whether all that sources say is known.
  private(set) var isComplete = true

  init(_ sources: [RecordSource], _ decoder: RecordDecoder, from tree: SourceTree) {
    self.decoder = decoder
    let read = parallelMap(sources.count) { index in
      var found = Diagnostics()
      var raw: [RawRecord] = []
      RawRecord.readAll(in: sources[index], from: tree, &found) { one, _ in raw.append(one) }
      return (raw: raw, found: found)
    }
    for (source, read) in zip(sources, read) {
      found.append(read.found)
      if read.found.hasErrors { isComplete = false }
      for raw in read.raw { apply(raw, of: source) }
    }
  }

  private mutating func apply(_ raw: RawRecord, of source: RecordSource) {
    var own = Diagnostics()
    let id = decoder.id(of: raw, &own)
    guard let merge = source.merge else {
      apply(base: Item(raw: raw, id: id))
      return
    }
    guard let id else {
      decoder.checkKeys(of: raw, &own)
      found.append(own)
      isComplete = false
      return
    }
    switch merge {
    case .update:
      let file = source.format == .markdown ? source.path : nil
      apply(update: Update(item: Item(raw: raw, id: id, isAdded: true), hasNull: source.format.hasNull, file: file))
    case .remove:
      decoder.checkKeys(of: raw, &found)
      apply(remove: id, at: decoder.idLocation(of: raw))
    }
  }

  /// Adds a record of its own.
  private mutating func apply(base item: Item) {
    if let id = item.id, let first = places[id].flatMap({ items[$0] }) {
      RecordPlaces.reportTwice(id, at: item.raw.node.location, first: first.raw.node.location, &found)
    } else if let id = item.id {
      places[id] = items.count
    }
    items.append(item)
  }

  /// Gives a record the fields of an update, or adds it.
  private mutating func apply(update: Update) {
    guard let id = update.item.id, let place = places[id], var item = items[place] else {
      apply(base: update.item)
      return
    }
    decoder.update(&item.raw, with: update.item.raw, hasNull: update.hasNull, &found)
    if let file = update.file, file != item.raw.node.location.file, !item.otherFiles.contains(file) {
      item.otherFiles.append(file)
    }
    items[place] = item
  }

  /// Takes a record out.
  private mutating func apply(remove id: String, at location: SourceLocation) {
    guard let place = places.removeValue(forKey: id) else {
      // Where not all that there is was read, it may be in the rest.
      guard isComplete else { return }
      found.warning(
        .unknownRecord, "no record has the id \(quoted(id)), so there is nothing to remove", at: location,
        hint: ids.flatMap { Suggestion.hint(for: id, in: $0) })
      return
    }
    items[place] = nil
  }

  /// How often ids are still compared with others for a hint: in a table that was not meant for the list, each might be.
  private var comparisons = 1_000_000

  /// The ids that there are, for a hint; nil when there were too many hints.
  private var ids: [String]? {
    mutating get {
      guard comparisons > 0 else { return nil }
      comparisons -= items.count
      return items.compactMap { $0?.id }
    }
  }

  /// A record as it was read, and what is wrong with it.
  struct Decoded: Sendable {
    let decoded: RecordDecoder.Decoded?
    fileprivate(set) var found: Diagnostics
    let otherFiles: [String]
  }

  /// The records that there are in the end.
  consuming func decoded() -> [Decoded] {
    let (items, decoder) = (items.compactMap(\.self), decoder)
    var all = parallelMap(items.count) { index in
      var item = items[index]
      // A field that a table has no column for may come from another source: it is the record that lacks it.
      item.raw.header = nil
      var found = Diagnostics()
      let decoded = decoder.attempt(item.raw, &found)
      return Decoded(decoded: decoded, found: found, otherFiles: item.otherFiles)
    }
    for index in all.indices where items[index].isAdded && all[index].found.hasErrors {
      all[index].found = hinted(all[index].found, for: items[index])
    }
    return all
  }

  /// An update that lacks what a record needs was likely meant for another one.
  private mutating func hinted(_ found: Diagnostics, for item: Item) -> Diagnostics {
    guard let id = item.id else { return found }
    var hinted = Diagnostics()
    for var diagnostic in found.all {
      if diagnostic.code == .missingValue {
        let nearest = ids.flatMap { Suggestion.nearest(to: id, in: $0) }.map { "; did you mean '\($0)'?" }
        diagnostic.hint = "no source before this one has the id \(quoted(id)), so it is a new record\(nearest ?? "")"
      }
      hinted.append(diagnostic)
    }
    return hinted
  }
}
