import CellistBuilding
import CellistOutput
import CellistRecords
import CellistSites

/// Prints what a build changed, for programs and for people.
package enum ReportPrinter {
  /// The beginning of a report in a file.
  static let form = CommandFile.Form("the report", beginningWith: "{\n  \"version\": 1,\n  \"records\": [")

  /// The report as a JSON document.
  ///
  /// - Parameter next: the first change that is due without an edit.
  package static func json(_ report: ChangeReport, next: NextChange? = nil) -> String {
    let records = report.records.map { record in
      JSONText.members(
        [
          ("list", .text(record.list)), ("id", .text(record.id)), ("change", .text(record.kind.rawValue)),
          ("fields", .array(record.fields.map { .text($0) })),
        ] + (record.former.map { [("former", .text($0))] } ?? []))
    }
    let outputs = report.outputs.map { output in
      JSONText.members([
        ("path", .text(output.change.path)), ("change", .text(output.change.kind.rawValue)),
        ("sha256", output.sha256.map { .text($0) } ?? .null), ("size", output.size.map { .integer($0) } ?? .null),
        ("because", .array(output.because.map { .text($0) })),
      ])
    }
    let change = next.map { JSONText.members([("time", .text($0.time)), ("of", .text($0.subject))]) }
    let document = JSONText.object([
      ("version", .integer(1)), ("records", .array(records)), ("outputs", .array(outputs)),
      ("outdated", outdated(report)), ("unchanged", .integer(report.unchanged)), ("next", change),
    ])
    return document.pretty + "\n"
  }

  /// The translations that are older than the text in the first language; nil where there are none.
  static func outdated(_ report: ChangeReport) -> JSONText? {
    guard !report.outdated.isEmpty else { return nil }
    return .array(
      report.outdated.map {
        switch $0.text {
        case .field(let field, let id, let list):
          .object([("language", .text($0.language)), ("list", .text(list)), ("id", .text(id)), ("field", .text(field))])
        case .file(let path): .object([("language", .text($0.language)), ("file", .text(path))])
        }
      })
  }

  /// How many reasons are printed for one file.
  private static let limit = 5

  /// Why each file was written or removed, a line for each, after a line for each list that was arranged anew; one line alone
  /// when everything was made anew.
  package static func explanation(_ report: ChangeReport) -> String {
    if let reason = report.reasonForClean { return "every file is made anew: \(DiagnosticPrinter.printable(reason))\n" }
    let lists = report.arrangedAnew.map { "\(DiagnosticPrinter.printable($0.list)): arranged anew: \($0.reason)\n" }
    return lists.joined()
      + report.outputs.map { output in
        let told = output.because.prefix(limit)
        let rest = output.because.count - told.count
        let reasons = told.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
        return DiagnosticPrinter.printable("\(output.change.kind.rawValue) \(output.change.path): \(reasons)") + "\n"
      }.joined()
  }
}
