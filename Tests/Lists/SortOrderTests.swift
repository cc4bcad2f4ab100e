import Testing

@testable import CellistRecords

@Suite struct SortOrderTests {
  private func records() throws -> [Record] {
    try [
      Elements.record("mg", ["name": "Magnesium", "number": "12", "category": "metal"]),
      Elements.record("he", ["name": "Helium", "number": "2", "category": "gas"]),
      Elements.record("h", ["name": "Hydrogen", "number": "1", "category": "gas"]),
      Elements.record("zz", ["name": "Unknown"]),
      Elements.record("aa", ["name": "Ångström"]),
    ]
  }

  @Test(
    arguments: [
      ("number", "h he mg aa zz"), ("-number", "mg he h aa zz"), ("name", "aa he h mg zz"),
      (["category", "-number"], "mg he h aa zz"),
      (["-category", "name"], "he h mg aa zz"), ("name.initial", "aa h he mg zz"),
    ] as [(Setting, String)])
  func `keys sort in turn, missing values last, ties at the id`(sort: Setting, ids: String) throws {
    #expect(try outline(["sort": sort], records()) == [ids])
  }

  @Test func `of equal keys the id decides, in bytes`() throws {
    let records = try ["b", "a", "B", "é", "a-b", "10", "9"].map { try Elements.record($0) }
    #expect(try outline(["sort": "category"], records) == ["10 9 B a a-b b é"])
  }

  @Test func `a list sorts before the one that begins like it`() throws {
    let records = try [
      Elements.record("1", ["tags": ["a", "b"]]), Elements.record("2", ["tags": ["a"]]), Elements.record("3"),
      Elements.record("4", ["tags": ["b"]]),
    ]
    #expect(try outline(["sort": "tags"], records) == ["2 1 4 3"])
    #expect(try outline(["sort": "-tags"], records) == ["4 1 2 3"])
  }

  @Test(
    arguments: [
      ("nubmer", "there is no field 'nubmer' [unknown-field]; did you mean 'number'?"),
      ("-nubmer", "there is no field 'nubmer' [unknown-field]; did you mean 'number'?"),
      ("number desc", "there is no field 'number desc' [unknown-field]; '-number' is the descending order"),
      ("number ASC", "there is no field 'number ASC' [unknown-field]; 'number' is the ascending order"),
      (["by": "name"], "'sort' must be text or a list of texts, found a mapping [invalid-setting]"),
    ] as [(Setting, String)])
  func `a key that cannot be is named`(sort: Setting, message: String) throws {
    #expect(try arrangement(["sort": sort]).messages == ["list.yml:3:5: error: " + message])
  }
}
