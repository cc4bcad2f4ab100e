/// A table of comma-separated values on its way out.
package enum CSVText {
  /// A row as RFC 4180 has it, with its line end.
  package static func row(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ cell: String) -> String {
    let isPlain = !cell.utf8.contains { ",\"\r\n".utf8.contains($0) } && cell.first != " " && cell.last != " "
    return isPlain ? cell : "\"\(cell.replacing("\"", with: "\"\""))\""
  }
}

extension Value {
  /// The value in a cell of a table: the items of a list with semicolons between them, a map as JSON.
  package var cell: String {
    switch self {
    case .list(let items): items.map(\.plainText).joined(separator: ";")
    case .map: isMissing ? "" : json?.line ?? ""
    default: plainText
    }
  }
}
