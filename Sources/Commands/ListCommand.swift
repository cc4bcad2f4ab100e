import ArgumentParser
import CellistBuilding
import CellistContent
import CellistRecords
import CellistSettings
import CellistWriting
import Glibc

/// `cellist list`
struct ListCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the records of a list, in its order and its sections.",
    discussion: "A table that is longer than the terminal is shown by $PAGER, or by less.")

  @OptionGroup var folder: FolderArguments

  @Option(
    name: .customLong("where"), parsing: .singleValue,
    help: ArgumentHelp(
      "Only records for which this holds, as 'where' in list.yml says it; all of them, if it is given several times.",
      valueName: "condition"))
  var conditions: [String] = []

  @Option(
    help: ArgumentHelp(
      "The fields that are printed, separated by commas, such as title,published.year; 'id' is the record's id.",
      valueName: "fields"))
  var columns: String?

  @Option(help: "How the records are printed: \(ListFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = ListFormat.table

  @Argument(help: "The list, as in people.")
  var list: String

  func run(_ lists: [TypedList]) throws {
    try folder.requireContent()
    var options = BuildOptions(now: time(nil))
    options.lists = lists
    let builder = SiteBuilder(folder.tree, options)
    var diagnostics = Diagnostics()
    let conditions = conditions.map { SettingsFile.read($0, path: "--where", &diagnostics) }
    let columns = columns?.split(separator: ",").map { String($0.trimmed) }
    do {
      guard !diagnostics.hasErrors else {
        return try folder.report(
          SiteBuilder.Outcome(diagnostics: diagnostics.sorted), as: .text, nothingWritten: false)
      }
      let (records, outcome) = try builder.listing(list, where: conditions.compactMap(\.self), columns: columns)
      // Warnings are for `check` to print.
      let errors = SiteBuilder.Outcome(diagnostics: outcome.diagnostics.filter { $0.severity == .error })
      if let records {
        try print(records)
        if format == .table { Terminal.standard.note(Self.count(records)) }
      }
      try folder.report(errors, as: .text, nothingWritten: false)
    } catch let refusal as EditRefusal {
      Terminal.standard.note("error: \(DiagnosticPrinter.printable(refusal.reason))")
      throw ExitStatus.usage
    }
  }

  private static func count(_ records: ListedRecords) -> String {
    let shown = records.sections.reduce(0) { $0 + $1.rows.count }
    return shown == records.count
      ? SiteArguments.count(shown, "record") : "\(shown) of \(SiteArguments.count(records.count, "record"))"
  }

  private func print(_ records: ListedRecords) throws {
    let rows = records.sections.lazy.flatMap(\.rows)
    switch format {
    case .csv:
      let cells = rows.map { $0.map(\.cell) }
      try Terminal.standard.output(([records.columns.map(\.name)] + cells).map(CSVText.row).joined())
    case .json:
      let names = records.columns.map(\.name)
      let lines = rows.map { JSONText.object(Array(zip(names, $0.map(\.json)))).line }
      try Terminal.standard.output(lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n")
    case .table:
      let screen = TerminalScreen.current
      let table = RecordTable(records, width: screen?.width, isColoured: screen?.isColoured ?? false)
      guard let screen, table.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= screen.height,
        screen.page(table.text)
      else { return try Terminal.standard.output(table.text) }
    }
  }
}
