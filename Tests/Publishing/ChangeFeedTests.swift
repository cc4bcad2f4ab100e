import CellistBase
import CellistOutput
import CellistTestSupport
import Testing

@testable import CellistPublishing

/// Copies of exports that follow the feed of changes.
@Suite struct ChangeFeedTests {
  /// An export that changes at random: records that come, go, move, and get other values or other fields.
  struct RandomExport {
    private(set) var export = ExportedRecords()
    private static let values = [
      "1", "1.50", "-0.0e3", "\"\"", "\"a, \\\"b\\\"\"", "\"{\\\\\"", "[1, [\"]\", \"}\"], {}]",
      "{\"x\": {\"y\": \",\"}}", "null",
      "true", "\"🎻 ü\"", "\"\\u2028\"",
    ]

    mutating func change(_ random: inout SeededGenerator) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let count = export.records.count
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2 where count < 60:
          export.records.insert(record(count, &random), at: Int.random(in: 0...count, using: &random))
        case 3 where count > 0: export.records.remove(at: Int.random(in: 0..<count, using: &random))
        case 4 where count > 1:
          let record = export.records.remove(at: Int.random(in: 0..<count, using: &random))
          export.records.insert(record, at: Int.random(in: 0..<count, using: &random))
        case _ where count > 0:
          let place = Int.random(in: 0..<count, using: &random)
          export.records[place] = record(of: export.records[place].id, &random)
        default: break
        }
      }
    }

    private func record(_ number: Int, _ random: inout SeededGenerator) -> ExportedRecords.Record {
      var id: String
      repeat { id = "\"r\(Int.random(in: 0..<200, using: &random))\"" } while export.records.contains { $0.id == id }
      return record(of: id, &random)
    }

    private func record(of id: String, _ random: inout SeededGenerator) -> ExportedRecords.Record {
      var members = [JSONMembers.Member(name: "\"id\"", value: id)]
      for name in ["\"a\"", "\"b \\\" c\"", "\"é\"", "\"d\""] where Bool.random(using: &random) {
        members.append(.init(name: name, value: Self.values.randomElement(using: &random) ?? "0"))
      }
      if Int.random(in: 0..<9, using: &random) == 0 { members.reverse() }
      return ExportedRecords.Record(id: id, line: JSONMembers.line(members)[...])
    }
  }

  @Test func `the changes of exports make one of the other`() throws {
    var random = SeededGenerator(seed: 5)
    var export = RandomExport()
    for _ in 0..<2_000 {
      let old = export.export
      export.change(&random)
      #expect(try ExportedRecords(#require(ExportedRecords(old.bytes)).bytes)?.bytes == old.bytes)
      let lines = try #require(export.export.changes(since: old)).map { Array("{\($0)".utf8)[...] }
      #expect(old.applying(lines)?.bytes == export.export.bytes)
      #expect(lines.isEmpty == (old.bytes == export.export.bytes))
    }
  }

  @Test func `a thousand publications make of the first export the last`() throws {
    var random = SeededGenerator(seed: 7)
    var export = RandomExport()
    var feed = ChangeFeed()
    var copies = [export.export.bytes]
    feed.add("books", to: FileDigest(export.export.bytes), generation: 1, time: 0)
    for generation in 2...1_001 {
      let old = export.export.bytes
      export.change(&random)
      // What is published is read again by the next publisher.
      if generation % 50 == 0 { feed = ChangeFeed(feed.bytes) }
      if old != export.export.bytes {
        feed.add("books", from: old, to: export.export.bytes, generation: generation, time: generation)
      }
      if generation % 100 == 0 { copies.append(export.export.bytes) }
    }
    #expect(feed.current == ["books": FileDigest(export.export.bytes)])
    for copy in copies { #expect(feed.latest("books", from: copy) == export.export.bytes) }
    #expect(feed.latest("books", from: Array("[]".utf8)) == nil)
    #expect(feed.latest("papers", from: copies[0]) == nil)
    feed.shorten(to: 20_000)
    #expect(feed.bytes.count <= 20_000 + 300)
    // A copy that is too old notices it.
    #expect(feed.latest("books", from: copies[0]) == nil)
    #expect(feed.latest("books", from: export.export.bytes) == export.export.bytes)
  }

  private static func export(_ texts: [String]) -> [UInt8] {
    ExportedRecords(texts.map { .init(id: "\"\($0)\"", line: Array("{\"id\": \"\($0)\"}".utf8)[...]) }).bytes
  }

  @Test func `a feed says what each publication changed`() {
    var feed = ChangeFeed()
    let (old, new) = ("[\n{\"id\": 7, \"x\": 1}\n]\n", "[\n{\"id\": 8},\n{\"id\": 7, \"x\": 1.0}\n]\n")
    feed.add(".", from: Array(old.utf8), to: Array(new.utf8), generation: 3, time: 60)
    feed.add(".", to: nil, generation: 4, time: 70)
    let digests = [old, new].map { FileDigest($0.utf8).hexadecimal }
    #expect(
      String(decoding: feed.bytes, as: UTF8.self) == """
        {"generation": 3, "time": 60, "list": ".", "export": "index.json", "from": "\(digests[0])", "to": "\(digests[1])"}
        {"generation": 3, "list": ".", "id": 8, "change": "added", "at": 0, "after": {"id": 8}}
        {"generation": 3, "list": ".", "id": 7, "change": "changed", "before": {"x": 1}, "after": {"x": 1.0}}
        {"generation": 4, "time": 70, "list": ".", "export": "index.json", "from": "\(digests[1])", "to": null}

        """)
    #expect(feed.current.isEmpty)
  }

  @Test func `a list that ended may be exported again`() throws {
    var feed = ChangeFeed()
    let (old, new) = (Self.export(["a"]), Self.export(["b"]))
    func publish(_ exports: [String: [UInt8]], there: [String: [UInt8]], _ generation: Int) throws -> Int {
      try feed.add(exports.mapValues { FileDigest($0) }, generation: generation, time: 0) { paths in
        Dictionary(paths.compactMap { path in there[path].map { (path, $0) } }, uniquingKeysWith: { first, _ in first })
      } own: { path, _ throws(PublishFailure) in
        exports[ChangeFeed.list(ofExport: path)] ?? []
      }
    }
    let there = ["l/index.json": old]
    #expect(try [publish(["l": old], there: [:], 1), publish(["l": old], there: there, 2)] == [0, 0])
    #expect(try [publish(["l": new], there: there, 3), publish([:], there: there, 4)] == [1, 0])
    #expect(Array(feed.lists) == ["l"] && feed.current.isEmpty)
    #expect(try publish(["l": old], there: [:], 5) == 0)
    #expect(feed.steps.map(\.generation) == [1, 3, 4, 5] && feed.current == ["l": FileDigest(old)])
    #expect(throws: PublishFailure.incomplete) {
      try feed.add(["l": FileDigest(new)], generation: 6, time: 0) { _ in
        [:]
      } own: { _, _ in
        old
      }
    }
  }

  @Test func `copies take the export anew where its changes are longer, or ids do not tell records apart`() {
    let long = (0..<3_000).map { "r\($0)" }
    for (old, new) in [(long, ["new"]), (["a", "a"], ["a"]), (["a"], ["b", "b"])] {
      var feed = ChangeFeed()
      let (before, after) = (Self.export(old), Self.export(new))
      feed.add("l", to: FileDigest(before), generation: 1, time: 0)
      feed.add("l", from: before, to: after, generation: 2, time: 0)
      #expect(feed.steps.map(\.lines.count) == [1, 1])
      #expect(feed.latest("l", from: before) == nil)
      #expect(feed.latest("l", from: after) == after)
    }
  }

  @Test func `a feed that others wrote to ends before it`() {
    var feed = ChangeFeed()
    feed.add("l", from: Self.export(["a"]), to: Self.export(["b"]), generation: 1, time: 0)
    for end in ["{", "{\"generation\": 2, \"time\": 1}", "text", "\u{0}"] {
      #expect(ChangeFeed(feed.bytes + Array("\(end)\n{}\n".utf8)).current["l"] == FileDigest(Self.export(["b"])))
    }
    // Lines that do not lead to what the feed says lead nowhere.
    let wrong = String(decoding: feed.bytes, as: UTF8.self).replacing("\"b\"", with: "\"c\"")
    #expect(ChangeFeed(Array(wrong.utf8)).latest("l", from: Self.export(["a"])) == nil)
  }

  // MARK: Publishing

  /// Publishes files with the feed of their exports, and stops after a number of steps at the target.
  private static func publish(
    _ files: [String: [UInt8]], to target: MemoryTarget, changes: Bool = true, killedAfter steps: Int = .max
  ) throws -> ManifestRoot {
    target.state.withLock { $0.steps = steps }
    let stage = try StagingFolder()
    try stage.write(files.map { ($0.key, $0.value) })
    let engine = Engine.stepwise(target.transport([:]), now: 0)
    let manifest = Manifest(files.map { ManifestEntry(path: $0, size: $1.count, digest: FileDigest($1)) })
    let published = try Published(against: manifest, engine.read)
    let generation = max(published.root?.generation ?? 0, published.lease?.generation ?? 0) + 1
    let plan = PublicationPlan(from: published, to: manifest, generation: generation, now: 0)
    let root = ManifestRoot(
      base: "/", shards: manifest.digestsByBits, files: manifest.count, generation: generation, parent: nil, time: 0,
      retired: plan.retired)
    var publication = Publication(
      published: published, manifest: manifest, root: root, plan: plan, output: stage.path,
      copies: CompressedCopies([], of: manifest))
    var options = Publisher.Options(now: 0)
    options.changes = changes ? files.keys.filter { $0.hasSuffix("/index.json") } : nil
    let place = PublishTarget(name: "t", place: .folder("t", inPlace: true))
    try Publisher(place, of: "", base: "/", options, .machine).addChanges(to: &publication, engine)
    _ = try engine.carryOut(publication) { _ in }
    return publication.root
  }

  @Test func `copies follow publishers that are killed, and miss nothing`() throws {
    var random = SeededGenerator(seed: 19)
    let target = MemoryTarget()
    var exports = ["a": RandomExport(), "b/c": RandomExport()]
    func files() -> [String: [UInt8]] {
      var files = Dictionary(
        exports.map { ("\($0)/index.json", $1.export.bytes) }, uniquingKeysWith: { first, _ in first })
      files["index.html"] = files.keys.sorted().joined(separator: "\n").utf8.map(\.self)
      return files
    }
    _ = try Self.publish(files(), to: target)
    func there(_ path: String) -> [UInt8] { target.state.withLock { $0.files[path] ?? [] } }
    var copies = (0..<5).map { _ in exports.mapValues(\.export.bytes) }
    for round in 0..<300 {
      let before = exports
      for list in exports.keys.sorted() where Bool.random(using: &random) { exports[list]?.change(&random) }
      let isKilled = Int.random(in: 0..<3, using: &random) > 0
      do {
        let steps = isKilled ? Int.random(in: 0..<12, using: &random) : .max
        let root = try Self.publish(files(), to: target, killedAfter: steps)
        #expect(root.changes == FileDigest(there(ChangeFeed.path)))
        for (list, export) in exports { #expect(there("\(list)/index.json") == export.export.bytes) }
      } catch let failure as PublishFailure where failure == MemoryTarget.killed {
        // What was to be published may never be.
        if Bool.random(using: &random) { exports = before }
      }
      for copy in copies.indices where Int.random(in: 0..<(copy + 1) * 4, using: &random) == 0 || round == 299 {
        let feed = ChangeFeed(there(ChangeFeed.path))
        for (list, bytes) in copies[copy] {
          let latest = try #require(feed.latest(list, from: bytes), "in round \(round)")
          copies[copy][list] = latest
          #expect(FileDigest(latest) == feed.current[list])
        }
      }
    }
    _ = try Self.publish(files(), to: target)
    let feed = ChangeFeed(there(ChangeFeed.path))
    for copy in copies {
      for (list, bytes) in copy { #expect(feed.latest(list, from: bytes) == exports[list]?.export.bytes) }
    }
    // The generations of the feed never run backwards.
    #expect(feed.steps.map(\.generation) == feed.steps.map(\.generation).sorted())
  }

  @Test func `a list that is no longer exported ends, and a feed that is not asked for goes away`() throws {
    let target = MemoryTarget()
    func feed() -> ChangeFeed { target.state.withLock { ChangeFeed($0.files[ChangeFeed.path] ?? []) } }
    let (a, b) = (Self.export(["a"]), Self.export(["b"]))
    _ = try Self.publish(["l/index.json": a, "m/index.json": a], to: target, changes: false)
    #expect(target.state.withLock { $0.files[ChangeFeed.path] } == nil)
    _ = try Self.publish(["l/index.json": a, "m/index.json": a], to: target)
    #expect(feed().steps.map(\.from) == [nil, nil])
    _ = try Self.publish(["l/index.json": b], to: target)
    #expect(feed().current == ["l": FileDigest(b)])
    #expect(feed().steps.suffix(2).map(\.list) == ["m", "l"])
    let before = target.state.withLock { $0.files[ChangeFeed.path] }
    let root = try Self.publish(["l/index.json": b, "x.html": []], to: target)
    #expect(target.state.withLock { $0.files[ChangeFeed.path] } == before && root.changes != nil)
    _ = try Self.publish(["l/index.json": b], to: target, changes: false)
    #expect(target.state.withLock { $0.files[ChangeFeed.path] } == nil)
  }
}
