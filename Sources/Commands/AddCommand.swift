import ArgumentParser
import CellistBuilding
import CellistSettings
import CellistWriting

/// `cellist add`
struct AddCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a record to a list: to the file of its records, or as a new Markdown file.",
    discussion: "The site is checked as it would be before a byte is written.")

  @OptionGroup var arguments: EditArguments

  @Argument(help: "The list and the name of the record, as in people/ada; people/ where its fields name it.")
  var record: String

  @Argument(help: "FIELD=VALUE; the value - is read from standard input.")
  var fields: [FieldArgument] = []

  @OptionGroup var values: ValueArguments

  func validate() throws {
    try values.validate(with: fields)
    if fields.contains(where: { $0.edit.operation != .set }) {
      throw ValidationError("A new record has no list yet that += or -= could change.")
    }
  }

  func run(_ lists: [TypedList]) throws {
    let edits = try values.edits(fields)
    let (list, id) = EditArguments.parts(of: record)
    try arguments.perform(lists) { builder throws(EditRefusal) in
      try builder.adding(edits, as: id.isEmpty ? nil : id, to: list, source: values.source)
    }
  }
}
