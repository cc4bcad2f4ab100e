import Testing

@testable import CellistThemes

@Suite struct ListTableTests {
  private func table(_ settings: String, _ records: String) throws -> ListTable {
    let list = try ThemedList(settings, records)
    #expect(list.messages == [])
    return list.table
  }

  private func headers(_ table: ListTable) -> [String] {
    table.sections.map { section in
      guard case .header(let header)? = section.header else { return "none" }
      return "\(header.title ?? "–") \(header.slug) #\(header.anchor) \(header.count)"
    }
  }

  private func anchors(_ table: ListTable) -> [[String]] { table.sections.map { $0.cells.map(\.anchor) } }

  private func figures(_ table: ListTable) -> [[String?]?] {
    table.sections.map { section in
      guard case .footer(let figures, _)? = section.footer else { return nil }
      return figures.map { $0?.plainText }
    }
  }

  @Test func `a list without sections is one section without a title`() throws {
    let table = try table("record: {name: text}\nid: name", "[{name: Noble Gas}, {name: Ünit}]")
    #expect(headers(table) == ["–  #records 2"])
    #expect(anchors(table) == [["noble-gas", "ünit"]])
    #expect(figures(table) == [nil])
  }

  @Test func `a list without records and sections still has its section`() throws {
    #expect(headers(try table("record: {name: text}\nid: name", "[]")) == ["–  #records 0"])
  }

  @Test func `a section's anchor is its slug, unless a record is called so`() throws {
    let table = try table(
      "record: {name: text, kind: text}\nid: name\nsections: {by: kind}",
      "[{name: gas, kind: Noble Gas}, {name: x, kind: Gas}]")
    #expect(headers(table) == ["Gas gas #section--gas 1", "Noble Gas noble-gas #noble-gas 1"])
    #expect(anchors(table) == [["x"], ["gas"]])
    let plain = try self.table("record: {name: text}\nid: name", "[{name: Records}]")
    #expect(headers(plain) == ["–  #section--records 1"])
  }

  @Test func `a record that stands in several sections has an anchor of its own in each`() throws {
    let table = try table(
      "record: {name: text, tags: [text]}\nid: name\nsections: {by: tags, missing: Rest}",
      "[{name: a, tags: [x, y, x]}, {name: b, tags: [y, z w]}, {name: c}]")
    #expect(headers(table) == ["x x #x 1", "y y #y 2", "z w z-w #z-w 1", "Rest rest #rest 1"])
    #expect(anchors(table) == [["a"], ["y--a", "b"], ["z-w--b"], ["c"]])
  }

  @Test func `all ids of a page differ`() throws {
    let table = try table(
      "record: {name: text, tags: [text]}\nid: name\nsections: {by: tags}",
      "[{name: a, tags: [a, b, c]}, {name: b, tags: [a, b, c]}, {name: a--b, tags: [a]}, {name: section, tags: [b]}]")
    var ids = table.sections.flatMap { $0.cells.map(\.anchor) }
    for section in table.sections { if case .header(let header)? = section.header { ids.append(header.anchor) } }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `figures stand below each section, in the order of the settings`() throws {
    let table = try table(
      "record: {name: text, kind: text, mass: number?}\nid: name\nsections: {by: kind, footer: {mass: mean, name: count}}",
      "[{name: a, kind: x, mass: 1}, {name: b, kind: x, mass: 2}, {name: c, kind: y}]")
    #expect(figures(table) == [["1.5", "2"], [nil, "1"]])
  }

  @Test func `a section that goes on has its figures on its last page alone`() throws {
    let table = try table(
      "record: {name: text, kind: text}\nid: name\nsections: {by: kind, footer: {name: count}}",
      "[{name: a, kind: x}, {name: b, kind: x}, {name: c, kind: x}]")
    let pages = table.pages(of: 2)
    #expect(pages.map { figures($0.table) } == [[nil], [["3"]]])
    #expect(pages.map { headers($0.table) } == [["x x #x 3"], ["x x #x 3"]])
    #expect(pages.map(\.isContinued) == [false, true])
  }
}
