import CellistText
import Testing

@testable import CellistRecords

@Suite struct OrderKeyTests {
  private func key(_ value: Value, _ type: FieldType, descending: Bool = false, tie: String = "") throws -> OrderKey {
    var key = OrderKey()
    key.append(value, type: type, language: try language(), descending: descending)
    key.append(tie: tie)
    return key
  }

  /// Values of one type in rising order, no two of them equal.
  static let rising: [(FieldType, [Value])] = [
    (
      .integer,
      [
        .integer(.min), .integer(-1), .integer(0), .integer(9), .integer(10), .integer(1 << 53),
        .integer(1 << 53 + 1), .integer(.max),
      ]
    ),
    (
      .number,
      [
        "-1e6144", "-2.5", "-0.1", "0", "1e-6144", "0.1", "2.5", "10", "9007199254740992", "9007199254740993", "1e6144",
      ].map(Value.number)
    ),
    (.boolean, [.boolean(false), .boolean(true)]),
    (.date, [-700_000, -1, 0, 1, 700_000].map { .date(Day(number: $0)) }),
    (.datetime, [-9_999_999_999, -1, 0, 1, 9_999_999_999].map { .datetime(Moment(instant: $0)) }),
    (.text, ["", "#", "1", "a", "á", "ab", "b", "Zebra"].map(Value.text)),
    (
      .version,
      [
        "0.9", "1.0-alpha", "1.0-alpha.1", "1.0-alpha.beta", "1.0-beta.2", "1.0-beta.11", "1.0rc1", "1.0", "1.0.2",
        "1.0.2k", "v1.1", "1.2.0.dev3", "1.2.0-alpha.1", "1.2b1", "1.2rc1", "1.2", "2.0.0-beta.2", "2.0.0", "2.0.1",
        "10.0", "2024.5",
      ].map(Value.text)
    ),
    (.choice(["zinc", "iron", "gold"]), ["zinc", "iron", "gold", "unheard of"].map(Value.text)),
    (.list(.text), [["a"], ["a", "b"], ["a", "c"], ["ab"], ["b", "a"]].map { .list($0.map(Value.text)) }),
    (.list(.integer), [[-1, 9], [1], [1, 0], [1, 0, 0], [2]].map { .list($0.map(Value.integer)) }),
    (
      .list(.list(.integer)),
      [[[1]], [[1], [1]], [[1, 1]], [[2]]].map { .list($0.map { .list($0.map(Value.integer)) }) }
    ),
  ]

  @Test(arguments: rising)
  func `the order of the bytes is the order of the values`(type: FieldType, values: [Value]) throws {
    for (index, value) in values.enumerated() {
      for (other, second) in values.enumerated() {
        // A long tie must not outweigh the value.
        let one = try key(value, type, tie: index.isMultiple(of: 2) ? "zzzz" : "")
        let two = try key(second, type, tie: index.isMultiple(of: 2) ? "" : "zzzz")
        if index != other { #expect((one < two) == (index < other), "\(value) and \(second)") }
      }
    }
  }

  @Test(arguments: rising)
  func `descending reverses the order`(type: FieldType, values: [Value]) throws {
    let keys = try values.map { try key($0, type, descending: true, tie: "x") }
    #expect(keys.sorted() == keys.reversed())
  }

  @Test(arguments: rising, [false, true])
  func `what is missing comes last either way`(row: (FieldType, [Value]), descending: Bool) throws {
    let missing = try [
      key(.absent, row.0, descending: descending), key(.list([]), row.0, descending: descending),
      key(.map([]), row.0, descending: descending),
    ]
    for value in row.1 {
      let present = try key(value, row.0, descending: descending, tie: "zzz")
      for one in missing { #expect(present < one) }
    }
    #expect(Set(missing).count == 1)
  }

  @Test func `equal values tie, and the tie is in bytes of the id`() throws {
    #expect(try key(.number("1.0"), .number) == key(.number("1"), .number))
    #expect(try key(.text("v1.0+linux"), .version) == key(.text("1.0.0"), .version))
    #expect(try key(.number("-0"), .number) == key(.number("0"), .number))
    #expect(try key(.absent, .text, tie: "B") < key(.absent, .text, tie: "a"))
    #expect(try key(.integer(1), .integer, tie: "a") < key(.integer(1), .integer, tie: "a1"))
  }

  @Test func `the first value of a row decides, then the second`() throws {
    func row(_ first: String, _ second: Int) throws -> OrderKey {
      var key = OrderKey()
      key.append(.text(first), type: .text, language: try language())
      key.append(.integer(second), type: .integer, language: try language(), descending: true)
      return key
    }
    let keys = try [row("a", 2), row("a", 1), row("ab", 9), row("b", 0)]
    #expect(keys.shuffled().sorted() == keys)
  }

  @Test func `an empty key comes before all others`() throws {
    #expect(try OrderKey() < key(.boolean(false), .boolean))
    #expect(!(OrderKey() < OrderKey()))
  }
}
