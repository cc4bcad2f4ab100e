import ArgumentParser
import CellistBuilding
import CellistContent
import CellistFamilies
import CellistOutput
import CellistRecords

/// How changes are printed.
package enum DiffFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people.
  case text
  /// For programs: one JSON document.
  case json
  /// For a comment on a pull request.
  case markdown
}

/// Prints what publishing would change: first the records of each list, then files.
package struct DiffPrinter: Sendable {
  package let format: DiffFormat
  /// How many records of a list, files, and lists are named before the rest is only counted. A comment has its limits.
  private var limit: Int { format == .markdown ? 20 : 40 }

  package init(format: DiffFormat) { self.format = format }

  package func text(of report: ChangeReport) -> String {
    switch format {
    case .text: plain(report)
    case .json: json(report)
    case .markdown: markdown(report)
    }
  }

  // MARK: What both forms for people say

  private struct Part {
    let list: String
    var changes: [RecordChange] = []
  }

  /// The changes of each list.
  private static func parts(_ report: ChangeReport) -> [Part] {
    var parts: [Part] = []
    for change in report.records {
      if parts.last?.list != change.list { parts.append(Part(list: change.list)) }
      parts[parts.count - 1].changes.append(change)
    }
    return parts
  }

  /// "2 inserted, 1 moved".
  private static func counts<Kind: RawRepresentable<String> & Hashable>(_ kinds: [Kind], of all: [Kind]) -> String {
    all.compactMap { kind in
      let count = kinds.count { $0 == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }.joined(separator: ", ")
  }

  private static func counts(_ report: ChangeReport) -> String {
    let changed = counts(report.outputs.map(\.change.kind), of: [.created, .updated, .deleted])
    return "\(changed), \(report.unchanged) unchanged"
  }

  private func lines<Item>(_ items: [Item], _ prefix: String, _ line: (Item) -> String) -> String {
    let named = items.prefix(limit).map { prefix + line($0) + "\n" }.joined()
    return named + (items.count > limit ? "\(prefix)and \(items.count - limit) more\n" : "")
  }

  // MARK: Text

  private func plain(_ report: ChangeReport) -> String {
    func printable(_ text: String) -> String { DiagnosticPrinter.printable(text) }
    guard !report.records.isEmpty || !report.outputs.isEmpty else {
      return "nothing would change: \(SiteArguments.count(report.unchanged, "file"))\n"
    }
    let parts = Self.parts(report)
    var text = ""
    for part in parts.prefix(limit) {
      text += "\(printable(part.list)): \(Self.counts(part.changes.map(\.kind), of: RecordChange.Kind.allCases))\n"
      text += lines(part.changes, "  ") { change in
        let name = change.title == change.id ? change.title : "\(change.title) (\(change.id))"
        let fields = change.fields.map { field in
          change.values[field].map { "\(field) \($0.old) → \($0.new)" } ?? field
        }
        let told = fields.isEmpty ? name : "\(name): \(fields.joined(separator: ", "))"
        return printable("\(Self.mark(of: change.kind)) \(told)")
      }
      text += "\n"
    }
    if parts.count > limit { text += "and \(SiteArguments.count(parts.count - limit, "list")) more\n\n" }
    guard !report.outputs.isEmpty else { return text + "files: \(report.unchanged) unchanged\n" }
    text += "files: \(Self.counts(report))\n"
    text += lines(report.outputs, "  ") { output in
      printable("\(Self.mark(of: output.change.kind)) \(output.change.path)")
    }
    guard !report.lost.isEmpty else { return text }
    text += "\naddresses that will be lost: \(report.lost.count)\n"
    text += lines(report.lost, "  ") { printable("\($0.from) (\($0.record))") }
    let kept = Self.redirects(report)
    if !kept.isEmpty { text += "\nto keep them, in site.yml:\n\(kept)" }
    return text
  }

  /// The setting that sends visitors of lost addresses to where the records are now; empty where they are nowhere.
  private static func redirects(_ report: ChangeReport) -> String {
    let moves = report.lost.compactMap { lost in
      lost.to.map { to in
        let entry = "\(JSONText.quoted(lost.from)): \(JSONText.quoted(to.isEmpty ? "/" : to))"
        return "  \(DiagnosticPrinter.printable(entry))\n"
      }
    }
    return moves.isEmpty ? "" : "redirects:\n\(moves.joined())"
  }

  private static func mark(of kind: RecordChange.Kind) -> String {
    switch kind {
    case .inserted: "+"
    case .deleted: "-"
    case .updated: "~"
    case .moved: ">"
    }
  }

  private static func mark(of kind: OutputChange.Kind) -> String {
    switch kind {
    case .created: "+"
    case .deleted: "-"
    case .updated: "~"
    }
  }

  // MARK: Markdown

  private func markdown(_ report: ChangeReport) -> String {
    guard !report.records.isEmpty || !report.outputs.isEmpty else {
      return "Publishing would change nothing: \(SiteArguments.count(report.unchanged, "file")).\n"
    }
    let parts = Self.parts(report)
    var text = "### What publishing would change\n"
    for part in parts.prefix(limit) {
      let counts = Self.counts(part.changes.map(\.kind), of: RecordChange.Kind.allCases)
      text += "\n#### \(Self.code(part.list)): \(counts)\n\n"
      text += lines(part.changes, "- ") { change in
        let name = change.title.isEmpty ? change.id : change.title
        let id = name == change.id ? "" : " (\(Self.code(change.id)))"
        let fields = change.fields.map { field in
          Self.code(field) + (change.values[field].map { " \(Self.code($0.old)) → \(Self.code($0.new))" } ?? "")
        }
        let told = fields.isEmpty ? "" : ": \(fields.joined(separator: ", "))"
        return "\(change.kind.rawValue) \(Self.code(name))\(id)\(told)"
      }
    }
    if parts.count > limit { text += "\nand \(SiteArguments.count(parts.count - limit, "list")) more\n" }
    guard !report.outputs.isEmpty else { return text + "\n#### Files: \(report.unchanged) unchanged\n" }
    text += "\n#### Files: \(Self.counts(report))\n\n"
    text += lines(report.outputs, "- ") { "\($0.change.kind.rawValue) \(Self.code($0.change.path))" }
    guard !report.lost.isEmpty else { return text }
    text += "\n#### Addresses that will be lost: \(report.lost.count)\n\n"
    text += lines(report.lost, "- ") { "\(Self.code($0.from)) (\(Self.code($0.record)))" }
    return text
  }

  /// Text of the content as code: there nothing is markup, no link, and nobody is mentioned.
  private static func code(_ text: String) -> String {
    let shown = DiagnosticPrinter.printable(text.shortened)
    guard shown.contains(where: { $0 != " " && $0 != "\t" }) else { return "(empty)" }
    // A fence is longer than any run of backticks in the text.
    var longest = 0
    var run = 0
    for byte in shown.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // A space at both ends is taken away again.
    let needsSpace = shown.hasPrefix("`") || shown.hasSuffix("`") || shown.hasPrefix(" ") && shown.hasSuffix(" ")
    return needsSpace ? "\(fence) \(shown) \(fence)" : "\(fence)\(shown)\(fence)"
  }

  // MARK: JSON

  private func json(_ report: ChangeReport) -> String {
    let records = report.records.map { change in
      let fields = change.fields.map { field in
        JSONText.object([
          ("name", .text(field)), ("old", change.values[field].map { .text($0.old) }),
          ("new", change.values[field].map { .text($0.new) }),
        ])
      }
      return JSONText.members([
        ("list", .text(change.list)), ("id", .text(change.id)), ("title", .text(change.title)),
        ("change", .text(change.kind.rawValue)), ("fields", .array(fields)),
      ])
    }
    let outputs = report.outputs.map { output in
      JSONText.members([
        ("path", .text(output.change.path)), ("change", .text(output.change.kind.rawValue)),
        ("because", .array(output.because.map { .text($0) })),
      ])
    }
    let lost = report.lost.map { lost in
      JSONText.object([("record", .text(lost.record)), ("from", .text(lost.from)), ("to", lost.to.map(JSONText.text))])
    }
    let document = JSONText.object([
      ("version", .integer(1)), ("records", .array(records)), ("outputs", .array(outputs)),
      ("lost", lost.isEmpty ? nil : .array(lost)),
      ("unchanged", .integer(report.unchanged)),
    ])
    return document.pretty + "\n"
  }
}
