import Testing

@testable import CellistThemes

@Suite struct RuleDecoratorTests {
  private let records = """
    - {name: Uranium, mass: 238, category: metal}
    - {name: Radon, mass: 222, category: gas}
    - {name: Helium, mass: 4, category: gas}
    - {name: Gold, mass: 197, category: metal}
    - {name: Unknown, category: metal}
    """

  @Test func `the first rule that holds picks the template`() throws {
    let list = try ThemedList(
      """
      record: {name: text, mass: number?, category: {choice: [gas, metal]}}
      id: name
      sort: name
      flags: {heavy: {mass: {above: 200}}}
      cells:
        - {template: heavy-gas, when: {heavy: true, category: gas}}
        - {template: heavy, when: {heavy: true}}
        - {template: gas, when: {category: gas}}
        - other
      """, records)
    #expect(list.messages == [])
    #expect(list.table.sections[0].cells.map(\.item.id) == ["Gold", "Helium", "Radon", "Unknown", "Uranium"])
    #expect(list.chosen == [["other", "gas", "heavy-gas", "other", "heavy"]])
  }

  @Test func `by a field, its value is the template`() throws {
    let list = try ThemedList(
      "record: {name: text, mass: number?, category: {choice: [gas, metal]}}\nid: name\ncells: {by: category}", records)
    #expect(list.chosen == [["metal", "gas", "gas", "metal", "metal"]])
  }

  @Test func `a cell knows its rule and its record's variant`() throws {
    let list = try ThemedList(
      """
      record: {by: kind, talk: {title: text}, pause: {title: text}}
      id: title
      cells: [{template: long, when: {title: {matches: "..."}}}, {template: talk, when: {kind: talk}}, rest]
      """, "[{kind: pause, title: a}, {kind: talk, title: b}, {kind: pause, title: cake}, {kind: talk, title: draw}]")
    #expect(list.messages == [])
    let type = list.arrangement.type
    let cells = list.table.sections[0].cells.map { cell in
      let variant = list.rules.variants[cell.variant]
      return "\(cell.item.id): \(list.rules.rule(of: variant).template) \(type.variants[variant.record ?? 9].name)"
    }
    #expect(cells == ["a: rest pause", "b: talk talk", "cake: long pause", "draw: long talk"])
  }
}
