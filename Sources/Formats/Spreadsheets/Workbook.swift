/// What a spreadsheet cannot be read for.
package struct SpreadsheetProblem: Error {
  package let message: String
  package var hint: String?
  package var isTooComplex = false
  /// Whether the settings of the source are wrong, and not the file.
  package var isOfSettings = false

  package init(_ message: String, hint: String? = nil, isTooComplex: Bool = false, isOfSettings: Bool = false) {
    self.message = message
    self.hint = hint
    self.isTooComplex = isTooComplex
    self.isOfSettings = isOfSettings
  }

  package init(_ problem: ZipArchive.Problem) { self.init(problem.message, isTooComplex: problem.isTooComplex) }

  /// - Parameter part: the name of the part that is broken.
  package init(_ problem: XMLDocument.Problem, in part: String) {
    self.init("'\(part)' in it is broken: \(problem.message)")
  }
}

/// A workbook of which the rows of one sheet are read.
package protocol Workbook {
  /// The names of its sheets, in their order.
  var sheets: [String] { get }
  /// The index of the first sheet that its program shows.
  var first: Int { get }
  /// Calls `emit` with each row of a sheet that has cells: its number, counted from 1, and the cells from left to right.
  /// Reading ends where it returns false.
  mutating func read(_ sheet: Int, emit: (Int, [SheetCell]) -> Bool) throws(SpreadsheetProblem)
}
