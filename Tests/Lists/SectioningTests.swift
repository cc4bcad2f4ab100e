import Testing

@testable import CellistRecords

@Suite struct SectioningTests {
  private func records() throws -> [Record] {
    try [
      Elements.record(
        "he", ["name": "Helium", "category": "gas", "discovered": "1868-08-18", "tags": ["light", "noble"]]),
      Elements.record("h", ["name": "Hydrogen", "category": "gas", "discovered": "1766-01-01", "tags": ["light"]]),
      Elements.record("mg", ["name": "Magnesium", "category": "metal", "discovered": "1808-01-01"]),
      Elements.record("x", ["name": "écriture"]),
    ]
  }

  @Test(
    arguments: [
      ("category", ["metal: mg", "gas: h he", "Other: x"]),
      (["by": "category", "order": "ascending"], ["metal: mg", "gas: h he", "Other: x"]),
      (["by": "category", "order": "descending"], ["gas: h he", "metal: mg", "Other: x"]),
      (["by": "category", "order": "count"], ["gas: h he", "metal: mg", "Other: x"]),
      (["by": "category", "order": ["gas"]], ["gas: h he", "metal: mg", "Other: x"]),
      (["by": "category", "order": ["metal", "gas"], "missing": "None"], ["metal: mg", "gas: h he", "None: x"]),
      (["by": "name.initial", "order": "descending"], ["M: mg", "H: h he", "E: x"]),
      ("name.initial", ["E: x", "H: h he", "M: mg"]),
      ("discovered.year", ["1766: h", "1808: mg", "1868: he", "Other: x"]),
      (["by": "discovered.year", "order": ["1868"]], ["1868: he", "1766: h", "1808: mg", "Other: x"]),
      (
        ["by": "discovered.month", "order": "descending"],
        ["August 1868: he", "January 1808: mg", "January 1766: h", "Other: x"]
      ),
      ("discovered", ["January 1, 1766: h", "January 1, 1808: mg", "August 18, 1868: he", "Other: x"]),
      ("tags", ["light: h he", "noble: he", "Other: mg x"]),
      (["by": "tags", "order": ["noble"]], ["noble: he", "light: h he", "Other: mg x"]),
      (["by": "tags", "order": "count"], ["light: h he", "noble: he", "Other: mg x"]),
    ] as [(Setting, [String])])
  func `sections come in their order, missing last`(sections: Setting, expected: [String]) throws {
    #expect(try outline(["sections": sections], records()) == expected)
  }

  @Test func `a record stands in a section once, however often its list says so`() throws {
    let records = try [Elements.record("a", ["tags": ["x", "x", "y"]])]
    #expect(try outline(["sections": "tags"], records) == ["x: a", "y: a"])
  }

  @Test func `rows are sorted within their sections`() throws {
    #expect(
      try outline(["sections": "category", "sort": "-name"], records()) == ["metal: mg", "gas: h he", "Other: x"])
    #expect(try outline(["sections": "category", "sort": "discovered"], records()).contains("gas: h he"))
    #expect(try outline(["sections": "category", "sort": "-discovered"], records()).contains("gas: he h"))
  }

  @Test func `sections have slugs, also for titles that have none`() throws {
    let records = try ["Öl & Gas", "#", "?!"].enumerated().map { try Elements.record("\($0)", ["name": .text($1)]) }
    var diagnostics = Diagnostics()
    let list = try arrangement(["sections": "name"]).arrangement.arrange(records, &diagnostics)
    #expect(Set(list.sections.map(\.slug)) == ["öl-gas", "u23", "u3f-21"])
    let months = try arrangement(["sections": "discovered.month"]).arrangement.arrange(self.records(), &diagnostics)
    #expect(months.sections.map(\.slug) == ["1766-01-01", "1808-01-01", "1868-08-01", "other"])
  }

  @Test func `two sections with one slug are an error`() throws {
    let records = try [Elements.record("1", ["name": "A B"]), Elements.record("2", ["name": "a-b"])]
    var diagnostics = Diagnostics()
    _ = try arrangement(["sections": "name"]).arrangement.arrange(records, &diagnostics)
    #expect(
      lines(diagnostics) == [
        "list.yml:3:5: error: the sections \"A B\" and \"a-b\" both have the slug 'a-b' [path-collision]"
      ])
  }

  @Test(
    arguments: [
      (["order": "count"], "'sections' needs 'by', the field that the sections come from [missing-setting]"),
      ("categroy", "there is no field 'categroy' [unknown-field]; did you mean 'category'?"),
      ("notes", "sections cannot be made from 'notes', which is markdown [invalid-setting]"),
      (
        ["by": "category", "order": "random"],
        "'order' must be ascending, descending, count or a list of values, found \"random\" [invalid-setting]"
      ),
      (
        ["by": "category", "order": ["wood"]],
        "'category' must be one of the declared choices, found \"wood\" [unknown-choice]; known here: metal, gas, other"
      ),
      (["by": "category", "ordre": "count"], "'sections' has no setting 'ordre' [unknown-key]; did you mean 'order'?"),
      (["category"], "'sections' must be a mapping, found a list [invalid-setting]"),
    ] as [(Setting, String)])
  func `sections that cannot be are named`(sections: Setting, message: String) throws {
    #expect(try arrangement(["sections": sections]).messages == ["list.yml:3:5: error: " + message])
  }
}
