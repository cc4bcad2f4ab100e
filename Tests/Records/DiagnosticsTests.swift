import Testing

@testable import CellistRecords

@Suite struct DiagnosticsTests {
  @Test func `diagnostics come in order of place, once each, those without one first`() {
    func at(_ file: String, _ line: Int, _ column: Int) -> Place {
      Place(file: file, line: line, column: column)
    }
    var diagnostics = Diagnostics()
    diagnostics.error(.invalidValue, "d", at: at("b", 1, 1))
    diagnostics.error(.invalidValue, "c", at: at("a", 10, 1))
    diagnostics.warning(.rawHTML, "b", at: at("a", 9, 2))
    diagnostics.error(.invalidValue, "c2", at: at("a", 10, 1))
    diagnostics.error(.invalidValue, "c", at: at("a", 10, 1))
    diagnostics.error(.unknownTheme, "a", at: nil)
    #expect(diagnostics.sorted.map(\.message) == ["a", "b", "c", "c2", "d"])
    #expect(diagnostics.hasErrors)
  }

  @Test func `warnings alone are no errors`() {
    var diagnostics = Diagnostics()
    diagnostics.warning(.rawHTML, "b", at: nil)
    #expect(!diagnostics.hasErrors)
  }

  @Test func `codes are lower case words joined by hyphens, each once`() {
    let codes = DiagnosticCode.allCases.map(\.rawValue)
    #expect(Set(codes).count == codes.count)
    for code in codes {
      #expect(code.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
    }
  }

  @Test func `a place moves by lines and, on its own line, by columns`() {
    #expect(place.advanced(line: 1, column: 4) == Place(file: "list.yml", line: 3, column: 8))
    #expect(place.advanced(line: 2, column: 4) == Place(file: "list.yml", line: 4, column: 4))
  }
}
