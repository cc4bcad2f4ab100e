import CellistBase
import CellistBuilding
import CellistOutput
import CellistSettings

/// A comment on a pull request with the changes of publishing: tables of records, then the pages by how they differ.
///
/// Platforms refuse long comments, so it names fewer records and pages the more there are, until it is short enough.
struct DiffComment {
  /// The bytes that a comment may have: platforms allow 65,536 characters.
  static let limit = 60_000

  let text: String

  init(_ report: ChangeReport, _ preview: SiteBase?) {
    guard !report.records.isEmpty || !report.outputs.isEmpty else {
      text = "Publishing would change nothing: \(SiteArguments.count(report.unchanged, "file")).\n"
      return
    }
    var text = ""
    for count in [30, 10, 3, 1, 0] {
      text = Writer(report: report, preview: preview, count: count).text
      if text.utf8.count <= Self.limit { break }
    }
    self.text = text.utf8.count <= Self.limit ? text : Writer.summary(report)
  }

  /// Text of the content as code, in which markup, links and mentions have no effect.
  ///
  /// - Parameter inTable: whether it is in a table cell, which a bar would end, even in code.
  static func code(_ text: String, inTable: Bool = false) -> String {
    var shown = DiagnosticPrinter.printable(text.shortened)
    if inTable { shown = shown.replacing("|", with: "\\|").replacing("\t", with: " ") }
    guard shown.contains(where: { $0 != " " && $0 != "\t" }) else { return inTable ? "" : "(empty)" }
    // A fence is longer than any run of backticks in the text.
    var longest = 0
    var run = 0
    for byte in shown.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // Markdown removes a space at both ends.
    let needsSpace = shown.hasPrefix("`") || shown.hasSuffix("`") || shown.hasPrefix(" ") && shown.hasSuffix(" ")
    return needsSpace ? "\(fence) \(shown) \(fence)" : "\(fence)\(shown)\(fence)"
  }
}

/// Writes a comment that names up to some number of records of each list, and as many pages of each kind.
private struct Writer {
  let report: ChangeReport
  let preview: SiteBase?
  let count: Int

  var text: String {
    var text = "### What publishing would change\n"
    let parts = DiffPrinter.parts(report)
    for part in parts.prefix(max(count, 3)) { text += table(part) }
    if parts.count > max(count, 3) {
      text += "\nand \(SiteArguments.count(parts.count - max(count, 3), "list")) more\n"
    }
    if !report.outdated.isEmpty {
      text += "\n#### Translations older than the text: \(report.outdated.count)\n\n"
      for translation in report.outdated.prefix(count) { text += "- \(DiffComment.code(translation.description))\n" }
      if report.outdated.count > count { text += "- and \(report.outdated.count - count) more\n" }
    }
    guard !report.outputs.isEmpty else { return text + "\n#### Files: \(report.unchanged) unchanged\n" }
    text += "\n#### Files: \(DiffPrinter.counts(report))\n\n" + pages
    guard !report.lost.isEmpty else { return text }
    text += "\n#### Addresses that will be lost: \(report.lost.count)\n\n"
    for lost in report.lost.prefix(count) {
      text += "- \(DiffComment.code(lost.from)) (\(DiffComment.code(lost.record)))\n"
    }
    if report.lost.count > count { text += "- and \(report.lost.count - count) more\n" }
    let kept = DiffPrinter.redirects(Array(report.lost.prefix(count)))
    // It contains names from content, so its fence is longer than any run of backticks in them.
    let longest = kept.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    if !kept.isEmpty { text += "\nTo keep them, in `site.yml`:\n\n\(fence)yaml\n\(kept)\(fence)\n" }
    return text
  }

  static func summary(_ report: ChangeReport) -> String {
    let records = DiffPrinter.counts(report.records.map(\.kind), of: RecordChange.Kind.allCases)
    return "### What publishing would change\n\nRecords: \(records.isEmpty ? "none" : records).\n\n"
      + "Files: \(DiffPrinter.counts(report)).\n"
  }

