import ArgumentParser
import CellistBuilding
import CellistSettings
import CellistWriting

/// `cellist rename`
struct RenameCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract:
      "Give a record another id: in its source, in references and links to it, with a redirect from its address.",
    discussion: "The site is checked as it would be before a byte is written.")

  @OptionGroup var arguments: EditArguments

  @Argument(help: "The list and the record, as in people/ada.")
  var record: String

  @Argument(help: "The new id, as in ada-lovelace.")
  var new: String

  func run(_ lists: [TypedList]) throws {
    let (list, id) = EditArguments.parts(of: record)
    try arguments.perform(lists) { builder throws(EditRefusal) in try builder.renaming(id, in: list, to: new) }
  }
}
