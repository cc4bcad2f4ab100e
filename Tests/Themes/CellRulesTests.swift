import Testing

@testable import CellistThemes

@Suite struct CellRulesTests {
  private static let record = """
    record:
      name: text
      category: {choice: [alkali, noble, halogen]}
      phase: {type: {choice: [gas, solid]}, optional: true}
      stable: boolean
      known: boolean?
      mass: number?
      tags: [text]
    flags: {heavy: {mass: {above: 200}}}

    """

  private func list(_ cells: String, record: String = record) throws -> ThemedList { try ThemedList(record + cells) }

  private func messages(_ cells: String) throws -> [String] { try list(cells).messages }

  @Test func `a list that says nothing of cells shows all records with the template cell`() throws {
    #expect(try list("").rules.rules.map(\.template) == ["cell"])
  }

  @Test func `a template alone shows all records`() throws {
    let list = try list("cells: element")
    #expect(list.messages == [])
    #expect(list.rules.rules.map(\.template) == ["element"])
    #expect(list.rules.rules[0].condition == nil)
    #expect(list.rules.rules[0].location?.description == "list.yml:10:8")
  }

  @Test func `rules are read in their order, a template without when as its name alone`() throws {
    let list = try list(
      """
      cells:
        - {template: heavy, when: {heavy: true}}
        - {template: noble, when: {category: noble, mass: {below: 10}}}
        - element
      """)
    #expect(list.messages == [])
    #expect(list.rules.rules.map(\.template) == ["heavy", "noble", "element"])
    #expect(list.rules.rules.map { $0.condition != nil } == [true, true, false])
    #expect(list.rules.rules.map { $0.location?.description } == ["list.yml:11:16", "list.yml:12:16", "list.yml:13:5"])
  }

  @Test(arguments: [
    ("cells: {by: category}", ["alkali", "noble", "halogen"]),
    (
      "cells: [{template: a, when: {category: {in: [alkali, noble]}}}, {template: b, when: {category: halogen}}]",
      ["a", "b"]
    ),
    ("cells: [{template: a, when: {stable: true}}, {template: b, when: {stable: false}}]", ["a", "b"]),
    ("cells: [{template: a, when: {stable: {in: [true, false]}}}]", ["a"]),
    (
      "cells: [{template: a, when: {category: alkali}}, {template: b, when: {stable: true}}, "
        + "{template: c, when: {category: {in: [noble, halogen]}}}]", ["a", "b", "c"]
    ),
    (
      "cells: [{template: a, when: {category: alkali, stable: true}}, {template: b, when: {category: alkali}}, c]",
      ["a", "b", "c"]
    ),
    ("cells: [{template: a, when: {phase: gas}}, {template: b, when: {phase: solid}}, c]", ["a", "b", "c"]),
    (
      "cells: [{template: a, when: {not: {category: alkali}}}, {template: b, when: {category: alkali}}, c]",
      ["a", "b", "c"]
    ),
  ])
  func `rules that take every record, and can each be reached, are in order`(cells: String, templates: [String]) throws
  {
    let list = try list(cells)
    #expect(list.messages == [])
    #expect(list.rules.rules.map(\.template) == templates)
  }

