import CellistRecords
import CellistTestSupport
import Foundation
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Whatever record types, values, settings and templates make up a site: it is built, verified and has the tags of its
/// harmless twin, or what is wrong with it has places in its files.
@Suite struct RandomSiteTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// `CELLIST_SITES` is how many sites there are, and `CELLIST_SEED` the first.
  @Test func `a site is built as its harmless twin is, or its errors have places`() throws {
    let first = UInt64(Self.number("CELLIST_SEED") ?? 1)
    let count = UInt64(Self.number("CELLIST_SITES") ?? 150)
    var built = 0
    var failures = 0
    for seed in first..<first + count {
      let (isBuilt, problems) = try Self.problems(seed)
      if isBuilt { built += 1 }
      guard problems.isEmpty else {
        Issue.record("CELLIST_SEED=\(seed) CELLIST_SITES=1\n\(problems.prefix(10).joined(separator: "\n"))")
        failures += 1
        if failures == 10 { return }
        continue
      }
    }
    // Sites with errors alone would prove little, and so would sites without any.
    if count >= 100 { #expect(built * 3 > count && built * 10 < count * 9, "\(built) of \(count) are built") }
  }

  private static func problems(_ seed: UInt64) throws -> (isBuilt: Bool, problems: [String]) {
    let grammar = SiteGrammar(seed: seed, texts: .hostile)
    let twin = SiteGrammar(seed: seed, texts: .harmless)
    let (files, outcome) = TestSite(grammar.files).builder.render()
    let (twinFiles, twinOutcome) = TestSite(twin.files).builder.render()
    var problems =
      misplaced(outcome.diagnostics, in: grammar.files) + misplaced(twinOutcome.diagnostics, in: twin.files)
    if outcome.hasErrors == files.isEmpty {
    } else {
      problems.append("a site with errors has pages, or one without has none")
    }
    if !grammar.isTorn, outcome.hasErrors != twinOutcome.hasErrors {
      problems.append("one of the twins has errors: \((outcome.diagnostics + twinOutcome.diagnostics).map(\.message))")
    }
    if grammar.mistakes == 0, outcome.hasErrors { problems.append("\(outcome.diagnostics)") }
    guard !outcome.hasErrors, problems.isEmpty else { return (false, problems) }
    problems += malformed(files)
    if !twinOutcome.hasErrors, !grammar.isTorn { problems += differences(skeletons(files), skeletons(twinFiles)) }
    if seed % 5 == 0 { problems += try unverified(grammar.files) }
    return (true, problems)
  }

  /// The diagnostics whose place is nowhere.
  private static func misplaced(_ diagnostics: [Diagnostic], in files: [String: String]) -> [String] {
    diagnostics.compactMap { diagnostic in
      guard let location = diagnostic.location else { return "no place: \(diagnostic.message)" }
      guard let text = files[location.file] else {
        // A template of the default theme, which is in the program.
        if location.file.hasPrefix("themes/default/"), diagnostic.excerpt != nil { return nil }
        return location.line == 1 && location.column == 1 ? nil : "no such file: \(diagnostic)"
      }
      let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      guard location.line <= lines.count, location.column <= lines[location.line - 1].count + 1 else {
        return "no such place: \(location) \(diagnostic.message)"
      }
      return nil
    }
  }

  private static func pages(_ files: [String: [UInt8]]) -> [(path: String, page: HTMLSkeleton)] {
    files.filter { $0.key.hasSuffix(".html") }.sorted { $0.key < $1.key }
      .map { ($0.key, HTMLSkeleton(String(decoding: $0.value, as: UTF8.self))) }
  }

  private static func skeletons(_ files: [String: [UInt8]]) -> [String] {
    // Where an address may be broken follows from its characters.
    pages(files).map { $0.page.description.replacing("<wbr>", with: "") }.sorted()
  }

  /// The pages that one of the twins has and the other has not, each behind the sign of the one that has it.
  private static func differences(_ pages: [String], _ twins: [String]) -> [String] {
    pages.difference(from: twins).map { change in
      switch change {
      case .insert(_, let page, _): "hostile:  \(page)"
      case .remove(_, let page, _): "harmless: \(page)"
      }
    }
  }

  private static let voids: Set = ["!--", "br", "hr", "img", "input", "link", "meta", "wbr"]

  /// The pages whose tags do not close each other, that have an id twice, or a link that runs something.
  private static func malformed(_ files: [String: [UInt8]]) -> [String] {
    pages(files).flatMap { path, page in
      var open: [String] = []
      var problems: [String] = []
      for tag in page.tags where !voids.contains(tag.name) {
        if !tag.name.hasPrefix("/") {
          open.append(tag.name)
        } else if open.popLast().map({ "/\($0)" }) != tag.name {
          problems.append("\(path): \(tag.name) closes nothing")
        }
      }
      if !open.isEmpty { problems.append("\(path): never closed: \(open)") }
      if Set(page.ids).count != page.ids.count {
        problems.append("\(path): an id stands there twice: \(page.ids.sorted())")
      }
      for link in page.links where link.lowercased().hasPrefix("javascript:") { problems.append("\(path): \(link)") }
      return problems
    }
  }

  /// Builds a site into a folder: it verifies, and a second build has nothing to do.
  private static func unverified(_ files: [String: String]) throws -> [String] {
    let site = try BuiltSite(files)
    var problems = try site.problems().found
    let verification = try SiteBuilder.verify(.disk(site.folder.place("site")), site.destination)
    problems += verification.differences.map { "\($0.path) \($0.kind)" }
    let again = try site.changes()
    if !again.isEmpty { problems.append("a second build changed \(again)") }
    return problems
  }
}
