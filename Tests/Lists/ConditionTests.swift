import Testing

@testable import CellistLists
@testable import CellistRecords

@Suite struct ConditionTests {
  private static let helium: [String: Setting] = [
    "name": "Helium", "number": "2", "mass": "4.0026", "category": "gas", "discovered": "1868-08-18",
    "seen": "1868-08-18T10:00:00Z", "stable": "true", "tags": ["noble", "light"],
  ]

  private func read(_ setting: Setting, flags: [String] = []) throws -> (condition: Condition?, messages: [String]) {
    var diagnostics = Diagnostics()
    let scope = ConditionScope(type: Elements.type, values: try Elements.values(), flags: flags)
    return (Condition(setting.node, in: scope, &diagnostics), lines(diagnostics))
  }

  private func holds(_ setting: Setting, _ fields: [String: Setting] = helium, flags: [Bool] = []) throws -> Bool {
    let (condition, messages) = try read(setting, flags: flags.indices.map { "flag\($0)" })
    #expect(messages == [])
    let values = try Elements.values()
    var clock = ConditionClock(instant: 0, zone: values.zone)
    defer { #expect(clock.span == .always) }
    return try #require(condition).holds(
      of: try Elements.record("x", fields), flags: flags, language: values.language, &clock)
  }

  @Test(
    arguments: [
      (["category": "gas"], true), (["category": "metal"], false), (["category": ["in": ["metal", "gas"]]], true),
      (["category": ["in": ["metal"]]], false), (["name": "Helium"], true), (["name": " helium"], true),
      (["name": "hélium"], false),
      (["number": "2"], true), (["number": "02"], true), (["mass": "4.00260"], true), (["stable": "yes"], true),
      (["number": ["above": "1"]], true), (["number": ["above": "2"]], false), (["number": ["at-least": "2"]], true),
      (["number": ["below": "2"]], false), (["number": ["below": "3"]], true), (["number": ["at-most": "2"]], true),
      (["number": ["at-most": "1"]], false), (["number": ["above": "0", "below": "10"]], true),
      (["mass": ["above": "4.002"]], true), (["mass": ["at-most": "4.00260000000000000000"]], true),
      (["mass": ["above": "4.00259999999999999999"]], true), (["mass": ["below": "4.00260000000000000001"]], true),
      (["mass": ["above": "1e1"]], false), (["name": ["above": "Argon"]], true),
      (["discovered": ["below": "1900-01-01"]], true), (["discovered": "1868-08-18"], true),
      (["discovered.year": ["at-most": "1868"]], true), (["seen": ["above": "1868-08-18T09:59:59Z"]], true),
      (["category": ["above": "metal"]], true), (["tags": ["contains": "noble"]], true),
      (["tags": ["contains": "nob"]], false),
      (["name": ["contains": "eli"]], true), (["name": ["matches": "^H.*m$"]], true),
      (["name": ["matches": "^h"]], false),
      (["name.initial": "H"], true), (["tags.count": ["above": "1"]], true), (["number": ["exists": "true"]], true),
      (["notes": ["exists": "false"]], true), (["notes": ["exists": "true"]], false),
      (["tags": ["exists": "true"]], true),
    ] as [(Setting, Bool)])
  func `a comparison holds or not`(setting: Setting, expected: Bool) throws {
    #expect(try holds(setting) == expected)
  }

  @Test(
    arguments: [
      ["number": "2"], ["number": ["above": "0"]], ["number": ["below": "9"]], ["number": ["at-least": "0"]],
      ["number": ["at-most": "9"]], ["category": ["in": ["gas"]]], ["name": ["contains": ""]],
      ["name": ["matches": ""]],
      ["tags": ["contains": "x"]], ["discovered.year": ["above": "0"]], ["number": ["exists": "true"]],
      ["tags": ["exists": "true"]],
    ] as [Setting])
  func `a comparison with a missing value is false`(setting: Setting) throws {
    #expect(try !holds(setting, [:]))
    #expect(try holds(["not": setting], [:]))
  }

  @Test func `whole numbers are compared to their last digit`() throws {
    #expect(try holds(["number": ["above": "9007199254740992"]], ["number": "9007199254740993"]))
    #expect(try !holds(["number": "9007199254740992"], ["number": "9007199254740993"]))
  }

  @Test func `keys mean and, any means or, not turns round, flags stand for conditions`() throws {
    #expect(try holds(["category": "gas", "number": "2"]))
    #expect(try !holds(["category": "gas", "number": "3"]))
    #expect(try holds(["any": [["number": "3"], ["category": "gas"]]]))
    #expect(try !holds(["any": [["number": "3"], ["category": "metal"]]]))
    #expect(try !holds(["any": []]))
    #expect(try holds(["not": ["number": "3"], "category": "gas"]))
    #expect(try !holds(["not": ["category": "gas", "number": "2"]]))
    #expect(try holds(["flag0": "true", "flag1": "false"], flags: [true, false]))
    #expect(try !holds(["flag1": "true"], flags: [true, false]))
  }

