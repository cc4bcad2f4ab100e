import CellistContent
import CellistRecords

extension ReadList {
  /// Sources that are read together, and their records.
  ///
  /// A list may have very many, so one is a reference to its content, which is copied where it is shared and changes.
  package struct Source: Sendable {
    private struct Content {
      let group: SourceGroup
      var records: SourceRecords
      var unfit: [RecordDecoder.Decoded] = []
      var found = Diagnostics()
      var isComplete = true
      var isFresh = false
    }

    /// The content, as an array has its elements: it is changed only while nothing else refers to it, so that no thread
    /// can see a change.
    private final class Box: @unchecked Sendable {
      var content: Content

      init(_ content: Content) { self.content = content }
    }

    private var box: Box

    private var content: Content {
      get { box.content }
      _modify {
        if !isKnownUniquelyReferenced(&box) { box = Box(box.content) }
        yield &box.content
      }
    }

    init(group: SourceGroup, records: SourceRecords) { box = Box(Content(group: group, records: records)) }

    /// Whether it is the same content, and not only the same records.
    func isSame(as other: Source) -> Bool { box === other.box }

    package var group: SourceGroup { content.group }

    package var records: SourceRecords {
      get { content.records }
      _modify { yield &content.records }
    }

    /// How many keys its parts have in the state.
    package var stateKeyCount: Int { content.records.stateKeyCount }

    /// Records with errors.
    var unfit: [RecordDecoder.Decoded] {
      get { content.unfit }
      _modify { yield &content.unfit }
    }

    /// The faults of the source, when it was read.
    package var found: Diagnostics {
      get { content.found }
      _modify { yield &content.found }
    }

    /// Whether the id of every record is known.
    var isComplete: Bool {
      get { content.isComplete }
      set { content.isComplete = newValue }
    }

    /// Whether it has anything that the last build did not know.
    package var isFresh: Bool {
      get { content.isFresh }
      set { content.isFresh = newValue }
    }

    /// The files that something is wrong with.
    var broken: [RecordSource] {
      guard found.hasErrors else { return [] }
      let files = Set(found.all.filter { $0.severity == .error }.compactMap(\.location?.file))
      return group.sources.filter { !group.isMerged || files.contains($0.path) }
    }

    /// The source as an earlier build knows it, where it has changed since in nothing but its settings.
    func settled(_ group: SourceGroup) -> Source {
      if !isFresh, group == self.group, found.all.isEmpty, unfit.isEmpty, isComplete { return self }
      return Source(group: group, records: isFresh ? records.settled : records)
    }

    /// Whether its diagnostics are suppressed.
    package var isQuiet: Bool { records.warnings.isEmpty && found.all.isEmpty && unfit.isEmpty }
  }
}
