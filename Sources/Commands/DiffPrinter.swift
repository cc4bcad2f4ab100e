import ArgumentParser
import CellistBuilding
import CellistOutput
import CellistRecords
import CellistSettings

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
  /// The address of a preview of the new version; nil if there is none.
  package let preview: SiteBase?
  /// How many records of a list, files, and lists are named before the rest is only counted.
  private let limit = 40

  package init(format: DiffFormat, preview: SiteBase? = nil) {
    self.format = format
    self.preview = preview
  }

  package func text(of report: ChangeReport) -> String {
    switch format {
    case .text: plain(report)
    case .json: json(report)
    case .markdown: DiffComment(report, preview).text
    }
  }

  // MARK: What both forms for people say

  struct Part {
    let list: String
    var changes: [RecordChange] = []
  }

  /// The changes of each list.
  static func parts(_ report: ChangeReport) -> [Part] {
    var parts: [Part] = []
    for change in report.records {
      if parts.last?.list != change.list { parts.append(Part(list: change.list)) }
      parts[parts.count - 1].changes.append(change)
    }
    return parts
  }

  /// "2 inserted, 1 moved".
  static func counts<Kind: RawRepresentable<String> & Hashable>(_ kinds: [Kind], of all: [Kind]) -> String {
    all.compactMap { kind in
      let count = kinds.count { $0 == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }.joined(separator: ", ")
  }

  static func counts(_ report: ChangeReport) -> String {
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
        let id = change.former.map { "\($0) → \(change.id)" } ?? change.id
        let name = change.title == id ? change.title : "\(change.title) (\(id))"
        let fields = change.fields.map { field in
          change.values[field].map { "\(field) \($0.old) → \($0.new)" } ?? field
        }
        let told = fields.isEmpty ? name : "\(name): \(fields.joined(separator: ", "))"
        return printable("\(Self.mark(of: change.kind)) \(told)")
      }
      text += "\n"
    }
    if parts.count > limit { text += "and \(SiteArguments.count(parts.count - limit, "list")) more\n\n" }
    if !report.outdated.isEmpty {
      text += "translations older than the text: \(report.outdated.count)\n"
      text += lines(report.outdated, "  ") { printable($0.description) } + "\n"
    }
    guard !report.outputs.isEmpty else { return text + "files: \(report.unchanged) unchanged\n" }
    text += "files: \(Self.counts(report))\n"
    text += lines(report.outputs, "  ") { output in
      printable("\(Self.mark(of: output.change.kind)) \(output.change.path)")
    }
    guard !report.lost.isEmpty else { return text }
    text += "\naddresses that will be lost: \(report.lost.count)\n"
    text += lines(report.lost, "  ") { printable("\($0.from) (\($0.record))") }
    let kept = Self.redirects(report.lost)
    if !kept.isEmpty { text += "\nto keep them, in site.yml:\n\(kept)" }
    return text
  }

  /// The setting that redirects lost addresses to the records' new ones; empty if no such record exists any more.
  static func redirects(_ lost: [LostAddress]) -> String {
    let moves = lost.compactMap { lost in
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
    case .renamed: "="
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

  // MARK: JSON

  private func json(_ report: ChangeReport) -> String {
    let records = report.records.map { change in
      let fields = change.fields.map { field in
        JSONText.object([
          ("name", .text(field)), ("old", change.values[field].map { .text($0.old) }),
          ("new", change.values[field].map { .text($0.new) }),
        ])
      }
      return JSONText.members(
        [
          ("list", .text(change.list)), ("id", .text(change.id)), ("title", .text(change.title)),
          ("change", .text(change.kind.rawValue)), ("fields", .array(fields)),
        ] + (change.former.map { [("former", .text($0))] } ?? []))
    }
    let outputs = report.outputs.map { output in
      JSONText.object([
        ("path", .text(output.change.path)), ("change", .text(output.change.kind.rawValue)),
        ("differs", output.difference.map { .text($0.rawValue) }),
        ("because", .array(output.because.map { .text($0) })),
      ])
    }
    let lost = report.lost.map { lost in
      JSONText.object([("record", .text(lost.record)), ("from", .text(lost.from)), ("to", lost.to.map(JSONText.text))])
    }
    let document = JSONText.object([
      ("version", .integer(1)), ("records", .array(records)), ("outputs", .array(outputs)),
      ("lost", lost.isEmpty ? nil : .array(lost)),
      ("outdated", ReportPrinter.outdated(report)), ("unchanged", .integer(report.unchanged)),
    ])
    return document.pretty + "\n"
  }
}
