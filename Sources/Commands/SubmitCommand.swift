import ArgumentParser
import CellistBuilding
import CellistScaffolding
import CellistSettings
import CellistWriting
import Foundation

/// `cellist submit`
struct SubmitCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit", abstract: "Make the edit that an issue asks for which a form of 'new site --forms' made.",
    discussion:
      "The site is checked as it would be before a byte is written. The exit status is 66 for any other issue.")

  @OptionGroup var arguments: EditArguments

  @Argument(help: ArgumentHelp("The text of the issue; - for standard input.", valueName: "file"))
  var issue: String

  func run(_ lists: [TypedList]) throws {
    try arguments.folder.requireContent()
    let body = try text()
    guard let subject = IssueForm.subject(of: body) else {
      Terminal.standard.note("error: no form made this issue: it has no heading '### About' with a list")
      throw ExitStatus.noForm
    }
    var options = BuildOptions(now: 0)
    options.lists = lists
    let builder = SiteBuilder(arguments.folder.tree, options)
    guard let list = builder.lists().lists.first(where: { $0.folder.name == subject.list && $0.hasWrittenRecords })
    else {
      throw ValidationError("There is no list '\(DiagnosticPrinter.printable(subject.list.shortened))'.")
    }
    let form = IssueForm(list, subject.kind, ids: IssueForm.ids(list, builder))
    let request: IssueForm.Request
    do throws(IssueForm.Malformed) { request = try form.request(in: body) } catch {
      throw ValidationError(DiagnosticPrinter.printable(error.reason))
    }
    let edits = request.values.map { value in
      value.isList ? FieldEdit(value.field, items: value.items) : FieldEdit(value.field, .set, value.items[0])
    }
    try arguments.perform(lists, labels: form.label) { builder throws(EditRefusal) in
      switch subject.kind {
      case .add: try builder.adding(edits, as: request.id, to: list.folder.path)
      case .correct: try builder.setting(edits, of: request.id ?? "", in: list.folder.path)
      }
    }
  }

  private func text() throws -> String {
    let limit = 1_000_000
    let data =
      issue == "-" ? FileHandle.standardInput.readData(ofLength: limit) : FileManager.default.contents(atPath: issue)
    guard let data, data.count < limit else {
      Terminal.standard.note("error: '\(DiagnosticPrinter.printable(issue))' cannot be read, or is too large")
      throw ExitStatus.io
    }
    return String(decoding: data, as: UTF8.self)
  }
}

extension IssueForm {
  /// The ids of the records that fields of a list refer to, where a menu can have all of them.
  static func ids(_ list: ListSettings, _ builder: SiteBuilder) -> [String: [String]] {
    var ids: [String: [String]] = [:]
    for target in list.type.fields.compactMap(\.type.target) where ids[target] == nil {
      let found = try? builder.records(of: target == "." ? "" : target, with: "", limit: mostOptions + 1)
      if let found, found.count <= mostOptions { ids[target] = found.map(\.id) }
    }
    return ids
  }

  /// The forms of a site, two for each list whose records can be written.
  static func all(_ builder: SiteBuilder) -> [IssueForm] {
    builder.lists().lists.filter { $0.hasWrittenRecords }.flatMap { list in
      let ids = ids(list, builder)
      return Kind.allCases.map { IssueForm(list, $0, ids: ids) }
    }
  }
}
