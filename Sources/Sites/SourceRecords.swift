import CellistBase
import CellistContent
import CellistLists
import CellistRecords

/// The content of a source of records, or of several that are merged, as far as tables, links and messages need it.
package struct SourceRecords: Sendable {
  package struct Entry: Sendable {
    package var item: RecordItem
    package let schedule: Schedule
    /// Whether its texts hold something that may call for a warning; known only while it is fresh.
    package var isDoubtful = false
    /// Whether it has anything that the last build did not know.
    package var isFresh = false
    /// Where the links of the record led.
    package var links: UInt64 = 0
    /// Warnings about its links and texts, while it is shown.
    package var warnings: [Diagnostic] = []

    /// The first instant after another at which it is shown otherwise without an edit; nil where there is none.
    package func next(after instant: Int) -> Int? {
      let published = schedule.next(after: instant)
      // Drafts may be shown as well. What is not shown is placed when it comes.
      guard item.row.span.end < .max, schedule.isPublished(at: instant, includingDrafts: true) else { return published }
      return min(published ?? .max, item.row.span.end)
    }
  }

  /// Consecutive records that the state keeps together, since they came from one chunk of a table.
  struct Chunk: Sendable {
    /// Distinguishes the rows, and the settings under which they were read, from others.
    let digest: Digest
    /// The line on which the first row begins: what the state keeps counts from there.
    let line: Int
    let count: Int
    let store: TableChunk
  }

  /// The content of files that are merged.
  struct Merging: Sendable {
    var files: [MergedSource.Known]
    /// For each record, a digest of everything known of it.
    var prints: [UInt64]
    /// The reader of the records.
    let content: MergedFiles
    /// The records that the state may have otherwise, beside those that are fresh; nil for all.
    var changed: Set<Int>?
  }

  /// The bytes of the files, and the settings under which they were read.
  var digest: Digest
  let settings: Digest
  /// Whether the records themselves are kept, since Swift code looks at all of them in each build.
  var holdsRecords = false
  /// A digest of the values from other records that place the records in their list.
  var joins: Digest?
  package var entries: [Entry] = []
  /// The chunks that the records came in; none where they are not a sound table's.
  var chunks: [Chunk] = []
  /// The content of a list's files where it merges them, and the parts of each record; nil for all others.
  var merging: Merging?
  /// The warnings about the files when they were read.
  package var warnings: [Diagnostic] = []

  /// Puts something new in the place of what is known of a record.
  package mutating func update(_ index: Int, _ entry: Entry) {
    entries[index] = entry
    entries[index].isFresh = true
  }

  /// The same, known from an earlier build.
  var settled: SourceRecords {
    guard entries.contains(where: \.isFresh) else { return self }
    var records = self
    for index in records.entries.indices where records.entries[index].isFresh {
      (records.entries[index].isFresh, records.entries[index].isDoubtful) = (false, false)
    }
    return records
  }
}
