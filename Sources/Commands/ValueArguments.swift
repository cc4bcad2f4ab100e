import ArgumentParser
import CellistFormats
import CellistRecords
import CellistWriting

/// Where the values of an edit come from, and go to.
struct ValueArguments: ParsableArguments {
  @Flag(
    name: .customLong("json"),
    help:
      "Read the fields from standard input, as a JSON object: texts, numbers, true, false, lists, and null for none.")
  var readsJSON = false

  @Option(
    help: ArgumentHelp(
      "The file to write to, such as content/books/more.csv, where the list has several.", valueName: "file"))
  var source: String?

  func validate(with fields: [FieldArgument]) throws {
    if fields.isEmpty != readsJSON {
      throw ValidationError(
        readsJSON ? "With --json, all fields come from standard input." : "There is no FIELD=VALUE.")
    }
  }

  func edits(_ fields: [FieldArgument]) throws -> [FieldEdit] {
    guard readsJSON else { return try FieldArgument.edits(fields) }
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    var diagnostics = Diagnostics()
    let root = JSONReader.read(text, file: "standard input", &diagnostics)
    if let problem = diagnostics.sorted.first {
      let place = problem.location.map { "\($0): " } ?? ""
      throw ValidationError(DiagnosticPrinter.printable(place + problem.message))
    }
    guard let entries = root?.entries, !entries.isEmpty else {
      throw ValidationError("Standard input must be a JSON object with at least one field.")
    }
    return try entries.map { entry in
      if let edit = FieldEdit(entry.key, entry.value) { return edit }
      throw ValidationError(
        "The field '\(DiagnosticPrinter.printable(entry.key))' is neither a value nor a list of values.")
    }
  }
}
