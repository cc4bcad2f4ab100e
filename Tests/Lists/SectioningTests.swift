import Testing

@testable import CellistRecords

private let rangesHint = "for example ranges: [10, 100] or ranges: {small: 10, medium: 100, large: ~}"

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

  @Test(
    arguments: [
      (["category", "tags"], ["metal/Other: mg", "gas/light: h he", "gas/noble: he", "Other/Other: x"]),
      (["tags", "category"], ["light/gas: h he", "noble/gas: he", "Other/metal: mg", "Other/Other: x"]),
      (
        [["by": "tags", "order": "count"], ["by": "category", "order": "descending"]],
        ["light/gas: h he", "noble/gas: he", "Other/metal: mg", "Other/Other: x"]
      ),
      (
        ["category", "tags", "name.initial"],
        ["metal/Other/M: mg", "gas/light/H: h he", "gas/noble/H: he", "Other/Other/E: x"]
      ),
      (
        ["category", ["by": "discovered.year", "ranges": ["1800", "1850"]]],
        ["metal/1800–1850: mg", "gas/< 1800: h", "gas/≥ 1850: he", "Other/Other: x"]
      ),
    ] as [(Setting, [String])])
  func `sections nest`(sections: Setting, expected: [String]) throws {
    #expect(try outline(["sections": sections], records()) == expected)
  }

  @Test(
    arguments: [
      (
        ["by": "discovered.year", "ranges": ["1800", "1850"]], ["< 1800: h", "1800–1850: mg", "≥ 1850: he", "Other: x"]
      ),
      (["by": "discovered.year", "ranges": ["1808"]], ["< 1808: h", "≥ 1808: he mg", "Other: x"]),
      (
        ["by": "discovered.year", "ranges": ["1900", "2000"], "order": "descending", "keep-empty": "true"],
        ["≥ 2000: ", "1900–2000: ", "< 1900: h he mg", "Other: x"]
      ),
      (
        ["by": "category", "keep-empty": "true", "missing": "None"], ["metal: mg", "gas: h he", "other: ", "None: x"]
      ),
      (["by": "name", "order": ["Iron"], "keep-empty": "true"], ["Iron: "]),
    ] as [(Setting, [String])])
  func `sections of ranges, and those that are kept without records`(
    sections: Setting, expected: [String]
  ) throws {
    #expect(try outline(["sections": sections], records()).prefix(expected.count) == expected[...])
  }

  @Test func `groups of sections have counts and figures of their own`() throws {
    let levels: Setting = [
      ["by": "category", "footer": ["number": "sum"]], ["by": "tags", "footer": ["category": "count"]],
    ]
    let (arrangement, messages) = try arrangement(["sections": levels])
    #expect(messages == [])
    let records = try [
      Elements.record("a", ["category": "gas", "tags": ["x", "y"], "number": "1"]),
      Elements.record("b", ["category": "gas", "tags": ["y"], "number": "2"]),
      Elements.record("c", ["category": "metal", "number": "4"]),
    ]
    var diagnostics = Diagnostics()
    let sections = arrangement.arrange(records, &diagnostics).sections
    #expect(
      sections.map { section in
        let groups = section.groups.map {
          "\($0.begins ? "+" : "")\($0.title) \($0.slug) \($0.count) \($0.aggregates[0]?.plainText ?? "")"
        }
        return "\(groups.joined()): \(section.slug) \(section.aggregates[0]?.plainText ?? "")"
      } == [
        "+metal metal 1 4: metal--other 1", "+gas gas 2 3: gas--x 1", "gas gas 2 3: gas--y 2",
      ])
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

  @Test func `settings give sections other slugs, and an empty text is no value`() throws {
    let records = try ["C", "C#", ""].enumerated().map { try Elements.record("\($0)", ["name": .text($1)]) }
    var diagnostics = Diagnostics()
    let settings: Setting = ["by": "name", "slugs": ["C#": "c-sharp", "None": "none"], "missing": "None"]
    let sections = try arrangement(["sections": settings]).arrangement.arrange(records, &diagnostics).sections
    #expect(lines(diagnostics) == [])
    #expect(sections.map(\.slug) == ["c", "c-sharp", "none"])
    #expect(sections.map(\.title) == ["C", "C#", "None"])
  }

  @Test
  func `texts that differ in capitals, normalization and spaces at the ends are one value, and a warning names them`()
    throws
  {
    let records = try ["swift", "Swift", " SWIFT ", "C", "\u{E9}", "E\u{301}"].enumerated().map {
      try Elements.record("\($0)", ["name": .text($1), "tags": .list([.text($1), .text("Swift")])])
    }
    for field in ["name", "tags"] {
      var diagnostics = Diagnostics()
      let sections = try arrangement(["sections": .init(stringLiteral: field)]).arrangement
        .arrange(records, &diagnostics).sections
      #expect(
        sections.map { "\($0.title ?? "") \($0.items.count)" }
          == ["C 1", "E\u{301} 2", field == "name" ? "Swift 3" : "Swift 6"])
      #expect(
        diagnostics.all.map(\.message) == [
          "'\(field)' has values that differ only in capitals or spaces: \"E\u{301}\" and \"\u{E9}\"; "
            + "\"Swift\" and \" SWIFT \" and \"swift\""
        ])
    }
  }

  @Test func `a value that 'order' lists is spelt as it is there`() throws {
    let records = try ["swift", "SWIFT", "C"].enumerated().map { try Elements.record("\($0)", ["name": .text($1)]) }
    var diagnostics = Diagnostics()
    let sections = try arrangement(["sections": ["by": "name", "order": ["Swift"], "keep-empty": "true"]]).arrangement
      .arrange(records, &diagnostics).sections
    #expect(sections.map(\.title) == ["Swift", "C"])
    #expect(sections.map(\.items.count) == [2, 1])
  }

  @Test func `two sections with one slug are an error`() throws {
    let records = try [Elements.record("1", ["name": "A B"]), Elements.record("2", ["name": "a-b"])]
    var diagnostics = Diagnostics()
    _ = try arrangement(["sections": "name"]).arrangement.arrange(records, &diagnostics)
    #expect(
      lines(diagnostics) == [
        "list.yml:3:5: error: the sections \"A B\" and \"a-b\" both have the slug 'a-b' [path-collision]; "
          + "'slugs' gives one of them another: slugs: {\"a-b\": …}; "
          + "'spellings' of the field makes them one: spellings: {\"A B\": \"a-b\"}"
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
      ([["category"]], "'sections' must be a mapping, found a list [invalid-setting]"),
      ([], "'sections' names no field [invalid-setting]; for example sections: [region, country]"),
      (
        ["tags", "tags"],
        "a second level of sections cannot be by a list [invalid-setting]; one level may be by a list; "
          + "with two, a record would be in each pair of values"
      ),
      (
        ["by": "category", "ranges": ["1"]],
        "'ranges' are of numbers, and 'category' is choice [invalid-setting]"
      ),
      (
        ["by": "number", "ranges": "1"],
        "'ranges' must be bounds of numbers, found \"1\" [invalid-setting]; \(rangesHint)"
      ),
      (
        ["by": "number", "ranges": ["2", "2.0"]],
        "a bound must be a number above those before it, found \"2.0\" [invalid-setting]; \(rangesHint)"
      ),
      (
        ["by": "name", "keep-empty": "true"],
        "the sections without records are not known here [invalid-setting]; 'keep-empty' is for choices, "
          + "booleans, 'ranges', 'cases', and an 'order' that lists values"
      ),
      (
        ["by": "name", "slugs": ["C#": "C #"]],
        "a name in an address has letters, digits and hyphens, found \"C #\" [invalid-setting]; for example c"
      ),
      (
        ["by": "name", "slugs": "x"],
        "'slugs' must be a mapping of titles to names in addresses, found \"x\" [invalid-setting]; "
          + "for example slugs: {C#: c-sharp}"
      ),
      (
        [["by": "category", "keep-empty": "true"], "name"],
        "'keep-empty' is for the innermost sections [invalid-setting]; what has no records has no sections in it either"
      ),
    ] as [(Setting, String)])
  func `sections that cannot be are named`(sections: Setting, message: String) throws {
    #expect(try arrangement(["sections": sections]).messages == ["list.yml:3:5: error: " + message])
  }
}
