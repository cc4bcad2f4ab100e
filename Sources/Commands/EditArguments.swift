import ArgumentParser
import CellistBuilding
import CellistOutput
import CellistSettings
import CellistWriting
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
  ///
  /// - Parameter labels: what readers of errors call the fields, where that is not their names.
  func perform(
    _ lists: [TypedList], labels: (String) -> String? = { _ in nil },
    _ edit: (SiteBuilder) throws(EditRefusal) -> EditedFiles
  ) throws {
    try folder.requireContent()
    var options = BuildOptions(now: time(nil))
    options.lists = lists
    let builder = SiteBuilder(folder.tree, options)
    do {
      let edited = try edit(builder)
      let after = SiteBuilder(folder.tree.with(edited), options)
      let comparison = try after.compared(with: folder.tree)
      for error in comparison.outcome.diagnostics where error.severity == .error {
        guard let label = error.subject.flatMap(labels) else { continue }
        Terminal.standard.note(DiagnosticPrinter.printable("\(label): \(error.message)"))
      }
      try folder.report(comparison.outcome, as: .text, nothingWritten: true)
      if let report = comparison.report { try Terminal.standard.output(DiffPrinter(format: .text).text(of: report)) }
      guard !isDry else { return }
      let changed = edited.files.filter { $0.old != $0.new }
      try ContentWriting(of: folder.site).write(changed.map { ($0.path, $0.old, $0.new) })
      for file in changed {
        Terminal.standard.note("\(file.new == nil ? "removed" : "written"): \(DiagnosticPrinter.printable(file.path))")
      }
    } catch let refusal as EditRefusal {
      Terminal.standard.note("error: \(DiagnosticPrinter.printable(refusal.reason))")
      throw ExitStatus.usage
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
  }
}