  @Test(
    arguments: [
      (
        "gas",
        "a condition must be a mapping of fields to values, found \"gas\" [invalid-setting]; "
          + "for example {year: {above: 1900}}"
      ),
      (
        [:],
        "a condition must be a mapping of fields to values, found an empty one [invalid-setting]; "
          + "for example {year: {above: 1900}}"
      ),
      (["nmae": "x"], "there is no field 'nmae' [unknown-field]; did you mean 'name'?"),
      (["hevay": "x"], "there is no field 'hevay' [unknown-field]; did you mean 'heavy'?"),
      (["name.first": "x"], "'name' is text and has no part 'first' [unknown-part]; known here: initial, slug"),
      (["number": "two"], "'number' must be an integer, found \"two\" [invalid-value]"),
      (["number": ["abov": "2"]], "there is no comparison 'abov' [unknown-key]; did you mean 'above'?"),
      (["number": ["above": ["1"]]], "'number' must be an integer, found a list [invalid-value]"),
      (
        ["category": "wood"],
        "'category' must be one of the declared choices, found \"wood\" [unknown-choice]; known here: metal, gas, other"
      ),
      (
        ["name": .null],
        "'name' cannot be compared with nothing [invalid-setting]; "
          + "{name: {exists: false}} holds where a value is missing"
      ),
      (["number": ["exists": "maybe"]], "'exists' must be true or false, found \"maybe\" [invalid-setting]"),
      (["name": ["matches": ["a"]]], "'matches' must be a pattern, found a list [invalid-setting]"),
      (["any": "x"], "'any' must be a list of conditions, found \"x\" [invalid-setting]"),
      (["not": ["x"]], "'not' must be a condition, found a list [invalid-setting]"),
      (
        ["tags": "noble"],
        "'tags' is a list, and \"noble\" is not [invalid-setting]; {tags: {contains: noble}} holds where the list has it"
      ),
      (
        ["discovered": ["below": "today+1h"]],
        "there is no time \"today+1h\" [invalid-setting]; 'today' and 'now' may have a number of d, w, m or y, "
          + "and 'now' of h: today+30d, today-1y, now+2h"
      ),
      (
        ["seen": ["in": ["now", "now 2h"]]],
        "there is no time \"now 2h\" [invalid-setting]; 'today' and 'now' may have a number of d, w, m or y, "
          + "and 'now' of h: today+30d, today-1y, now+2h"
      ),
      (
        ["discovered.month": "today"],
        "'discovered.month' must be a date such as 2024-05-01, found \"today\" [invalid-value]; 'format' tells how the "
          + "source writes dates, for example format: \"d.M.y\""
      ),
      (
        ["discovered": ["equal": "today"]],
        "there is no comparison 'equal' [unknown-key]; known here: in, above, at-least, below, at-most, contains, "
          + "matches, exists"
      ),
      (["heavy": "maybe"], "the flag 'heavy' is true or false, found \"maybe\" [invalid-setting]"),
    ] as [(Setting, String)])
  func `a condition that cannot be is named`(setting: Setting, message: String) throws {
    let (condition, messages) = try read(setting, flags: ["heavy"])
    #expect(condition == nil)
    #expect(messages == ["list.yml:3:5: error: " + message])
  }

  @Test(
    arguments: [
      (["category": ["in": []]], "'in' must be a list of values, found an empty one"),
      (["category": [:]], "'category' is compared with nothing"),
      (["number": ["at-least": "5", "at-most": "3"]], "no value of 'number' is within these bounds"),
      (["number": ["above": "5", "at-most": "5"]], "no value of 'number' is within these bounds"),
      ([:], "a condition must be a mapping of fields to values, found an empty one"),
      (["not": ["category": ["in": []]]], "'in' must be a list of values, found an empty one"),
    ] as [(Setting, String)])
  func `a condition that asks for nothing is an error`(setting: Setting, message: String) throws {
    let (condition, messages) = try read(setting)
    #expect(condition == nil)
    #expect(messages.count == 1 && messages[0].contains(message), "\(messages)")
  }

  @Test func `a pattern that is none is named at its place`() throws {
    #expect(
      try read(["name": ["matches": "a(b"]]).messages == [
        "list.yml:3:8: error: the pattern is not valid: the group is never closed [invalid-setting]"
      ])
    // Where a pattern stands on several lines, it is known where the first of them begins.
    #expect(
      try read(["name": ["matches": "a b(c"]]).messages == [
        "list.yml:3:5: error: the pattern is not valid: the group is never closed [invalid-setting]"
      ])
  }
}
