import CellistBase
import CellistFormats
import CellistOutput
import CellistRecords

/// The changes that each publication makes to the records that a site exports, for programs that hold a copy of them: a
/// file of lines, each an object of JSON.
///
/// A line for a list has the digests of its export before and after; the lines of its records follow. So a copy of an
/// export finds the lines after it, or notices that some are missing.
struct ChangeFeed {
  static let path = "\(Manifest.folder)/changes.jsonl"

  /// The greatest size of the file, in bytes: the oldest publications are left out.
  static let limit = 4_000_000

  /// The change of one list in one publication, with the lines of its records.
  struct Step {
    let generation: Int
    /// In seconds since 1970-01-01T00:00:00Z.
    let time: Int
    /// The list's folder.
    let list: String
    /// The export before; nil where there was none, or it is unknown.
    let from: FileDigest?
    /// The export after; nil where there is none.
    let to: FileDigest?
    /// The lines as they are written, that of the list first.
    fileprivate(set) var lines: [ArraySlice<UInt8>]
  }

  private(set) var steps: [Step] = []
  /// The last step of each list.
  private var last: [String: Int] = [:]

  init() {}

  /// Reads a feed, up to the first line that no feed has.
  init(_ bytes: [UInt8]) {
    var step: Step?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard var members = JSONMembers(line), members.next()?.name == "\"generation\"", let second = members.next()?.name
      else { break }
      // The lines of records are read where they are replayed.
      if second == "\"time\"" {
        if let step { append(step) }
        step = JSONMembers.all(in: line).flatMap { Step($0) }
      }
      guard step != nil else { return }
      step?.lines.append(line)
    }
    if let step { append(step) }
  }

  private mutating func append(_ step: Step) {
    last[step.list] = steps.count
    steps.append(step)
  }

  /// The file.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for line in steps.lazy.flatMap(\.lines) {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The last generation that changed a list; 0 for none.
  var generation: Int { steps.last?.generation ?? 0 }

  /// The folders of all lists that it has lines of.
  var lists: some Sequence<String> { last.keys }

  /// The digests of the exports that there are now, by the folders of their lists.
  var current: [String: FileDigest] { last.compactMapValues { steps[$0].to } }

  static func list(ofExport path: String) -> String { path.folder.isEmpty ? "." : path.folder }
  static func export(of list: String) -> String { list == "." ? "index.json" : joined(list, "index.json") }

  // MARK: Replaying

  /// An export of a list after the last of its steps, from a copy of it; nil where no step leads on from the copy.
  ///
  /// - Complexity: O(n + m), where n is the size of the copy and m that of the steps since.
  func latest(_ list: String, from copy: [UInt8]) -> [UInt8]? {
    guard let last = last[list] else { return nil }
    let digest = FileDigest(copy)
    if steps[last].to == digest { return copy }
    let own = steps.filter { $0.list == list }
    guard let start = own.lastIndex(where: { $0.from == digest }), var records = ExportedRecords(copy) else {
      return nil
    }
    var now: FileDigest? = digest
    for step in own[start...] {
      guard step.from == now else { return nil }
      guard let next = records.applying(step.lines.dropFirst()) else { return nil }
      (records, now) = (next, step.to)
    }
    let bytes = records.bytes
    return FileDigest(bytes) == now ? bytes : nil
  }

  // MARK: Writing

  /// Adds the publication that makes the exports after the last lines those of a site, if they differ.
  ///
  /// - Parameters:
  ///   - exports: the digests of the site's exports, by the folders of their lists.
  ///   - there: reads exports at the target by their paths; missing ones are left out.
  ///   - own: reads an export of the site, given what is at the target.
  /// - Returns: how many exports were read at the target.
  /// - Complexity: O(n log n) in the records of the exports that differ.
  mutating func add(
    _ exports: [String: FileDigest], generation: Int, time: Int,
    there: ([String]) throws(PublishFailure) -> [String: [UInt8]],
    own: (_ path: String, _ there: [UInt8]?) throws(PublishFailure) -> [UInt8]
  ) throws(PublishFailure) -> Int {
    let current = current
    for list in current.keys.filter({ exports[$0] == nil }).sorted(by: inByteOrder) {
      add(list, to: nil, generation: generation, time: time)
    }
    let differing = exports.filter { current[$0.key] != $0.value }.sorted { inByteOrder($0.key, $1.key) }
    let read = differing.map(\.key).filter { current[$0] != nil }.map(Self.export)
    let found = read.isEmpty ? [:] : try there(read)
    for (list, digest) in differing {
      guard current[list] != nil else {
        add(list, to: digest, generation: generation, time: time)
        continue
      }
      let path = Self.export(of: list)
      let new = try own(path, found[path])
      guard FileDigest(new) == digest else { throw .incomplete }
      let old = found[path].flatMap { latest(list, from: $0) }
      add(list, from: old, to: new, generation: generation, time: time)
    }
    shorten()
    return read.count
  }

  /// Adds the change of a list's export. Where the export before is unknown, and where its lines would be longer than the
  /// export, no records are in it, and copies take the export anew.
  ///
  /// - Parameter time: in seconds since 1970-01-01T00:00:00Z.
  /// - Complexity: O(n log n) in the records of both.
  mutating func add(_ list: String, from old: [UInt8]?, to new: [UInt8], generation: Int, time: Int) {
    let start = "{\"generation\": \(generation), \"list\": \(JSONText.quoted(list)), "
    let changes = old.flatMap { ExportedRecords($0) }.flatMap { ExportedRecords(new)?.changes(since: $0) }
    let lines = changes?.map { Array((start + $0).utf8)[...] }
    let isShort = lines.map { $0.reduce(0) { $0 + $1.count } <= new.count + Self.least } ?? false
    let from = isShort ? old.map { FileDigest($0) } : nil
    append(Step(generation, time, list, from: from, to: FileDigest(new), isShort ? lines ?? [] : []))
  }

  /// Adds that a list is exported from now on, with its digest, or no more.
  mutating func add(_ list: String, to digest: FileDigest?, generation: Int, time: Int) {
    append(Step(generation, time, list, from: digest == nil ? current[list] : nil, to: digest, []))
  }

  /// Lines of so many bytes in all are always written.
  private static let least = 4_096

  /// Leaves out the oldest publications while the file is too long, but for the last digest of each list.
  mutating func shorten(to limit: Int = ChangeFeed.limit) {
    var (kept, size) = (steps.count, 0)
    for index in steps.indices.reversed() {
      size += steps[index].lines.reduce(0) { $0 + $1.count + 1 }
      guard size <= limit || steps[index].generation == generation else { break }
      // A publication is there as a whole, or not at all.
      if index == 0 || steps[index - 1].generation != steps[index].generation { kept = index }
    }
    guard kept > 0 else { return }
    let known = steps[..<kept].indices.filter { last[steps[$0].list] == $0 && steps[$0].to != nil }.map { steps[$0] }
    let rest = steps[kept...]
    (steps, last) = ([], [:])
    for step in known { append(Step(step.generation, step.time, step.list, from: nil, to: step.to, [])) }
    for step in rest { append(step) }
  }
}

