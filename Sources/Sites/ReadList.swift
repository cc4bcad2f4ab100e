import CellistBase
import CellistLists
import CellistRecords
import CellistSettings
import CellistText

/// A list whose records have been read, but not yet followed to those that they refer to.
package struct ReadList: Sendable {
  let settings: ListSettings
  let texts: Remembered<ListTexts>
  var records: ReadRecords
  let dating: RecordDating?
  /// The list as an earlier build of this process had it, where its settings are the same.
  let kept: SiteContent.ListContent?

  var sources: ChunkedArray<Source> {
    get { records.sources }
    _modify { yield &records.sources }
  }
  var items: ChunkedArray<RecordItem> { records.items }
  var unfit: [Record] { records.unfit }
  var others: [String] { records.others }
  /// Whether the id of every record is known.
  var isComplete: Bool { settings.hasAllSources && (records.isQuiet || sources.allSatisfy(\.isComplete)) }

  /// The lists in order, as of an instant, after the references between their records have been checked and followed.
  static func joined(
    _ lists: [ReadList], language: Language, at instant: Int, _ diagnostics: inout Diagnostics
  ) -> [SiteContent.ListContent] {
    let targets = Set(lists.flatMap { $0.settings.type.targetNames })
    var join = RecordJoin(
      lists.map { list in
        RecordJoin.List(
          name: list.settings.folder.name,
          target: ReferenceTarget(type: list.settings.type, titleField: list.settings.titleField),
          ids: targets.contains(list.settings.folder.name) ? list.items.map(\.id) : [], others: list.others,
          isComplete: list.isComplete, names: { list.names }
        ) { [items = list.items] in items[$0].record }
      }, to: targets)
    var lists = lists
    for index in lists.indices {
      lists[index].find(join)
      let list = lists[index]
      diagnostics.reading(list.settings.folder.tree) { found in
        list.checkNames(targets, &found)
        let references = list.settings.type.references
        if !references.isEmpty { list.check(references, &join, &found) }
      }
      let told = list.settings.isPlacedByReferences ? Self.told(list, in: lists) : nil
      if told != nil || list.settings.readsClock { lists[index].place(with: join, told, at: instant) }
    }
    let known = lists.indices.map { index in
      do throws(ArrangedAnew) { return try lists[index].knownArrangement() } catch {
        lists[index].records.replaced = .failure(error)
        return nil
      }
    }
    let arranged = ArrangedCells.of(
      zip(lists, known).map {
        ($0.settings, $1 == nil || targets.contains($0.settings.folder.name) ? Array($0.items) : [], $1)
      },
      language: language, &diagnostics)
    return lists.indices.map { index in
      SiteContent.ListContent(
        settings: lists[index].settings, texts: lists[index].texts, records: lists[index].records,
        written: arranged[index].list, cells: arranged[index].cells, dating: lists[index].dating)
    }
  }

  /// The list as it is arranged where records have other values in the same places; nil where there was none before.
  private func knownArrangement() throws(ArrangedAnew) -> ArrangedList? {
    guard let replaced = try records.replaced?.get(), let kept else { return nil }
    guard settings.typed == nil else { throw ArrangedAnew("it is declared in Swift") }
    guard settings.arrangement.terms.allSatisfy({ $0.target == nil }) else {
      throw ArrangedAnew("its terms refer to records")
    }
    let old = kept.records.sources, new = records.sources
    for range in new.rangesNotShared(with: old) ?? [0..<new.count] {
      for index in range where !new[index].isSame(as: old[index]) {
        let entries = zip(old[index].records.entries, new[index].records.entries)
        guard entries.allSatisfy({ $0.item === $1.item || $0.item.row.isArranged(like: $1.item.row) }) else {
          throw ArrangedAnew("a value changed by which it is arranged")
        }
      }
    }
    let known = kept.written.replacing(replaced)
    assert(known.isSame(as: arrangedAnew))
    return known
  }

  private var arrangedAnew: ArrangedList {
    var unheard = Diagnostics()
    let items = Array(items)
    var list = settings.arrangement.arrange(items, &unheard)
    list.views = settings.arrangement.views(of: list, items)
    list.terms = settings.arrangement.terms(of: list, items, [:], &unheard)
    return list
  }

  /// Reports records that nothing names, where something leads to them by their names.
  ///
  /// - Parameter targets: the lists whose records others refer to.
  private func checkNames(_ targets: Set<String>, _ diagnostics: inout Diagnostics) {
    guard settings.decoder.mayBeNameless, records.areSomeNameless, let need = need(targets) else { return }
    let nameless = items.filter { RowID($0.id) != nil }
    guard let first = nameless.first else { return }
    let start = diagnostics.all.count
    diagnostics.error(
      .missingID,
      "\(nameless.count == 1 ? "the record has" : "\(nameless.count) records have") no id, which \(need) needs",
      at: first.location, hint: namingHint, about: "id")
    diagnostics.note(list: settings.folder.name, since: start)
  }

  /// The setting that needs the names of the records; nil for none.
  private func need(_ targets: Set<String>) -> String? {
    if settings.hasRecordPages { return "'record-pages'" }
    if settings.arrangement.feed != nil { return "'feed'" }
    if settings.arrangement.calendar != nil { return "'calendar'" }
    return targets.contains(settings.folder.name) ? "a reference to the list" : nil
  }

  /// Says which fields would name the records: those that each record has, and no two have alike.
  private var namingHint: String {
    let types: [FieldType] = [.text, .integer, .url, .date, .datetime]
    let records = items.map(\.record)
    let fields = settings.type.fields.indices.filter { index in
      guard types.contains(settings.type.fields[index].type) else { return false }
      var seen: Set<String> = []
      return records.allSatisfy { seen.insert($0.values[index].plainText).inserted } && !seen.contains("")
    }
    let names = fields.prefix(3).map { "'id: \(settings.type.fields[$0].name)'" }
    return names.isEmpty
      ? "give each record a key 'id', or let 'id' in list.yml name fields that together tell records apart: id: [a, b]"
      : "\(names.joined(separator: " or ")) in list.yml would do: no two records have that alike"
  }

  private func check(
    _ references: [(field: Int, list: String)], _ join: inout RecordJoin, _ diagnostics: inout Diagnostics
  ) {
    let dangling = items.filter { !join.areIDs($0.references, of: settings.type) }
    let start = diagnostics.all.count
    join.check(dangling.map(\.writtenRecord) + unfit, of: settings.type, &diagnostics)
    diagnostics.note(list: settings.folder.name, since: start)
  }

  /// The names of its records besides their ids, whether they are published or not.
  private var names: [(id: String, names: [Int: [String]])] {
    guard !settings.namingFields.isEmpty else { return [] }
    let entries = sources.flatMap(\.records.entries).map { ($0.item.id, $0.item.names) }
    let others = unfit.map { record in
      (
        record.id,
        Dictionary(
          uniqueKeysWithValues: settings.namingFields.map { field in
            (field, record.values[field].items.map(\.plainText))
          })
      )
    }
    return entries + others
  }

  /// Finds the records that references name otherwise than by their ids.
  private mutating func find(_ join: RecordJoin) {
    let type = settings.type
    guard !type.references.isEmpty else { return }
    var replaced: [ObjectIdentifier: RecordItem] = [:]
    for source in sources.indices {
      for index in sources[source].records.entries.indices {
        var entry = sources[source].records.entries[index]
        let written = entry.item.writtenReferences
        var found: FoundReferences?
        if !join.areIDs(written, of: type) {
          let (references, texts) = join.resolved(written, of: type)
          if references != written || !texts.isEmpty { found = FoundReferences(references: references, texts: texts) }
        }
        guard found != entry.item.foundReferences else { continue }
        // A cell that is held may show what references led to.
        (entry.item.store as? HeldRecord)?.cell = nil
        let item = entry.item.finding(found)
        replaced[ObjectIdentifier(entry.item)] = item
        entry.item = item
        sources[source].records.update(index, entry)
        sources[source].isFresh = true
      }
    }
    records.replace(replaced)
  }

  /// The values that the records of a list show of those that they refer to: all of these.
  private static func told(_ list: ReadList, in lists: [ReadList]) -> Digest {
    let names = Set(list.settings.type.references.map(\.list))
    var writer = StateWriter()
    for target in lists where names.contains(target.settings.folder.name) {
      writer.write(target.settings.folder.name)
      // A text that no record answers to stays a text.
      writer.write(target.others) { $0.write($1) }
      for item in target.items {
        writer.write(item.id)
        writer.write(item.title)
        for fingerprint in item.fingerprints { writer.write(fixed: fingerprint) }
      }
    }
    return Digest(writer.bytes)
  }

  /// Places records in their list anew: by the values of those that they refer to, and where the clock has come to the end of
  /// the time for which they were placed.
  ///
  /// - Parameter told: a digest of the values that other records have a say with; nil where those have none.
  private mutating func place(with join: RecordJoin, _ told: Digest?, at instant: Int) {
    let placing = RecordPlacing(settings, now: instant)
    let type = settings.arrangement.type
    var placed: [ObjectIdentifier: RecordItem] = [:]
    for index in sources.indices {
      let isTold = told == nil || sources[index].records.joins == told
      if isTold, !sources[index].isFresh, !settings.readsClock { continue }
      if let told, !isTold { (sources[index].records.joins, sources[index].isFresh) = (told, true) }
      for place in sources[index].records.entries.indices {
        let known = sources[index].records.entries[place]
        let isPlaced = told == nil || isTold && !known.isFresh
        if isPlaced, known.item.row.span.contains(instant) { continue }
        let records = told == nil ? [known.item.record] : join.joined([known.item.record], type, placing.language)
        guard let record = records.first else { continue }
        // A cell that is held may show what has changed.
        if isPlaced { (known.item.store as? HeldRecord)?.cell = nil }
        let (row, rule) = placing.place(of: record)
        var new = known
        new.item = known.item.placed(row, rule: rule)
        sources[index].records.update(place, new)
        sources[index].isFresh = true
        placed[ObjectIdentifier(known.item)] = new.item
      }
    }
    records.replace(placed)
  }
}

extension ReadRecords {
  /// Puts other items in the places of some, whatever follows from that.
  fileprivate mutating func replace(_ others: [ObjectIdentifier: RecordItem]) {
    guard !others.isEmpty else { return }
    items = items.replacing { others[ObjectIdentifier($0)] }
    linked = nil
    if replaced != nil { replaced = .failure(ArrangedAnew("what its records refer to changed")) }
  }
}

extension RecordItem.Row {
  /// Whether a list puts the record where it would put one with another row.
  fileprivate func isArranged(like other: RecordItem.Row) -> Bool {
    isKept == other.isKept && key == other.key && arranging == other.arranging
  }

  /// The facts that place it besides its key, as bytes: two texts that Unicode calls the same may differ on a page.
  private var arranging: [UInt8] {
    var writer = StateWriter()
    writer.write(sections) { $0.write($1) }
    writer.write(figures) { $0.write($1) }
    writer.write(terms) { writer, values in writer.write(values) { $0.write($1) } }
    writer.write(views) { writer, key in writer.write(key) { $0.write($1.bytes) } }
    return writer.bytes
  }
}
