import ArgumentParser
import CellistWriting

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