extension ChangeFeed.Step {
  /// A step with the lines of its records.
  fileprivate init(
    _ generation: Int, _ time: Int, _ list: String, from: FileDigest?, to: FileDigest?, _ records: [ArraySlice<UInt8>]
  ) {
    func text(_ digest: FileDigest?) -> JSONText { digest.map { .text($0.hexadecimal) } ?? .null }
    let head = JSONText.object([
      ("generation", .integer(generation)), ("time", .integer(time)), ("list", .text(list)),
      ("export", .text(ChangeFeed.export(of: list))), ("from", text(from)), ("to", text(to)),
    ])
    self.init(
      generation: generation, time: time, list: list, from: from, to: to,
      lines: [Array(head.line.utf8)[...]] + records)
  }

  /// Reads the line of a list; nil where it has another form.
  fileprivate init?(_ members: [JSONMembers.Member]) {
    func value(_ name: String) -> String? { members.first { $0.name == "\"\(name)\"" }?.value }
    func digest(_ name: String) -> FileDigest? {
      value(name).flatMap { FileDigest(hexadecimal: String($0.dropFirst().dropLast())) }
    }
    var diagnostics = Diagnostics()
    guard let generation = value("generation").flatMap({ Int($0) }), let time = value("time").flatMap({ Int($0) }),
      let name = value("list"), let list = JSONReader.read(name, file: "", &diagnostics)?.text
    else { return nil }
    self.init(generation: generation, time: time, list: list, from: digest("from"), to: digest("to"), lines: [])
  }
}
