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
