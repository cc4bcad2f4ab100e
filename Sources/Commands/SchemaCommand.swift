import ArgumentParser
import CellistBuilding
import CellistContent
import CellistSites

/// `cellist schema`
struct SchemaCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a list's records, for editors.")

  @OptionGroup var arguments: SiteArguments

  @Argument(help: "The list's folder below 'content'; may be left out when there is one list.")
  var list: String?

  func run(_ lists: [TypedList]) throws {
    let (settings, outcome) = SiteBuilder(arguments.tree, try arguments.options(lists)).lists()
    let named = list.map { $0.split(separator: "/").joined(separator: "/") }
    let found = settings.filter { named == nil || $0.folder.path == named }
    guard found.count == 1, let list = found.first else {
      try arguments.report(outcome, nothingWritten: false)
      let names = settings.map { $0.folder.path.isEmpty ? "/" : $0.folder.path }.joined(separator: ", ")
      throw ValidationError(
        named.map { "There is no list '\($0)'; there are \(names)." } ?? "Name one of the lists: \(names).")
    }
    try Terminal.standard.output(
      RecordSchema(list.decoder, isPartial: list.isMerged).document(title: list.title).pretty + "\n")
  }
}
