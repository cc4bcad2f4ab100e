import ArgumentParser
import CellistBuilding
import CellistSettings
import CellistWriting

/// `cellist set`
struct SetCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Write other values of a record into its source, and change nothing else there.",
    discussion: "The site is checked as it would be before a byte is written.")

  @OptionGroup var arguments: EditArguments

  @Argument(help: "The list and the record, as in people/ada.")
  var record: String

  @Argument(
    help:
      "FIELD=VALUE, FIELD= for none, FIELD+=ITEM and FIELD-=ITEM for lists; the value - is read from standard input.")
  var fields: [FieldArgument] = []

  @OptionGroup var values: ValueArguments

  func validate() throws { try values.validate(with: fields) }

  func run(_ lists: [TypedList]) throws {
    let edits = try values.edits(fields)
    let (list, id) = EditArguments.parts(of: record)
    try arguments.perform(lists) { builder throws(EditRefusal) in
      try builder.setting(edits, of: id, in: list, source: values.source)
    }
  }
}
