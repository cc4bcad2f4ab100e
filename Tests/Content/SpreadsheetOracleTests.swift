import CellistTestSupport
import Foundation
import Testing

@testable import CellistBase
@testable import CellistContent
@testable import CellistRecords

/// Python programs that read and write the same formats, where they are installed: `CELLIST_PYTHON` names a Python that has
/// the packages of Tests/Content/Oracles/requirements.txt.
enum Oracle {
  static let python = ProcessInfo.processInfo.environment["CELLIST_PYTHON"] ?? "python3"

  static func has(_ modules: String...) -> Bool {
    guard
      let ended = try? ProgramRunner.machine.run(.init([python, "-c", "import \(modules.joined(separator: ", "))"]))
    else { return false }
    return ended.status == 0
  }

  static func run(_ script: String, _ arguments: String...) throws -> String {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Oracles/\(script)")
      .path
    let ended = try ProgramRunner.machine.run(.init([python, path] + arguments))
    #expect(ended.status == 0, "\(ended.reason)")
    return ended.text
  }
}

@Suite(.enabled(if: Oracle.has("openpyxl", "odf"))) struct SpreadsheetOracleTests {
  @Test(arguments: [1, 2, 3]) func `workbooks of other programs are read as they were written`(seed: Int) throws {
    let folder = try TemporaryFolder()
    let written = try Oracle.run("workbooks.py", folder.path, "\(seed)")
    let expected = try #require(try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [[Any]])
    for name in ["made.xlsx", "made.ods"] {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")))
      var diagnostics = Diagnostics()
      var rows: [[String?]] = []
      RawRecord.readAll(
        in: RecordSource(path: name, format: .spreadsheet), from: .memory([name: bytes]), &diagnostics
      ) { raw, _ in rows.append((raw.node.entries ?? []).map(\.value.text)) }
      #expect(lines(diagnostics) == [])
      #expect(rows.count == expected.count)
      for (row, other) in zip(rows, expected) {
        let wanted = other.map { $0 as? String }
        #expect(zip(row, wanted).allSatisfy { Self.same($0, $1) }, "\(name): \(row) is not \(wanted)")
      }
    }
  }

  /// Numbers are the same where their values are, to the fifteen digits that spreadsheets show.
  private static func same(_ one: String?, _ other: String?) -> Bool {
    if one == other { return true }
    guard let one = one.flatMap(Double.init), let other = other.flatMap(Double.init) else { return false }
    return abs(one - other) <= abs(one) * 1e-14
  }
}
