import CellistText
import Testing

@testable import CellistRecords

@Suite struct ValueTests {
  @Test(arguments: [
    (Value.absent, ""), (.text("a"), "a"), (.integer(-3), "-3"), (.number("1.50"), "1.50"), (.boolean(true), "true"),
    (.date(Day(number: 0)), "1970-01-01"), (.datetime(Moment(instant: 0)), "1970-01-01T00:00:00Z"),
    (.list([.text("a"), .integer(1)]), "a, 1"),
    (.map([.init(key: "a", value: .text("x")), .init(key: "b", value: .integer(2))]), "a: x, b: 2"),
  ])
  func `plain text is the same in every language`(value: Value, text: String) {
    #expect(value.plainText == text)
  }

  @Test func `one value is a list of one, and an absent one of none`() {
    #expect(Value.text("a").items == [.text("a")])
    #expect(Value.absent.items == [])
    #expect(Value.list([.integer(1)]).items == [.integer(1)])
  }

  @Test func `empty lists and maps are missing, an empty text is not`() {
    #expect(Value.absent.isMissing && Value.list([]).isMissing && Value.map([]).isMissing)
    #expect(!Value.text("").isMissing && !Value.boolean(false).isMissing && !Value.integer(0).isMissing)
    #expect(Value.absent.isAbsent && !Value.list([]).isAbsent)
  }

  @Test func `dotted keys lead through mappings, whole keys first`() {
    let node = mapping(["name": mapping(["common": mapping(["short": scalar("a")])]), "a.b": scalar("c")])
    #expect(node.descendant("name.common.short")?.text == "a")
    #expect(node.descendant("a.b")?.text == "c")
    #expect(node.descendant("name.official") == nil)
    #expect(node.descendant("a.b.c") == nil)
  }
}
