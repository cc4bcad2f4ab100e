import CellistTestSupport
import Foundation
import Testing

@testable import CellistBuilding
@testable import CellistFamilies
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSettings
@testable import CellistSites

/// Whatever is done to a site, a build that rests on the last one leaves what a clean build would.
@Suite struct RandomEditTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// `CELLIST_EDITS` is how many edits there are, and `CELLIST_SEED` which.
  @Test func `any sequence of edits ends in the output of a clean build`() throws {
    try run(Self.number("CELLIST_EDITS") ?? 600)
  }

  /// The same of builds by one process, which keeps the site.
  @Test func `any sequence of edits of a kept site ends in the output of a clean build`() throws {
    try run(Self.number("CELLIST_EDITS") ?? 400, isKept: true)
  }

  private func run(_ count: Int, isKept: Bool = false) throws {
    let seed = UInt64(Self.number("CELLIST_SEED") ?? 1)
    var run = try RandomRun(seed: seed, isKept: isKept)
    while run.edits < count {
      // Some of the lists are long enough to be searched by words.
      let problems = try WordIndex.$limit.withValue(3) { try run.step() }
      guard problems.isEmpty else {
        Issue.record(
          """
          CELLIST_SEED=\(seed), build \(run.builds): \(run.last.joined(separator: "; "))
          \(problems.prefix(20).joined(separator: "\n"))
          """)
        break
      }
    }
    let (candidates, changed) = run.site.recorder.counts
    if Self.number("CELLIST_PRECISION") != nil {
      let figures = "\(candidates) candidates for \(changed) pages that changed, in \(run.builds) builds\n"
      FileHandle.standardError.write(Data(figures.utf8))
    }
    // A run of errors alone would prove nothing.
    #expect(run.errors * 4 < run.builds)
  }
}

/// A site that goes through random edits, and is built after each.
struct RandomRun {
  var random: SeededGenerator
  let site: BuiltSite
  var stranger: Stranger
  private var model: RandomSite
  /// The last site without errors, and how many with errors came after it.
  private var good: (model: RandomSite, options: BuildOptions)
  private var errorsSinceGood = 0
  /// Whether the state is what the last build left.
  private var isStateTrue = true
  /// The files of the site as they were last written.
  var written: [String: [UInt8]] = [:]
  /// Files of which something else was made.
  var turned: [String] = []

  private(set) var edits = 0
  private(set) var builds = 0
  private(set) var errors = 0
  /// The edits since the last build.
  private(set) var last: [String] = []

  init(seed: UInt64, isKept: Bool) throws {
    random = SeededGenerator(seed: seed)
    site = try BuiltSite()
    if isKept { site.keep() }
    stranger = Stranger(site, makesLinks: !isKept)
    model = RandomSite(&random)
    good = (model, site.options)
    site.clock.setting = random.pick(RandomClock.settings)
  }

  /// Edits the site once or a few times, and builds it: says what is wrong then.
  mutating func step() throws -> [String] {
    last = []
    try turnBack()
    if errorsSinceGood > 0, errorsSinceGood > 3 || !random.happens(onceIn: 4) {
      (model, site.options) = good
      last.append("back to the last site without errors")
    } else {
      for _ in 0..<random.pick([1, 1, 1, 2, 5]) { last.append(try act()) }
    }
    edits += last.count
    let content = model.content
    try removeOtherForms(of: content)
    try stranger.write(content, over: written, &random)
    written = content
    if random.happens(onceIn: 40) { last.append(try turnFile()) }
    let (problems, hasErrors) = try site.problems(turned.isEmpty ? .memory(content) : nil, isStateTrue: isStateTrue)
    builds += 1
    if hasErrors {
      errors += 1
      errorsSinceGood += 1
      return problems
    }
    isStateTrue = true
    // What a file was turned into may hide errors in it.
    if turned.isEmpty { (good, errorsSinceGood) = ((model, site.options), 0) }
    if random.happens(onceIn: 50) {
      let different = try site.differencesToCleanBuild()
      if !different.isEmpty { return ["a clean build in another folder differs in \(different)"] }
    }
    guard problems.isEmpty, random.happens(onceIn: 4) else { return problems }
    let again = try site.changes()
    return again.isEmpty ? [] : ["a second build changed \(again)"]
  }

  private mutating func act() throws -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<66: return model.edit(&random)
    case 66..<78: return try stranger.tamper(&random)
    case 78..<82:
      (isStateTrue, site.isStateDamaged) = (false, true)
      return try stranger.damage(&random)
    case 82..<87:
      site.options.now = 1_699_000_000 + 86_400 * Int.random(in: 0..<60, using: &random)
      return "now is \(site.options.now)"
    case 87..<90:
      site.options.drafts.toggle()
      return "drafts: \(site.options.drafts)"
    case 90..<92:
      site.options.base = random.pick([nil, nil, "https://example.com/y/"])
      return "--base \(site.options.base ?? "is gone")"
    case 92..<95:
      site.options.date = random.pick([nil, nil, nil, "2023-11-16", "2023-11-16T12:00"])
      return "--now \(site.options.date ?? "is gone")"
    case 95..<98:
      site.clock.setting = random.pick(RandomClock.settings)
      return "\(site.clock.setting)"
    default: return touchFile()
    }
  }
}
