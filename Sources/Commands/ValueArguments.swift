import ArgumentParser
import CellistBuilding
import CellistContent
import CellistRecords

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
    return try entries.map { try Self.edit($0.key, $0.value) }
  }

  private static func edit(_ key: String, _ value: Node) throws -> FieldEdit {
    if value.isNull { return FieldEdit(key, .set, "") }
    if let text = value.text { return FieldEdit(key, .set, text) }
    if let items = value.items, items.allSatisfy({ $0.text != nil }) {
      return FieldEdit(key, items: items.compactMap(\.text))
    }
    throw ValidationError("The field '\(DiagnosticPrinter.printable(key))' is neither a value nor a list of values.")
  }
}
