import CellistBase
import CellistOutput
import CellistPages
import CellistRecords
import CellistSites

/// The sources, records and outputs of the last build into one folder.
///
/// It is a cache. Its entry of a file is valid only while the file's metadata is unchanged, so a state that is missing,
/// old or another site's costs time but changes no result.
struct BuildState: Sendable {
  /// The build itself.
  struct Build: Hashable, Sendable {
    var base: String?
    var drafts = false
    /// The instant at which it was decided what is published, in seconds since 1970-01-01T00:00:00Z.
    var now = 0
    /// The first change of what is published that comes after it without an edit; nil where none will.
    var next: NextChange?
    /// The instant after which every file was looked at, in nanoseconds since 1970-01-01T00:00:00Z.
    var checked: Int64 = 0
    /// The instant after which every output was looked at or written, in nanoseconds since 1970-01-01T00:00:00Z.
    var written: Int64 = 0
    /// The last commit of the site's repository, empty for none; nil where no list asks when its records changed.
    var commit: String?
    /// Names in the output folder of which nothing is reported.
    var keep: [String] = []
    /// The stamp of the list of files in the output folder: while it is the same, that list is of the files of this
    /// state.
    var list: FileStamp?
    /// The files in the output folder that are not the site's, as far as they have been reported.
    var foreign: [String] = []
    /// Folders of the site with nothing in them, which may be themes.
    var emptyFolders: [String] = []
    /// The sizes and copies of all pictures; nil where nothing has been built.
    var pictures: Digest?
    /// The ingredients that several pages share, by the part that refers to them in each page.
    var shared: [[UInt8]: [UInt8]] = [:]
    /// The records whose pages builds took away, where nothing is at their addresses now: publishing finds out where they are.
    var lost: [LostRecord] = []
    /// The paths of the lists' exports in JSON.
    var exports: [String] = []
    /// The warnings about the site.
    var warnings: [Diagnostic] = []
    /// How much there was, for the summary of a build that finds nothing to do.
    var lists = 0
    var records = 0
  }

  var build = Build()
  /// The lists as they were published, by their names, as bytes.
  var lists = Shelf<ArraySlice<UInt8>>()
  var sources = SourceState()
  var output = OutputState()

  /// The tables of the site that was written, as far as a plan is to be compared with them.
  func tables(comparedWith plan: SitePlan) -> PlanTables? {
    guard let pictures = build.pictures else { return nil }
    let snapshots = lists.paths.compactMap { lists[$0] }.compactMap { try? ListSnapshot(stateBytes: $0) }
    return PlanTables(snapshots, pictures: pictures, comparedWith: plan)
  }

  /// Notes how the lists are published, for the next build.
  mutating func note(_ plan: SitePlan) {
    for snapshot in plan.snapshots { lists[snapshot.name] = snapshot.stateBytes[...] }
    guard lists.count != plan.lists.count else { return }
    let names = Set(plan.lists.map(\.settings.folder.name))
    lists.keep { names.contains($0) }
  }
}

// MARK: - As bytes

extension BuildState.Build: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    base = try coder.optional(known?.base)
    drafts = try coder.value(known?.drafts)
    now = try coder.value(known?.now)
    next = try coder.optional(known?.next)
    checked = Int64(bitPattern: try coder.value(known.map { UInt64(bitPattern: $0.checked) }))
    written = Int64(bitPattern: try coder.value(known.map { UInt64(bitPattern: $0.written) }))
    commit = try coder.optional(known?.commit)
    keep = try coder.items(known?.keep)
    list = try coder.optional(known?.list)
    foreign = try coder.items(known?.foreign)
    emptyFolders = try coder.items(known?.emptyFolders)
    pictures = try coder.optional(known?.pictures)
    shared = try coder.entries(known?.shared, by: { $0.lexicographicallyPrecedes($1) })
    lost = try coder.items(known?.lost)
    exports = try coder.items(known?.exports)
    warnings = try coder.items(known?.warnings)
    lists = try coder.value(known?.lists)
    records = try coder.value(known?.records)
  }
}

extension NextChange: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    self.init(
      instant: try coder.value(known?.instant), time: try coder.value(known?.time),
      subject: try coder.value(known?.subject))
  }
}

extension LostRecord: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    list = try coder.value(known?.list)
    id = try coder.value(known?.id)
    from = try coder.value(known?.from)
    fields = try coder.items(known?.fields)
    said = try coder.items(known?.said)
  }
}
