import CellistBase
import CellistFiles
import CellistOutput
import CellistPages
import CellistRecords
import CellistSites
import CellistTemplates

extension SiteBuilder {
  /// The differences between two versions of a site.
  package struct Comparison: Sendable {
    /// The diagnostics of the site as it is now, and those of its other version.
    package let outcome: Outcome
    package let earlier: Outcome?
    /// The differences; nil when one of the versions has errors.
    package var report: ChangeReport?

    package var hasErrors: Bool { outcome.hasErrors || earlier?.hasErrors == true }
  }

  /// Compares what is published of a site with what would be published of another version of it, under the same options.
  /// The site is planned from the other version as `watch` plans an edit, and pages are made where they may differ. Nothing
  /// is written.
  ///
  /// - Parameters:
  ///   - tree: the other version; nil when there was none.
  ///   - classifies: whether it is to be told how each page differs. For that, pages that differ are made once more.
  package func compared(
    with tree: SourceTree?, classifying classifies: Bool = false
  ) throws(OutputFolder.Failure) -> Comparison {
    let earlier = tree.map { tree in
      let ledger = SourceLedger(tree, SourceListing(tree))
      let (plan, outcome) = SiteBuilder(tree, options).plan(ledger)
      return (ledger: ledger, plan: plan, outcome: outcome)
    }
    let listing = SourceListing(self.tree)
    // Files are compared by their bytes.
    let ledger = SourceLedger(
      self.tree, listing, earlier.map { _ in SourceState() }, doubtful: Set(names: listing.files.lazy.map(\.path)),
      after: earlier?.ledger)
    let (plan, outcome) = plan(ledger, since: earlier?.plan)
    var comparison = Comparison(outcome: outcome, earlier: earlier?.outcome)
    guard let plan, !comparison.hasErrors else { return comparison }
    var state: BuildState?
    var before: SiteSnapshot?
    var candidates = Array(plan.pages.indices)
    if let earlier, let old = earlier.plan {
      before = SiteSnapshot(old, earlier.ledger, options)
      state = BuildState()
      state?.build.shared = old.sharedParts
      candidates = plan.candidates(since: old.tables)
      state?.output = try OutputState(old.pages, earlier.ledger, comparedWith: plan.pages, candidates, ledger)
    }
    let making = PageMaking(
      plan.pages, ledger, comparedWith: state?.output ?? OutputState(), candidates: candidates)
    try making.make(into: nil) { _, _ in }
    if let path = ledger.contradictory { throw .io("\(path): the file changed while it was compared") }
    let now = SiteSnapshot(plan, ledger, options)
    var report = ChangeReport(
      plan, making, to: now, since: state, from: before,
      clean: before == nil ? "there was no site" : nil)
    if let before { report.records = report.records.map { $0.withValues(from: before, to: now) } }
    if classifies, let old = earlier?.plan {
      let trees = (old: earlier?.ledger.tree ?? self.tree, new: self.tree)
      report.outputs = Self.classified(report.outputs, from: old.pages, to: plan.pages, of: trees)
    }
    comparison.report = report
    return comparison
  }
}

extension SiteBuilder {
  /// Says of each page that changed how it differs.
  private static func classified(
    _ outputs: [ChangeReport.Output], from old: SitePages, to new: SitePages,
    of trees: (old: SourceTree, new: SourceTree)
  ) -> [ChangeReport.Output] {
    let changed = Set(
      names: outputs.lazy.map(\.change).filter { $0.kind == .updated && $0.path.hasSuffix(".html") }.map(\.path))
    func pages(_ pages: SitePages) -> [Identifier: Page] {
      let known = pages.lazy.filter { changed.contains($0.path) }.map { (Identifier($0.path), $0) }
      return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }
    let (before, after) = (pages(old), pages(new))
    return parallelMap(outputs.count) { index in
      var output = outputs[index]
      guard let one = before[output.change.path], let other = after[output.change.path] else { return output }
      var buffer = ByteBuffer()
      var unheard = Diagnostics()
      guard let was = try? one.bytes(from: trees.old, nil, &buffer, &unheard),
        let now = try? other.bytes(from: trees.new, nil, &buffer, &unheard)
      else { return output }
      output.difference = PageDifference(from: was, to: now)
      return output
    }
  }
}

extension OutputState {
  /// The pages of an earlier version that are gone from the later one, or may differ there.
  ///
  /// - Parameter candidates: the pages of the later version that may differ, by their numbers.
  fileprivate init(
    _ all: SitePages, _ ledger: SourceLedger, comparedWith later: SitePages, _ candidates: [Int],
    _ laterLedger: SourceLedger
  ) throws(OutputFolder.Failure) {
    self.init()
    let known = Dictionary(
      candidates.map { (Identifier(later[$0].path), later[$0]) }, uniquingKeysWith: { first, _ in first })
    let there = Set(names: later.lazy.map(\.path))
    let earlier = all.filter { known[$0.path] != nil || !there.contains($0.path) }
    let results = parallelMap(earlier.count) { index in
      Result { () throws(OutputFolder.Failure) -> File in
        var buffer = ByteBuffer()
        let page = earlier[index]
        let origin = page.ownOrigin
        let ingredients = page.ingredients(ledger, &buffer)
        if let ingredients, let later = known[page.path],
          later.ingredients(laterLedger, &buffer)?.digest == ingredients.digest
        {
          let same = FileDigest(head: ingredients.digest, tail: ingredients.digest)
          return File(ingredients: ingredients, digest: same, size: 0, origin: later.ownOrigin)
        }
        var unheard = Diagnostics()
        let bytes = try page.bytes(from: ledger.tree, nil, &buffer, &unheard) ?? []
        let digest = FileDigest(bytes)
        return File(
          ingredients: ingredients ?? Ingredients(digest: digest.head), digest: digest, size: bytes.count,
          origin: origin)
      }
    }
    for (page, result) in zip(earlier, results) { files[page.path] = try result.get() }
  }
}

extension RecordChange {
  /// The change with the values of its fields, where both are short texts.
  fileprivate func withValues(from old: SiteSnapshot, to new: SiteSnapshot) -> RecordChange {
    switch kind {
    case .inserted: return withValues(of: new) { Values(old: "", new: $0) }
    case .deleted: return withValues(of: old) { Values(old: $0, new: "") }
    case .updated, .moved, .renamed: break
    }
    guard !fields.isEmpty, let before = old.lists[list], let after = new.lists[list],
      let then = before.entries[former ?? id]?.item.record, let now = after.entries[id]?.item.record
    else { return self }
    func value(_ field: String, _ record: Record, _ list: SiteSnapshot.List) -> String? {
      list.published.fields.firstIndex(of: field).flatMap { Self.short(record.values[$0]) }
    }
    var change = self
    for field in fields {
      guard let one = value(field, then, before), let other = value(field, now, after) else { continue }
      change.values[field] = Values(old: one, new: other)
    }
    return change
  }

  /// The change of a record that came or went with the values that it has or had.
  private func withValues(of site: SiteSnapshot, _ values: (String) -> Values) -> RecordChange {
    guard let list = site.lists[list], let record = list.entries[id]?.item.record else { return self }
    var change = self
    for (field, value) in zip(list.published.fields, record.values) {
      guard let text = Self.short(value) else { continue }
      change.values[field] = values(text)
      change.shown.append(field)
    }
    return change
  }

  private static func short(_ value: Value) -> String? {
    switch value {
    case .absent, .list, .map: return nil
    default:
      let text = value.plainText
      return text.utf8.count <= 80 && !text.contains(where: \.isNewline) ? text : nil
    }
  }
}
