import CellistRecords
import Foundation
import CellistTestSupport
import Testing

@testable import CellistFormats

/// The public suite csv-spectrum, which lies beside the project.
enum CSVSpectrum {
  static let folder = URL(filePath: #filePath).appending(path: "../../../../shared/conformance/csv-spectrum")
    .standardized
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "csvs").path)) ?? [])
    .filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
}

@Suite(.enabled(if: !CSVSpectrum.names.isEmpty, "csv-spectrum is not at \(CSVSpectrum.folder.path)"))
struct CSVSpectrumTests {
  @Test(arguments: CSVSpectrum.names)
  func `a file of the suite gives its JSON`(name: String) throws {
    var csv = try String(contentsOf: CSVSpectrum.folder.appending(path: "csvs/\(name).csv"), encoding: .utf8)
    // A checkout may have turned the line ends that the name promises into plain ones.
    if name.hasSuffix("_crlf"), !csv.contains("\r\n") { csv = csv.replacing("\n", with: "\r\n") }
    let json = try Data(contentsOf: CSVSpectrum.folder.appending(path: "json/\(name).json"))
    let expected = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: String]])
    var diagnostics = Diagnostics()
    var rows: [[String: String]] = []
    CSVReader.read(csv, file: name, delimiter: UInt8(ascii: ","), &diagnostics) { row, _, _ in
      rows.append(Dictionary(uniqueKeysWithValues: (row.entries ?? []).map { ($0.key, $0.value.text ?? "") }))
    }
    #expect(rows == expected)
    #expect(lines(diagnostics) == [])
  }
}
