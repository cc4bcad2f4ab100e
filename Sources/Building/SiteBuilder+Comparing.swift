import CellistContent
import CellistOutput
import CellistPages
import CellistRecords
import CellistSites
import CellistTemplates
import CellistText

extension SiteBuilder {
  /// What a comparison of two versions of a site found.
  package struct Comparison: Sendable {
    /// The diagnostics of the site as it is now, and those of its other version.
    package let outcome: Outcome
    package let earlier: Outcome?
    /// What differs; nil when one of them has errors.
    package var report: ChangeReport?

    package var hasErrors: Bool { outcome.hasErrors || earlier?.hasErrors == true }
  }

  /// Compares what is published of a site with what would be published of another version of it, under the same options.
  /// Both are planned in full, and pages are made where they may differ. Nothing is written.
  ///
  /// - Parameter tree: the other version; nil when there was none.
  package func compared(with tree: SourceTree?) throws(OutputFolder.Failure) -> Comparison {
    let ledger = SourceLedger(self.tree, SourceListing(self.tree))
    let (plan, outcome) = plan(ledger)
    let earlier = tree.map { tree in
      let ledger = SourceLedger(tree, SourceListing(tree))
      let (plan, outcome) = SiteBuilder(tree, options).plan(ledger)
      return (ledger: ledger, plan: plan, outcome: outcome)
    }
    var comparison = Comparison(outcome: outcome, earlier: earlier?.outcome)
    guard let plan, !comparison.hasErrors else { return comparison }
    let differences = try PageDifferences(
      from: earlier?.plan?.pages ?? [], earlier?.ledger, to: plan.pages, ledger)
    if let path = ledger.contradictory { throw .io("\(path): the file changed while it was compared") }

    let new = PublishedSite(plan, ledger, drafts: options.drafts)
    let old = earlier.flatMap { earlier in
      earlier.plan.map { PublishedSite($0, earlier.ledger, drafts: options.drafts) }
    }
    let records = SiteComparison(from: old, to: new)
    let reasons = old.map { PageReasons(from: $0, to: new, records, plan) }
    var report = ChangeReport()
    report.records = records.records.map { $0.withValues(from: old, to: new) }
    report.outputs = differences.changes.map {
      ChangeReport.Output($0, because: reasons?.reasons(for: $0) ?? ["there was no site"])
    }
    report.unchanged = plan.pages.count - differences.changes.count { $0.kind != .deleted }
    comparison.report = report
    return comparison
  }
}

/// Which files of two outputs differ.
private struct PageDifferences {
  /// In order of path.
  let changes: [OutputChange]

  init(
    from old: [Page], _ oldLedger: SourceLedger?, to new: [Page], _ newLedger: SourceLedger
  ) throws(OutputFolder.Failure) {
    let known = Dictionary(old.map { (Identifier($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    let results = parallelMap(new.count) { index in
      Result { () throws(OutputFolder.Failure) -> OutputChange? in
        let page = new[index]
        guard let other = known[page.path], let oldLedger else { return OutputChange(path: page.path, kind: .created) }
        var buffer = ByteBuffer()
        if let one = other.ingredients(oldLedger, &buffer), one == page.ingredients(newLedger, &buffer) { return nil }
        let before = try other.bytes(from: oldLedger.tree, &buffer)
        let after = try page.bytes(from: newLedger.tree, &buffer)
        return before == after ? nil : OutputChange(path: page.path, kind: .updated)
      }
    }
    var changes: [OutputChange] = []
    for result in results { if let change = try result.get() { changes.append(change) } }
    let claimed = Set(names: new.lazy.map(\.path))
    changes += old.filter { !claimed.contains($0.path) }.map { OutputChange(path: $0.path, kind: .deleted) }
    self.changes = changes.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}

extension RecordChange {
  /// The change with the values of its fields, where both are short texts.
  fileprivate func withValues(from old: PublishedSite?, to new: PublishedSite) -> RecordChange {
    guard kind == .updated, let before = old?.list(list), let after = new.list(list),
      let earlier = old?.entries[list]?[id]?.item.record, let later = new.entries[list]?[id]?.item.record
    else { return self }
    var change = self
    for field in fields {
      guard let one = before.settings.type.index(of: field).flatMap({ Self.short(earlier.values[$0]) }),
        let other = after.settings.type.index(of: field).flatMap({ Self.short(later.values[$0]) })
      else { continue }
      change.values[field] = Values(old: one, new: other)
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
