import Testing

@testable import CellistRecords

@Suite struct AggregateTests {
  private func figures(_ footer: Setting, _ records: [Record]) throws -> [String?] {
    let (arrangement, messages) = try arrangement(["sections": ["by": "category", "footer": footer]])
    #expect(messages == [])
    var diagnostics = Diagnostics()
    let list = arrangement.arrange(records, &diagnostics)
    return list.sections.flatMap { $0.aggregates.map { $0?.plainText } }
  }

  private func records(_ masses: String...) throws -> [Record] {
    try masses.enumerated().map { index, mass in
      try Elements.record("\(index)", mass.isEmpty ? [:] : ["mass": .text(mass), "number": .text("\(index + 1)")])
    }
  }

  @Test(arguments: [
    ("count", "3"), ("sum", "4.75"), ("min", "0.5"), ("max", "3.00"), ("mean", "1.58"),
  ])
  func `figures pass over missing values, and keep the decimals`(function: String, expected: String) throws {
    #expect(try figures(["mass": .text(function)], records("0.5", "", "3.00", "1.25")) == [expected])
  }

  @Test func `exponents count as decimals, and whole numbers have a mean with one`() throws {
    #expect(try figures(["mass": "sum"], records("1e-3", "2")) == ["2.001"])
    #expect(try figures(["mass": "sum"], records("1.5e3", "2")) == ["1502"])
    #expect(try figures(["number": "mean"], records("1", "1")) == ["1.5"])
    #expect(try figures(["number": "sum"], records("1", "1", "1")) == ["6"])
    #expect(try figures(["mass": "sum"], records("0.1", "0.2")) == ["0.3"])
  }

  @Test func `sums and means are decimal`() throws {
    #expect(try figures(["mass": "sum"], records("9007199254740993", "1")) == ["9007199254740994"])
    #expect(try figures(["mass": "sum"], records("1e6144", "1e6144", "-1e6144")) == ["1e6144"])
    #expect(try figures(["mass": "mean"], records("1e6144", "-1e6144")) == ["0.0"])
    #expect(try figures(["mass": "mean"], records("0.1", "0.2", "0.3")) == ["0.2"])
    #expect(try figures(["mass": "mean"], records("0.5", "0.75")) == ["0.62"])
    #expect(try figures(["mass": "max"], records("9007199254740992", "9007199254740993", "1")) == ["9007199254740993"])
    #expect(try figures(["mass": "min"], records("0.30000000000000000001", "0.3")) == ["0.3"])
  }

  @Test func `without any value there is no figure, but a count`() throws {
    #expect(try figures(["mass": "sum"], records("", "")) == [nil])
    #expect(try figures(["mass": "mean"], records("")) == [nil])
    #expect(try figures(["mass": "min"], records("")) == [nil])
    #expect(try figures(["mass": "count"], records("", "")) == ["0"])
  }

  @Test func `dates have a first and a last`() throws {
    let records = try ["1766-01-01", "1868-08-18", "1808-01-01"].map {
      try Elements.record($0, ["discovered": .text($0), "seen": .text($0 + "T10:00")])
    }
    #expect(
      try figures(["discovered": "min", "seen": "max", "discovered.year": "max"], records)
        == ["1766-01-01", "1868-08-18T10:00:00Z", "1868"])
  }

  @Test(
    arguments: [
      (
        "mean",
        "'footer' must be a mapping of fields to functions, found \"mean\" [invalid-setting]; for example footer: {mass: mean}"
      ),
      (["masss": "mean"], "there is no field 'masss' [unknown-field]; did you mean 'mass'?"),
      (["mass": "maen"], "there is no such figure as \"maen\" [invalid-setting]; did you mean 'mean'?"),
      (
        ["mass": ["mean"]],
        "there is no such figure as a list [invalid-setting]; known here: count, sum, min, max, mean"
      ),
      (
        ["name": "mean"],
        "'name' is text, which has no mean [invalid-setting]; sum and mean take numbers; min and max also dates"
      ),
      (
        ["discovered": "sum"],
        "'discovered' is date, which has no sum [invalid-setting]; sum and mean take numbers; min and max also dates"
      ),
    ] as [(Setting, String)])
  func `a figure that cannot be is named`(footer: Setting, message: String) throws {
    #expect(
      try arrangement(["sections": ["by": "category", "footer": footer]]).messages == [
        "list.yml:3:5: error: " + message
      ])
  }
}
