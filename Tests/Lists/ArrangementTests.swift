import Testing

@testable import CellistLists
@testable import CellistRecords
@testable import CellistTables

@Suite struct ArrangementTests {
  private func numbered(_ numbers: some Sequence<Int>) throws -> [Record] {
    try numbers.map {
      try Elements.record("r\($0)", ["number": .text("\($0)"), "category": $0 % 2 == 0 ? "gas" : "metal"])
    }
  }

  @Test func `only records that fit are kept`() throws {
    #expect(try outline(["where": ["number": ["at-most": "2"]], "sort": "number"], numbered(1...5)) == ["r1 r2"])
    #expect(try outline(["where": ["number": ["above": "9"]]], numbered(1...5)) == [""])
  }

  @Test func `a limit counts after sorting, over all sections`() throws {
    #expect(try outline(["limit": "2", "sort": "-number"], numbered(1...5)) == ["r5 r4"])
    #expect(
      try outline(["limit": "4", "sort": "number", "sections": "category"], numbered(1...6))
        == ["metal: r1 r3 r5", "gas: r2"])
    #expect(
      try outline(["limit": "3", "sort": "number", "sections": "category"], numbered(1...6)) == ["metal: r1 r3 r5"])
    #expect(try outline(["limit": "99", "sort": "number"], numbered(1...2)) == ["r1 r2"])
  }

  @Test func `flags are worked out in order, for the filter and each item`() throws {
    let settings: Setting = [
      "flags": ["big": ["number": ["above": "2"]], "bigGas": ["big": "true", "category": "gas"]],
      "where": ["not": ["bigGas": "true"]], "sort": "number",
    ]
    #expect(try outline(settings, numbered(1...5)) == ["r1 r2 r3 r5"])
    var diagnostics = Diagnostics()
    let list = try arrangement(settings).arrangement.arrange(numbered(1...3), &diagnostics)
    #expect(list.sections[0].items.map(\.row.flags) == [[false, false], [false, false], [true, false]])
  }

  @Test func `a list without records is a section without rows, and one cut into sections has none`() throws {
    var diagnostics = Diagnostics()
    let plain = try arrangement([:]).arrangement.arrange([Record](), &diagnostics)
    #expect(plain.sectionCount == 1 && plain.isEmpty && plain.headerTitle(of: 0) == nil)
    let cut = try arrangement(["sections": "category"]).arrangement.arrange([Record](), &diagnostics)
    #expect(cut.sectionCount == 0 && cut.isEmpty)
    #expect(cut.item(at: TablePath(section: 0, row: 0)) == nil)
  }

  @Test func `ten thousand records stand in one section, in order`() throws {
    let records = try numbered((0..<10_000).map { $0 * 2 }).shuffled()
    let (arrangement, _) = try arrangement(["sections": "category", "sort": "-number"])
    var diagnostics = Diagnostics()
    let list = arrangement.arrange(records, &diagnostics)
    #expect(list.sections.map(\.title) == ["gas"])
    #expect(list.sections[0].items.map(\.record.id) == (0..<10_000).reversed().map { "r\($0 * 2)" })
    #expect(list.itemCount == 10_000)
    #expect(
      DataProvider<ArrangedList, RecordItem>.multiSection.path(in: list) { $0.record.id == "r0" }
        == TablePath(section: 0, row: 9_999))
  }

  @Test func `the order of the source does not matter`() throws {
    let records = try numbered(0..<60)
    let (arrangement, _) = try arrangement(["sections": ["by": "category", "order": "count"], "sort": "category"])
    var orders: Set<[[String]]> = []
    for _ in 0..<20 {
      var diagnostics = Diagnostics()
      let list = arrangement.arrange(records.shuffled(), &diagnostics)
      orders.insert(list.sections.map { $0.items.map(\.record.id) })
    }
    #expect(orders.count == 1)
  }

  @Test(
    arguments: [
      ("50", Paging.size(50)), (["size": "5"], .size(5)), (["by": "section"], .bySection), (.null, .single),
    ] as [(Setting, Paging)])
  func `pages are read`(pages: Setting, paging: Paging) throws {
    let (arrangement, messages) = try arrangement(["sections": "category", "pages": pages])
    #expect(arrangement.paging == paging)
    #expect(messages == [])
  }

  @Test(
    arguments: [
      (["pages": "0"], "'pages' must be a whole number of at least 1, found \"0\" [invalid-setting]"),
      (
        ["pages": ["by": "section"]],
        "pages by section need 'sections' [invalid-setting]; for example sections: {by: category}"
      ),
      (["pages": [:]], "'pages' must be a number of records, {size: n} or {by: section} [invalid-setting]"),
      (
        ["pages": ["size": "2", "by": "section"]],
        "'pages' must be a number of records, {size: n} or {by: section} [invalid-setting]"
      ),
      (["limit": "0"], "'limit' must be a whole number of at least 1, found \"0\" [invalid-setting]"),
      (["flags": "x"], "'flags' must be a mapping of names to conditions, found \"x\" [invalid-setting]"),
      (["flags": ["name": ["number": "1"]]], "'name' is already a name in conditions [reserved-name]"),
      (["flags": ["any": ["number": "1"]]], "'any' is already a name in conditions [reserved-name]"),
    ] as [(Setting, String)])
  func `settings that cannot be are named`(settings: Setting, message: String) throws {
    #expect(try arrangement(settings).messages == ["list.yml:3:5: error: " + message])
  }
}
