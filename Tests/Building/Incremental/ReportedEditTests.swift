import CellistBase
import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSettings
@testable import CellistSites

/// Whatever is done to a site, what a build says that it changed is what changed.
@Suite struct ReportedEditTests {
  @Test(arguments: [7, 8])
  func `any sequence of edits is reported as it is`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = RandomSite(&random)
    let site = try BuiltSite()
    var stranger = Stranger(site)
    var last: Built?
    var (told, untold) = (0, 0)
    for _ in 0..<60 {
      let (good, options) = (model, site.options)
      var edits = (0..<random.pick([1, 1, 2, 4])).map { _ in model.edit(&random) }
      if random.happens(onceIn: 12) { site.options.drafts.toggle() }
      if random.happens(onceIn: 12) {
        site.options.now = 1_699_000_000 + 86_400 * Int.random(in: 0..<60, using: &random)
      }
      if random.happens(onceIn: 20) { site.options.base = random.pick([nil, "https://example.com/y/"]) }
      let files = model.content
      guard !SiteBuilder(.memory(files), site.options).check().hasErrors else {
        (model, site.options) = (good, options)
        continue
      }
      let isTampered = last != nil && random.happens(onceIn: 9)
      if isTampered { edits.append(try stranger.tamper(&random)) }
      try site.removeForeign()
      try stranger.write(files, over: last?.files ?? [:], &random)

      let (report, problems) = try Self.report(site, last, isTampered: isTampered)
      #expect(problems == [], "seed \(seed): \(edits.joined(separator: "; "))")
      guard problems.isEmpty else { return }
      told += report.outputs.count
      untold += report.outputs.count { $0.because == ["its ingredients changed"] }
      last = Built(files: files, options: site.options)
    }
    #expect(told > 0 && untold == 0)
  }

  /// A site and what it was built with.
  private struct Built {
    let files: [String: [UInt8]]
    let options: BuildOptions
  }

  private static func build(_ site: BuiltSite, isDry: Bool) throws -> ChangeReport {
    var destination = Destination(output: site.outputPath, state: site.statePath)
    destination.programs = site.programs
    destination.isReported = true
    destination.isDry = isDry
    let outcome = try site.builder.build(into: destination)
    return try #require(outcome.report, "\(outcome.diagnostics.map(\.message))")
  }

  /// Builds, and says in which ways the report is not about what happened.
  private static func report(
    _ site: BuiltSite, _ last: Built?, isTampered: Bool
  ) throws -> (ChangeReport, problems: [String]) {
    var problems: [String] = []
    let before = site.output()
    let would = try build(site, isDry: true)
    if site.output() != before { problems.append("a dry build wrote") }
    let did = try build(site, isDry: false)
    let after = site.output()

    // The report before the build is the report of the build. The files that a stranger left there cannot be foreseen.
    let own = did.outputs.filter { $0.because != ["no page claims it"] }
    if would.records != did.records { problems.append("records: \(would.records) for \(did.records)") }
    if would.outputs.map(\.change) != own.map(\.change) || would.unchanged != did.unchanged {
      problems.append("files: \(would.outputs.map(\.change)) for \(own.map(\.change))")
    }
    problems += Self.problems(did, before: before, after: after, isComparable: last != nil && !isTampered)

    // Two sites that are planned in full differ in the same.
    guard let last, "\(last.options)" == "\(site.options)", !isTampered else { return (did, problems) }
    let compared = try #require(try site.builder.compared(with: .memory(last.files)).report)
    let records = compared.records.map { change in
      RecordChange(
        list: change.list, id: change.id, title: change.title, kind: change.kind, former: change.former,
        fields: change.fields)
    }
    if records != did.records { problems.append("records: \(did.records) for \(records)") }
    if compared.outputs.map(\.change) != did.outputs.map(\.change) {
      problems.append("files: \(did.outputs.map(\.change)) for \(compared.outputs.map(\.change))")
    }
    return (did, problems)
  }

  /// In which ways a report is not about two outputs.
  private static func problems(
    _ report: ChangeReport, before: [String: [UInt8]], after: [String: [UInt8]], isComparable: Bool
  ) -> [String] {
    var problems: [String] = []
    let written = report.outputs.filter { $0.change.kind != .deleted }
    if report.unchanged + written.count != after.keys.count(where: { !$0.hasSuffix("/") }) {
      problems.append("\(report.unchanged) unchanged and \(written.count) written of \(after.count)")
    }
    let differing = Set(BuiltSite.differences(before, after).filter { !$0.hasSuffix("/") })
    let reported = Set(report.outputs.map(\.change.path))
    problems += differing.subtracting(reported).filter { after[$0] != nil }.map { "\($0) was not reported" }
    for output in report.outputs {
      let path = output.change.path
      if output.because.isEmpty { problems.append("\(path) has no reason") }
      guard output.change.kind != .deleted else {
        if after[path] != nil { problems.append("\(path) is still there") }
        continue
      }
      if isComparable, !differing.contains(path) { problems.append("\(path) was reported for nothing") }
      let bytes = after[path] ?? []
      if output.sha256 != FileDigest(bytes).hexadecimal || output.size != bytes.count {
        problems.append("\(path) has other bytes")
      }
    }
    return problems
  }
}