  // MARK: Records

  /// The changes of a list's records: a row for each field, before and after.
  private func table(_ part: DiffPrinter.Part) -> String {
    let counts = DiffPrinter.counts(part.changes.map(\.kind), of: RecordChange.Kind.allCases)
    var text = "\n#### \(DiffComment.code(part.list)): \(counts)\n"
    let told = part.changes.filter { $0.kind != .moved }
    if !told.isEmpty, count > 0 {
      text += "\n| record | | field | before | after |\n|---|---|---|---|---|\n"
      text += told.prefix(count).map(rows).joined()
    }
    let rest = told.count - min(told.count, count)
    if rest > 0 { text += "\nand \(SiteArguments.count(rest, "record")) more\n" }
    let moved = part.changes.filter { $0.kind == .moved }
    if !moved.isEmpty, count > 0 {
      let names = moved.prefix(min(count, 10)).map { DiffComment.code(name($0)) }
      let more = moved.count - names.count
      text += "\nonly moved: \(names.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")\n"
    }
    return text
  }

  private func name(_ change: RecordChange) -> String { change.title.isEmpty ? change.id : change.title }

  /// A line for each changed field, or for each field of a record that was added or removed; the first names the
  /// record.
  private func rows(_ change: RecordChange) -> String {
    func cell(_ text: String) -> String { DiffComment.code(text, inTable: true) }
    let id = change.former.map { "\(cell($0)) → \(cell(change.id))" } ?? cell(change.id)
    let title = cell(name(change)) + (change.former == nil && name(change) == change.id ? "" : " (\(id))")
    let isChange = [.updated, .renamed].contains(change.kind)
    let fields = isChange ? change.fields : Array(change.shown.prefix(8))
    guard !fields.isEmpty else { return "| \(title) | \(change.kind.rawValue) | | | |\n" }
    return fields.enumerated().map { index, field in
      let values = change.values[field]
      let before = values.map { cell($0.old) } ?? (isChange ? "…" : "")
      let after = values.map { cell($0.new) } ?? (isChange ? "…" : "")
      return
        "| \(index == 0 ? title : "") | \(index == 0 ? change.kind.rawValue : "") | \(cell(field)) | \(before) | \(after) |\n"
    }.joined()
  }

  // MARK: Pages

  /// The changed files by how they differ, the differences that readers notice first.
  private var pages: String {
    var text = ""
    func line(_ name: String, _ outputs: [ChangeReport.Output], linked: Bool = true) {
      guard !outputs.isEmpty else { return }
      let named = outputs.prefix(count).map { linked ? link($0.change.path) : DiffComment.code($0.change.path) }
      let rest = outputs.count - named.count
      let more = rest > 0 ? (named.isEmpty ? "" : " and \(rest) more") : ""
      text += "- \(name): \(outputs.count)" + (named.isEmpty ? "" : " – \(named.joined(separator: ", "))") + more + "\n"
    }
    let updated = report.outputs.filter { $0.change.kind == .updated }
    line("other words", updated.filter { $0.difference == .words })
    line("new", report.outputs.filter { $0.change.kind == .created })
    line("gone", report.outputs.filter { $0.change.kind == .deleted }, linked: false)
    line("the same words in another order", updated.filter { $0.difference == .order })
    let markup = updated.filter { $0.difference == .markup }
    if let first = markup.first {
      text += "- the same words in other markup: \(markup.count), for example \(link(first.change.path))\n"
    }
    line("other files", updated.filter { $0.difference == nil }, linked: false)
    return text
  }

  /// A page's path, which links to the page if there is a preview.
  private func link(_ path: String) -> String {
    guard let preview else { return DiffComment.code(path) }
    let address = PagePath.address(of: path)
    let url = preview.canonical(preview.url(of: address)).replacing("(", with: "%28").replacing(")", with: "%29")
    return "[\(DiffComment.code(address.isEmpty ? "/" : address))](\(url))"
  }
}
