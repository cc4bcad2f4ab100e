import ArgumentParser
import CellistBuilding
import CellistContent
import CellistOutput
import CellistRecords
import CellistSettings
import Glibc

/// The arguments of every command that edits records.
struct EditArguments: ParsableArguments {
  @OptionGroup var folder: FolderArguments

  @Flag(name: .customLong("dry-run"), help: "Print what would change, and write nothing.")
  var isDry = false

  /// A list and a record of it, as in `people/ada`.
  static func parts(of name: String) -> (list: String, id: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return (parts.dropLast().joined(separator: "/"), String(parts.last ?? ""))
  }

  /// Checks the site as an edit makes it, prints what that changes, and writes it.
  func perform(
    _ lists: [TypedList], _ edit: (SiteBuilder) throws(EditRefusal) -> EditedFiles
  ) throws {
    try folder.requireContent()
    var options = BuildOptions(now: time(nil))
    options.lists = lists
    let builder = SiteBuilder(folder.tree, options)
    do {
      let edited = try edit(builder)
      let after = SiteBuilder(folder.tree.with(edited), options)
      let comparison = try after.compared(with: folder.tree)
      try folder.report(comparison.outcome, as: .text, nothingWritten: true)
      if let report = comparison.report { try Terminal.standard.output(DiffPrinter(format: .text).text(of: report)) }
      guard !isDry else { return }
      let writing = SourceFileWriting(of: folder.site)
      for (path, file) in edited.files.sorted(by: { inByteOrder($0.key, $1.key) }) where file.old != file.new {
        try writing.replace(path, file.old, with: file.new)
        Terminal.standard.note("\(file.new == nil ? "removed" : "written"): \(DiagnosticPrinter.printable(path))")
      }
    } catch let refusal as EditRefusal {
      Terminal.standard.note("error: \(DiagnosticPrinter.printable(refusal.reason))")
      throw ExitStatus.usage
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
  }
}

/// A field and its value, as `price=12`, `tags+=new` or `tags-=old`.
struct FieldArgument: ExpressibleByArgument {
  let edit: FieldEdit

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
    let before = argument[argument.index(before: sign)]
    let operation: FieldEdit.Operation = before == "+" ? .insert : before == "-" ? .remove : .set
    let name = operation == .set ? argument[..<sign] : argument[..<argument.index(before: sign)]
    guard !name.isEmpty else { return nil }
    edit = FieldEdit(String(name), operation, String(argument[argument.index(after: sign)...]))
  }

  /// The edits, with the text of standard input for `-`.
  static func edits(_ arguments: [FieldArgument]) throws -> [FieldEdit] {
    let edits = arguments.map(\.edit)
    let set = edits.filter { $0.operation == .set }.map(\.field)
    if let twice = set.first(where: { field in set.count { $0 == field } > 1 }) {
      throw ValidationError("The field '\(twice)' is given twice.")
    }
    let asked = edits.filter { $0.value == "-" && $0.operation == .set }
    guard asked.count < 2 else { throw ValidationError("Standard input is one value, and '-' is given for two.") }
    guard let field = asked.first else { return edits }
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    return edits.map { $0 == field ? FieldEdit($0.field, .set, text) : $0 }
  }
}

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
  var fields: [FieldArgument]

  func run(_ lists: [TypedList]) throws {
    let edits = try FieldArgument.edits(fields)
    let (list, id) = EditArguments.parts(of: record)
    try arguments.perform(lists) { builder throws(EditRefusal) in try builder.setting(edits, of: id, in: list) }
  }
}

/// `cellist add`
struct AddCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a record to a list: to the file of its records, or as a new Markdown file.",
    discussion: "The site is checked as it would be before a byte is written.")

  @OptionGroup var arguments: EditArguments

  @Argument(help: "The list and the name of the record, as in people/ada; people/ where its fields name it.")
  var record: String

  @Argument(help: "FIELD=VALUE; the value - is read from standard input.")
  var fields: [FieldArgument]

  func validate() throws {
    if fields.contains(where: { $0.edit.operation != .set }) {
      throw ValidationError("A new record has no list yet that += or -= could change.")
    }
  }

  func run(_ lists: [TypedList]) throws {
    let edits = try FieldArgument.edits(fields)
    let (list, id) = EditArguments.parts(of: record)
    try arguments.perform(lists) { builder throws(EditRefusal) in
      try builder.adding(edits, as: id.isEmpty ? nil : id, to: list)
    }
  }
}

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
