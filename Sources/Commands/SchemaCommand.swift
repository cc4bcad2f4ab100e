import ArgumentParser
import CellistBuilding
import CellistContent
import CellistScaffolding
import CellistSettings

extension SettingsSchema: ExpressibleByArgument {}
extension RecordEditor: ExpressibleByArgument {}

/// `cellist schema`
struct SchemaCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a list's records, or of settings, for editors, or the settings of a web editor."
  )

  @OptionGroup var arguments: SiteArguments

  @Argument(help: "The list's folder below 'content'; may be left out when there is one list.")
  var list: String?

  @Option(
    help: ArgumentHelp(
      "Print the schema of a settings file, or of the front matter of a page: "
        + "\(SettingsSchema.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "file"))
  var settings: SettingsSchema?

  @Option(
    help: ArgumentHelp(
      "Print the settings with which an editor in the browser edits the records of all lists: "
        + "\(RecordEditor.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "editor"))
  var cms: RecordEditor?

  func validate() throws {
    if cms != nil, list != nil || settings != nil { throw ValidationError("--cms goes without a list and --settings.") }
    if list != nil, settings != nil { throw ValidationError("--settings goes without a list.") }
  }

  func run(_ lists: [TypedList]) throws {
    if let settings { return try Terminal.standard.output(settings.document.pretty + "\n") }
    let (all, outcome) = SiteBuilder(arguments.tree, try arguments.options(lists)).lists()
    if let cms {
      try arguments.report(outcome, nothingWritten: false)
      let (text, left) = cms.settings(for: all)
      for list in left {
        Terminal.standard.note("left out: \(DiagnosticPrinter.printable(list.list)), since \(list.reason)")
      }
      return try Terminal.standard.output(text)
    }
    let named = list.map { $0.split(separator: "/").joined(separator: "/") }
    let found = all.filter { named == nil || $0.folder.path == named }
    guard found.count == 1, let list = found.first else {
      try arguments.report(outcome, nothingWritten: false)
      let names = all.map { $0.folder.path.isEmpty ? "/" : $0.folder.path }.joined(separator: ", ")
      throw ValidationError(
        named.map { "There is no list '\($0)'; there are \(names)." } ?? "Name one of the lists: \(names).")
    }
    try Terminal.standard.output(
      RecordSchema(list.decoder, isPartial: list.isMerged).document(title: list.title).pretty + "\n")
  }
}
