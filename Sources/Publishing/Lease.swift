import CellistFormats
import CellistOutput
import CellistRecords
import Glibc

/// A lease, which a publisher leaves at a target while it works there: its identity, and the files it touches. A lease
/// that is found later lists the work that a killed publisher may have left unfinished.
struct Lease: Hashable, Sendable {
  static let path = "\(Manifest.folder)/lease.json"
  /// How long a publisher on another machine is assumed to be at work, in seconds.
  static let duration = 3600

  let generation: Int
  /// In seconds since 1970-01-01T00:00:00Z.
  let time: Int
  let owner: LeaseOwner
  /// The files that it replaces, and those that it removes.
  private(set) var puts: [String]
  private(set) var deletions: [String]
  /// The new files that are certainly at the target, so that pages may refer to them.
  var present: [String] = []
  /// The files that it keeps there although no page uses them any more.
  var retired: [String] = []
  /// The endings of the compressed copies that it makes or removes.
  var compressed: [String] = []
  /// Whether the publisher gave up.
  var hasEnded = false

  init(generation: Int, time: Int, owner: LeaseOwner, puts: [String], deletions: [String]) {
    self.generation = generation
    self.time = time
    self.owner = owner
    self.puts = puts
    self.deletions = deletions
  }

  /// Adds the files of another publisher to those that this one touched.
  mutating func add(_ other: Lease) {
    puts += Set(other.puts).subtracting(puts).sorted()
    deletions += Set(other.deletions).subtracting(deletions).sorted()
    compressed += Set(other.compressed).subtracting(compressed).sorted()
    retired += Set(other.retired).subtracting(retired).sorted()
    present += Set(other.present).subtracting(present).sorted()
  }

  /// Whether the publisher may still be at work.
  func isHeld(at now: Int) -> Bool {
    if hasEnded { return false }
    if let isRunning = owner.isRunning { return isRunning }
    // A clock that was set back must not lock the target for ever.
    return abs(now - time) < Self.duration
  }

  var bytes: [UInt8] {
    let members: [(String, JSONText?)] = [
      ("cellist", .integer(1)), ("generation", .integer(generation)), ("time", .integer(time)),
      ("machine", .text(owner.machine)), ("process", .integer(owner.process)), ("started", .text(owner.started)),
      ("ended", hasEnded ? .boolean(true) : nil), ("puts", .array(puts.map { .text($0) })),
      ("deletions", .array(deletions.map { .text($0) })), ("present", .array(present.map { .text($0) })),
      ("retired", retired.isEmpty ? nil : .array(retired.map { .text($0) })),
      ("compressed", compressed.isEmpty ? nil : .array(compressed.map { .text($0) })),
    ]
    return Array("\(JSONText.object(members).pretty)\n".utf8)
  }

  /// Reads a lease; nil if the bytes are not one.
  init?(_ bytes: [UInt8]) {
    var diagnostics = Diagnostics()
    guard let text = String(validating: bytes, as: UTF8.self),
      let node = JSONReader.read(text, file: "", &diagnostics), node["cellist"]?.text == "1",
      let generation = node["generation"]?.text.flatMap({ Int($0) }),
      let time = node["time"]?.text.flatMap({ Int($0) }),
      let machine = node["machine"]?.text, let process = node["process"]?.text.flatMap({ Int($0) }),
      let started = node["started"]?.text, let puts = node["puts"]?.items, let deletions = node["deletions"]?.items,
      let present = node["present"]?.items
    else { return nil }
    func paths(_ nodes: [Node]) -> [String] { nodes.compactMap(\.text).filter(ManifestEntry.isPath) }
    self.init(
      generation: generation, time: time, owner: LeaseOwner(machine: machine, process: process, started: started),
      puts: paths(puts), deletions: paths(deletions))
    self.present = paths(present)
    retired = node["retired"]?.items.map(paths) ?? []
    compressed = node["compressed"]?.items?.compactMap(\.text) ?? []
    hasEnded = node["ended"]?.text == "true"
  }
}

/// The process that holds a lease.
struct LeaseOwner: Hashable, Sendable {
  /// The boot of the machine, and the namespace of its processes.
  let machine: String
  let process: Int
  /// When the process was started, in ticks of the machine.
  let started: String

  static let own: LeaseOwner = {
    let process = Int(getpid())
    return LeaseOwner(machine: thisMachine, process: process, started: started(process) ?? "")
  }()

  /// Whether the process exists; nil if it is on another machine.
  var isRunning: Bool? { machine == Self.thisMachine ? Self.started(process) == started : nil }

  private static let thisMachine: String = {
    let boot = text(of: "/proc/sys/kernel/random/boot_id")?.filter { !$0.isWhitespace } ?? ""
    var link = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/self/ns/pid", &link, link.count)
    let processes = String(decoding: link.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(boot) \(processes)"
  }()

  private static func started(_ process: Int) -> String? {
    // <id> (<name>) <state> …: the name may hold anything, so fields count from its end.
    guard let line = text(of: "/proc/\(process)/stat"), let end = line.lastIndex(of: ")") else { return nil }
    let fields = line[end...].split(separator: " ")
    // A zombie no longer runs.
    guard fields.count > 20, fields[1] != "Z" else { return nil }
    return String(fields[20])
  }

  private static func text(of file: String) -> String? {
    guard let stream = fopen(file, "re") else { return nil }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
