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

    /// Only the one source that refers to it changes it.
    private final class Box: @unchecked Sendable {
      var content: Content

      init(_ content: Content) { self.content = content }
    }

    private var box: Box

    init(group: SourceGroup, records: SourceRecords) { box = Box(Content(group: group, records: records)) }

    /// Whether it is the same content, and not only the same records.
    func isSame(as other: Source) -> Bool { box === other.box }

    private mutating func makeUnique() {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.content) }
    }

    package var group: SourceGroup { box.content.group }

    package var records: SourceRecords {
      get { box.content.records }
      _modify {
        makeUnique()
        yield &box.content.records
      }
    }

    /// Records with errors.
    var unfit: [RecordDecoder.Decoded] {
      get { box.content.unfit }
      _modify {
        makeUnique()
        yield &box.content.unfit
      }
    }

    /// The faults of the source, when it was read.
    package var found: Diagnostics {
      get { box.content.found }
      _modify {
        makeUnique()
        yield &box.content.found
      }
    }

    /// Whether the id of every record is known.
    package var isComplete: Bool {
      get { box.content.isComplete }
      set {
        makeUnique()
        box.content.isComplete = newValue
      }
    }

    /// Whether it has anything that the last build did not know.
    package var isFresh: Bool {
      get { box.content.isFresh }
      set {
        makeUnique()
        box.content.isFresh = newValue
      }
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
