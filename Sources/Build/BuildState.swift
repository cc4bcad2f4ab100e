import CellistContent
import CellistRecords
import CellistText

/// What the last build into one folder knew of its sources, records and outputs.
///
/// It is a cache. Whatever it says of a file holds only while the file system says the same of the file as then, so a
/// state that is missing, old or another site's costs time and nothing else.
struct BuildState: Sendable {
  /// A file of the site.
  struct Source: Hashable, Sendable {
    let stamp: FileStamp?
    /// What its bytes were told apart by; nil for a file that was there and was not read.
    let digest: Digest?
  }

  /// A file of the output.
  struct Output: Hashable, Sendable {
    /// What its bytes depended on.
    var ingredients: Digest
    let digest: Digest
    var stamp: FileStamp?
    /// What the file system said of the folder whose index it is.
    var folder: FileStamp?
  }

  /// What was written.
  struct OutputTree: Sendable {
    /// What stands for its folder: most folders hold that and nothing else, and are kept with it.
    static let index = "index.html"

    var files = Shelf<Output>()
    /// The folders without an index.
    var folders = Shelf<FileStamp>()

    /// Notes what the file system says of a folder; nil where there is none any more.
    mutating func note(_ stamp: FileStamp?, ofFolder path: String) {
      let index = joined(path, Self.index)
      let hasIndex = files[index] != nil
      if hasIndex { files[index]?.folder = stamp }
      folders[path] = hasIndex ? nil : stamp
    }
  }

  /// The build itself.
  struct Build: Hashable, Sendable {
    var base: String?
    var drafts = false
    /// The instant at which it was decided what is published, in seconds since 1970-01-01T00:00:00Z.
    var now = 0
    /// The first instant after it at which something else would be published.
    var due = Int.max
    /// The instant after which every file was looked at, in nanoseconds since 1970-01-01T00:00:00Z.
    var checked: Int64 = 0
    /// Whether that instant was asked for.
    var isNowGiven = false
    /// Names in the output folder of which nothing is reported.
    var keep: [String] = []
    /// What the file system said of the list of files in the output folder: while it says the same, that list is of the
    /// files of this state.
    var list: FileStamp?
    /// What lies in the output folder and is not the site's, as far as that has been reported.
    var foreign: [String] = []
    /// Folders of the site with nothing in them, which may be themes.
    var emptyFolders: [String] = []
    /// What of the pages of lists is not said by their records, by the paths of the lists.
    var outlines: [String: Digest] = [:]
    /// What was doubtful about the site.
    var warnings: [Diagnostic] = []
    /// How much there was, for the summary of a build that finds nothing to do.
    var lists = 0
    var records = 0
  }

  var build = Build()
  /// The texts of the site's settings and those of its lists, as they were.
  var settings: [String: [UInt8]] = [:]
  var sources = Shelf<Source>()
  var output = OutputTree()
  /// For each source of records, what was read from it, as bytes.
  var records = Shelf<ArraySlice<UInt8>>()
}

/// Entries by path, a hundred-odd drawers of them: only drawers in which something changed are written again.
struct Shelf<Entry: Hashable & Sendable>: Sendable {
  static var drawerCount: Int { 128 }

  var drawers: [[Identifier: Entry]]
  var changed: Set<Int> = []

  init() { drawers = Array(repeating: [:], count: Self.drawerCount) }

  subscript(path: String) -> Entry? {
    get { drawers[Self.drawer(of: path)][path] }
    set {
      let drawer = Self.drawer(of: path)
      guard drawers[drawer][path] != newValue else { return }
      drawers[drawer][path] = newValue
      changed.insert(drawer)
    }
  }

  var count: Int { drawers.reduce(0) { $0 + $1.count } }

  var paths: [String] { drawers.flatMap { $0.keys.map(\.text) } }

  /// Removes all entries but those whose paths are wanted.
  mutating func keep(where isWanted: (String) -> Bool) {
    for drawer in drawers.indices {
      for path in drawers[drawer].keys where !isWanted(path.text) {
        drawers[drawer][path] = nil
        changed.insert(drawer)
      }
    }
  }

  /// Eight bytes at a time, since a build asks for every path several times.
  static func drawer(of path: String) -> Int {
    var path = path
    let hash = path.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      var hash: UInt64 = 14_695_981_039_346_656_037
      var offset = 0
      while offset < bytes.count {
        var word: UInt64 = 0
        if offset + 8 <= bytes.count {
          word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        } else {
          for byte in bytes[offset...] { word = word << 8 | UInt64(byte) }
        }
        hash = (hash ^ word) &* 1_099_511_628_211
        hash ^= hash >> 29
        offset += 8
      }
      return hash
    }
    return Int(hash % UInt64(drawerCount))
  }
}

// MARK: - As bytes

extension StateWriter {
  mutating func write(_ source: BuildState.Source) {
    write(source.stamp) { $0.write($1) }
    write(source.digest) { $0.write($1) }
  }

  mutating func write(_ output: BuildState.Output) {
    write(output.ingredients)
    write(output.digest)
    write(output.stamp) { $0.write($1) }
    write(output.folder) { $0.write($1) }
  }

  mutating func write(_ build: BuildState.Build) {
    write(build.base) { $0.write($1) }
    write(build.drafts)
    write(build.now)
    write(build.due)
    write(fixed: UInt64(bitPattern: build.checked))
    write(build.isNowGiven)
    write(build.keep) { $0.write($1) }
    write(build.list) { $0.write($1) }
    write(build.foreign) { $0.write($1) }
    write(build.emptyFolders) { $0.write($1) }
    write(build.outlines.sorted { $0.key < $1.key }) { writer, outline in
      writer.write(outline.key)
      writer.write(outline.value)
    }
    write(build.warnings) { $0.write($1) }
    write(build.lists)
    write(build.records)
  }
}

extension StateReader {
  mutating func source() throws(Malformed) -> BuildState.Source {
    BuildState.Source(
      stamp: try optional { reader throws(Malformed) in try reader.stamp() },
      digest: try optional { reader throws(Malformed) in try reader.digest() })
  }

  mutating func output() throws(Malformed) -> BuildState.Output {
    BuildState.Output(
      ingredients: try digest(), digest: try digest(),
      stamp: try optional { reader throws(Malformed) in try reader.stamp() },
      folder: try optional { reader throws(Malformed) in try reader.stamp() })
  }

  mutating func build() throws(Malformed) -> BuildState.Build {
    var build = BuildState.Build()
    build.base = try optional { reader throws(Malformed) in try reader.text() }
    build.drafts = try flag()
    build.now = try integer()
    build.due = try integer()
    build.checked = Int64(bitPattern: try fixed())
    build.isNowGiven = try flag()
    build.keep = try items { reader throws(Malformed) in try reader.text() }
    build.list = try optional { reader throws(Malformed) in try reader.stamp() }
    build.foreign = try items { reader throws(Malformed) in try reader.text() }
    build.emptyFolders = try items { reader throws(Malformed) in try reader.text() }
    for (path, outline) in try items({ reader throws(Malformed) in (try reader.text(), try reader.digest()) }) {
      build.outlines[path] = outline
    }
    build.warnings = try items { reader throws(Malformed) in try reader.diagnostic() }
    build.lists = try integer()
    build.records = try integer()
    return build
  }
}
