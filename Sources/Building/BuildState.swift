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
    /// Whether that instant was asked for.
    var isNowGiven = false
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
    let snapshots = lists.paths.compactMap { lists[$0] }.compactMap { try? ListSnapshot($0) }
    return PlanTables(snapshots, pictures: pictures, comparedWith: plan)
  }

  /// Notes how the lists are published, for the next build.
  mutating func note(_ plan: SitePlan) {
    for snapshot in plan.snapshots { lists[snapshot.name] = snapshot.bytes[...] }
    guard lists.count != plan.lists.count else { return }
    let names = Set(plan.lists.map(\.settings.folder.name))
    lists.keep { names.contains($0) }
  }
}

// MARK: - As bytes

extension StateWriter {
  mutating func write(_ build: BuildState.Build) {
    write(build.base) { $0.write($1) }
    write(build.drafts)
    write(build.now)
    write(build.next) { writer, next in
      writer.write(next.instant)
      writer.write(next.time)
      writer.write(next.subject)
    }
    write(build.commit) { $0.write($1) }
    write(fixed: UInt64(bitPattern: build.checked))
    write(fixed: UInt64(bitPattern: build.written))
    write(build.isNowGiven)
    write(build.keep) { $0.write($1) }
    write(build.list) { $0.write($1) }
    write(build.foreign) { $0.write($1) }
    write(build.emptyFolders) { $0.write($1) }
    write(build.pictures) { $0.write($1) }
    write(build.shared.sorted { $0.key.lexicographicallyPrecedes($1.key) }) { writer, shared in
      writer.write(shared.key)
      writer.write(shared.value)
    }
    write(build.lost) { writer, lost in
      for text in [lost.list, lost.id, lost.from] { writer.write(text) }
      writer.write(lost.fields) { $0.write($1) }
      writer.write(lost.said) { $0.write(fixed: $1) }
    }
    write(build.exports) { $0.write($1) }
    write(build.warnings) { $0.write($1) }
    write(build.lists)
    write(build.records)
  }
}

extension StateReader {
  mutating func build() throws(Malformed) -> BuildState.Build {
    var build = BuildState.Build()
    build.base = try optional { reader throws(Malformed) in try reader.text() }
    build.drafts = try flag()
    build.now = try integer()
    build.next = try optional { reader throws(Malformed) in
      NextChange(instant: try reader.integer(), time: try reader.text(), subject: try reader.text())
    }
    build.commit = try optional { reader throws(Malformed) in try reader.text() }
    build.checked = Int64(bitPattern: try fixed())
    build.written = Int64(bitPattern: try fixed())
    build.isNowGiven = try flag()
    build.keep = try items { reader throws(Malformed) in try reader.text() }
    build.list = try optional { reader throws(Malformed) in try reader.stamp() }
    build.foreign = try items { reader throws(Malformed) in try reader.text() }
    build.emptyFolders = try items { reader throws(Malformed) in try reader.text() }
    build.pictures = try optional { reader throws(Malformed) in try reader.digest() }
    for (part, parts) in try items({ reader throws(Malformed) in (try reader.content(), try reader.content()) }) {
      build.shared[Array(part)] = Array(parts)
    }
    build.lost = try items { reader throws(Malformed) in
      LostRecord(
        list: try reader.text(), id: try reader.text(), from: try reader.text(),
        fields: try reader.items { reader throws(Malformed) in try reader.text() },
        said: try reader.items { reader throws(Malformed) in try reader.fixed() })
    }
    build.exports = try items { reader throws(Malformed) in try reader.text() }
    build.warnings = try items { reader throws(Malformed) in try reader.diagnostic() }
    build.lists = try integer()
    build.records = try integer()
    return build
  }
}
