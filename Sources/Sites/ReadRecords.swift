import CellistBase
import CellistContent
import CellistLists
import CellistRecords

/// The records of a list as its sources have them.
struct ReadRecords: Sendable {
  var sources: ChunkedArray<ReadList.Source>
  /// The places of the sources that read each file.
  let files: SourcesOfFiles
  /// The records that are published.
  var items: ChunkedArray<RecordItem>
  /// Records with errors, as far as they could be read.
  var unfit: [Record] = []
  /// The ids of all records that are not published, or do not fit.
  var others: [String] = []
  /// The files of records that are not published, and the folders of such records.
  var unpublished: [String] = []
  var places: RecordPlaces
  /// The instant from which others may be published without an edit.
  var due = Int.max
  /// Whether there is nothing to report of any source.
  var isQuiet = true
  /// How many records fit, whether they are published or not.
  var count = 0
  /// Whether some are named by nothing.
  var areSomeNameless = false
  /// Whether some may be shown otherwise at another time, without an edit.
  var mayChange = false
  /// The sources to check for links and warnings; nil for all.
  var linked: [Int]?
  /// The items that took the places of an earlier build's, where nothing else changed; nil where there was no earlier one.
  var replaced: Result<[ObjectIdentifier: RecordItem], ArrangedAnew>?
}

extension ReadRecords {
  /// Notes what a record adds to what is known of all.
  mutating func note(_ entry: SourceRecords.Entry, at instant: Int) {
    due = min(due, entry.schedule.next(after: instant) ?? .max)
    areSomeNameless = areSomeNameless || RowID(entry.item.id) != nil
    mayChange = mayChange || entry.schedule != Schedule() || entry.item.row.span != .always
  }

  /// Gives records that share a slug others.
  mutating func tellApart(_ items: inout [RecordItem]) {
    let names = places.distinctSlugs()
    var renamed: [ObjectIdentifier: RecordItem] = [:]
    for index in sources.indices { sources[index].records.rename(names, &renamed) }
    if !renamed.isEmpty { items = items.map { renamed[ObjectIdentifier($0)] ?? $0 } }
  }
}
