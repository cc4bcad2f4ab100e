import CellistRecords
import Testing

@Suite struct DiagnosticSummaryTests {
  private func mistake(_ line: Int, _ subject: String?, in file: String = "a.csv", list: String? = nil) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, .invalidValue, "line \(line)", at: CellistRecords.SourceLocation(file: file, line: line), about: subject)
    diagnostic.list = list
    return diagnostic
  }

  private func lines(_ diagnostics: [Diagnostic]) -> [String] {
    DiagnosticSummary(diagnostics).entries.map { entry in
      entry.diagnostic.message + (entry.others.map { " + \($0.count) in \($0.fileCount)" } ?? "")
    }
  }

  @Test func `the first three of a kind are told, and the others counted`() {
    #expect(lines((1...3).map { mistake($0, "x") }) == ["line 1", "line 2", "line 3"])
    #expect(lines((1...7).map { mistake($0, "x") }) == ["line 1", "line 2", "line 3 + 4 in 1"])
    let files = (1...7).map { mistake($0, "x", in: "\($0 / 2).csv") }
    #expect(lines(files) == ["line 1", "line 2", "line 3 + 4 in 2"])
  }

  @Test func `the subject, the list, the code and the severity make a kind`() {
    let subjects = (1...8).map { mistake($0, $0 % 2 == 0 ? "x" : "y") }
    #expect(lines(subjects) == ["line 1", "line 2", "line 3", "line 4", "line 5 + 1 in 1", "line 6 + 1 in 1"])
    #expect(lines((1...6).map { mistake($0, "x", list: "\($0 % 2)") }).count == 6)
    let severities = (1...6).map { number in
      var one = mistake(number, "x")
      one.severity = number > 3 ? .warning : .error
      return one
    }
    #expect(lines(severities).count == 6)
  }

  @Test func `those of no kind are all told`() {
    #expect(lines((1...20).map { mistake($0, nil) }).count == 20)
  }
}
