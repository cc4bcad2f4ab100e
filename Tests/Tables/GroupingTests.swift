import CellistTables
import Testing

private struct Talk: Equatable, Sendable {
  let title: String
  let day: Int
  var room: String?
}

@Suite struct GroupingTests {
  private let talks = [
    Talk(title: "Bow", day: 2, room: "hall"), Talk(title: "Strings", day: 1), Talk(title: "Varnish", day: 2),
    Talk(title: "Tuning", day: 3, room: "attic"), Talk(title: "Rosin", day: 1, room: "hall"),
  ]

  private func outline(_ provider: DataProvider<[Talk], Talk>) -> [String] {
    StaticList(provider.list(talks)).sections.map { section in
      "\(section.id) \(section.title ?? "–"): \(section.items.map(\.title).joined(separator: " "))"
    }
  }

  @Test func `sections follow their keys, and items keep their order`() {
    #expect(outline(.grouped(by: \.day)) == ["1 1: Strings Rosin", "2 2: Bow Varnish", "3 3: Tuning"])
    #expect(outline(.grouped(by: \.day, order: .descending)).map { $0.prefix(1) } == ["3", "2", "1"])
    #expect(outline(.grouped(by: \.day, order: .firstAppearance)).map { $0.prefix(1) } == ["2", "1", "3"])
  }

  @Test func `keys that are listed come first, whether or not there are items of them`() {
    #expect(outline(.grouped(by: \.day, order: .listed([3, 7, 3]))).map { $0.prefix(1) } == ["3", "1", "2"])
  }

  @Test func `a title is made from the key, and the id stays`() {
    #expect(
      outline(.grouped(by: { $0.day }) { "Day \($0)" })
        == ["1 Day 1: Strings Rosin", "2 Day 2: Bow Varnish", "3 Day 3: Tuning"])
  }

  @Test func `items without a key are filed under a title of their own, at the end`() {
    #expect(
      outline(.grouped(by: \.room, missing: "Somewhere"))
        == ["attic attic: Tuning", "hall hall: Bow Rosin", "Somewhere Somewhere: Strings Varnish"])
    #expect(outline(.grouped(by: \.room, order: .descending)).last == "Other Other: Strings Varnish")
  }

  @Test func `sections have ids of their own, also where keys look the same`() {
    #expect(
      outline(.grouped(by: \.room, missing: "hall")).map { $0.split(separator: ":")[0] }
        == ["attic attic", "hall hall", "hall-2 hall"])
  }

  @Test func `no items make no sections`() {
    #expect(DataProvider<[Talk], Talk>.grouped(by: \.day).list([]).sectionCount == 0)
  }
}