  @Test(arguments: [
    // By a rule for all.
    ("cells: [a, {template: b, when: {category: noble}}]", "10:23", "b"),
    // By the same condition, and by one with fewer parts.
    ("cells: [{template: a, when: {heavy: true}}, {template: b, when: {heavy: true}}, c]", "10:56", "b"),
    (
      "cells: [{template: a, when: {heavy: true}}, {template: b, when: {heavy: true, category: noble}}, c]", "10:56",
      "b"
    ),
    (
      "cells: [{template: a, when: {mass: {above: 1}}}, {template: b, when: {mass: {above: 1, below: 9}}}, c]", "10:61",
      "b"
    ),
    // By a choice of which every value is taken.
    (
      "cells: [{template: a, when: {category: {in: [alkali, noble, halogen]}}}, {template: b, when: {mass: {above: 1}}}]",
      "10:85", "b"
    ),
    ("cells: [{template: a, when: {stable: true}}, {template: b, when: {stable: false}}, c]", "10:84", "c"),
    // By rules that together take the values.
    (
      "cells: [{template: a, when: {category: alkali}}, {template: b, when: {category: noble}}, "
        + "{template: c, when: {category: {in: [noble, alkali]}}}, d]", "10:101", "c"
    ),
  ])
  func `a rule that no record can reach is reported`(cells: String, place: String, template: String) throws {
    #expect(
      try messages(cells) == [
        "list.yml:\(place): error: no record can reach the rule for '\(template)' [unreachable-rule]; "
          + "the first rule that holds decides; put special rules before general ones"
      ])
  }

  @Test(arguments: [
    ("cells: [{template: a, when: {heavy: true}}]", "10:20"),
    ("cells: [{template: a, when: {category: alkali}}, {template: b, when: {category: noble}}]", "10:61"),
    ("cells: [{template: a, when: {stable: true}}]", "10:20"),
    // A value may be missing where the field is optional.
    ("cells: [{template: a, when: {phase: gas}}, {template: b, when: {phase: solid}}]", "10:55"),
    ("cells: [{template: a, when: {known: true}}, {template: b, when: {known: false}}]", "10:56"),
    // A value derived from a choice is not one.
    ("cells: [{template: a, when: {category.initial: {in: [A, N, H]}}}]", "10:20"),
  ])
  func `rules that do not take every record need a last one`(cells: String, place: String) throws {
    #expect(
      try messages(cells) == [
        "list.yml:\(place): error: records that no rule takes have no cell [missing-last-rule]; "
          + "end 'cells' with a rule without 'when'"
      ])
  }

  @Test(arguments: [
    ("cells: []", "list.yml:10:8: error: 'cells' lists no rules [missing-last-rule]"),
    (
      "cells: {by: name}",
      "list.yml:10:13: error: 'cells' by 'name' needs a field with choices, and 'name' is text [invalid-setting]; "
        + "declare it as {choice: […]}, or use variants"
    ),
    (
      "cells: {by: phase}",
      "list.yml:10:13: error: records without 'phase' have no cell [missing-last-rule]; "
        + "make the field required, or list rules with a last one for all others"
    ),
    (
      "cells: {by: categroy}",
      "list.yml:10:13: error: there is no field 'categroy' [unknown-field]; did you mean 'category'?"
    ),
    (
      "cells: {}",
      "list.yml:10:8: error: 'cells' must be a template, a list of rules or {by: field} [invalid-setting]"
    ),
    (
      "cells: {by: [name]}",
      "list.yml:10:8: error: 'cells' must be a template, a list of rules or {by: field} [invalid-setting]"
    ),
    ("cells: [{when: {heavy: true}}, c]", "list.yml:10:9: error: a cell rule needs 'template' [missing-setting]"),
    (
      "cells: [{template: a, wenn: {heavy: true}}, c]",
      "list.yml:10:23: error: a cell rule has no setting 'wenn' [unknown-key]; known here: template, when"
    ),
    (
      "cells: [[a]]", "list.yml:10:9: error: a cell rule must be a mapping, found a list [invalid-setting]"
    ),
    (
      "cells: [{template: a, when: {haevy: true}}, c]",
      "list.yml:10:30: error: there is no field 'haevy' [unknown-field]; did you mean 'heavy'?"
    ),
  ])
  func `what cannot be read is reported alone`(cells: String, message: String) throws {
    let found = try messages(cells)
    #expect(found.first == message)
    #expect(cells.contains("wenn") || found.count == 1)
  }

  // MARK: Variants

  private static let variants = """
    record:
      by: kind
      talk: {title: text, level: {choice: [easy, hard]}}
      workshop: {title: text, level: {choice: [easy, hard]}}
      pause: {}

    """

  @Test func `each rule is paired with the variants that it may hold of`() throws {
    let list = try list(
      """
      cells:
        - {template: teaching, when: {kind: {in: [talk, workshop]}, level: hard}}
        - {template: talk, when: {kind: talk}}
        - {template: titled, when: {title: {exists: true}}}
        - other
      """, record: Self.variants)
    #expect(list.messages == [])
    let pairs = list.rules.variants.map { variant in
      "\(list.rules.rule(of: variant).template) \(list.arrangement.type.variants[variant.record ?? 0].name)"
    }
    #expect(
      pairs == [
        "teaching talk", "teaching workshop", "talk talk", "titled talk", "titled workshop", "titled pause",
        "other talk", "other workshop", "other pause",
      ])
  }

  @Test func `by the field that tells the variants apart, each has its template`() throws {
    let list = try list("cells: {by: kind}", record: Self.variants)
    #expect(list.messages == [])
    #expect(list.rules.variants.count == 3)
    #expect(list.rules.rules.map(\.template) == ["talk", "workshop", "pause"])
  }

  @Test func `a choice that some variants do not have is not exhausted`() throws {
    #expect(
      try list(
        "cells: [{template: a, when: {level: easy}}, {template: b, when: {level: hard}}]", record: Self.variants
      ).messages == [
        "list.yml:6:56: error: records that no rule takes have no cell [missing-last-rule]; "
          + "end 'cells' with a rule without 'when'"
      ])
    #expect(
      try list("cells: {by: level}", record: Self.variants).messages == [
        "list.yml:6:13: error: records without 'level' have no cell [missing-last-rule]; "
          + "make the field required, or list rules with a last one for all others"
      ])
  }

  @Test func `a choice with a default is exhausted by its values`() throws {
    let record = "record: {name: text, size: {choice: [s, m], optional: true, default: m}}\n"
    #expect(try list("cells: {by: size}", record: record).messages == [])
    #expect(
      try list(
        "cells: [{template: a, when: {size: s}}, {template: b, when: {size: m}}]", record: record
      ).messages == [])
  }
}
