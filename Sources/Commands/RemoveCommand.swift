import ArgumentParser
import CellistBuilding
import CellistSettings
import CellistWriting

/// `cellist remove`
struct RemoveCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take a record out of its source: its row, its item or its file.",
    discussion: "A record that others refer to stays; the places of the references are printed.")

  @OptionGroup var arguments: EditArguments

  @Argument(help: "The list and the record, as in people/ada.")
  var record: String

  func run(_ lists: [TypedList]) throws {
    let (list, id) = EditArguments.parts(of: record)
    try arguments.perform(lists) { builder throws(EditRefusal) in try builder.removing(id, from: list) }
  }
}
