import CellistRecords

/// A value in a sheet: where it stands, and what was saved there.
package struct SheetCell {
  /// The column, counted from 1.
  package let column: Int
  package let content: Node.Content
  /// Whether it has a formula that nothing was computed for: programs that are no spreadsheets write such files.
  package var lacksValue = false
  /// Whether its formula has an error, such as `#REF!`, which is its text.
  package var hasError = false

  /// Whether there is nothing in the cell that a person would see.
  package var isEmpty: Bool {
    switch content {
    case .scalar(let text, _): text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    default: true
    }
  }

  package var text: String { if case .scalar(let text, _) = content { text } else { "" } }

  /// The most columns and rows that a sheet of either format has.
  package static let mostColumns = 16_384
  package static let mostRows = 1_048_576
}

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
  init(_ archive: ZipArchive) throws(SpreadsheetProblem)
  /// The names of its sheets, in their order.
  var sheets: [String] { get }
  /// The index of the first sheet that its program shows.
  var first: Int { get }
  /// Calls `emit` with each row of a sheet that has cells: its number, counted from 1, and the cells from left to right.
  /// Reading ends where it returns false.
  mutating func read(_ sheet: Int, emit: (Int, [SheetCell]) -> Bool) throws(SpreadsheetProblem)
}

extension ZipArchive {
  /// Has a visitor read a part; returns whether there is one.
  package mutating func visit(_ name: String, _ visitor: some XMLVisitor) throws(SpreadsheetProblem) -> Bool {
    let bytes: [UInt8]?
    do throws(Problem) { bytes = try read(name) } catch { throw SpreadsheetProblem(error) }
    guard let bytes else { return false }
    do throws(XMLDocument.Problem) {
      try XMLDocument.read(bytes, visitor)
    } catch {
      throw SpreadsheetProblem(error, in: name)
    }
    return true
  }
}
