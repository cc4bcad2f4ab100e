import Testing

@testable import CellistRecords

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("nmae", "name"), ("Name", "name"), ("nam", "name"), ("names", "name"), ("numbr", "number"),
    ("catgeory", "category"),
    ("discoverd", "discovered"),
  ])
  func `a slip is near`(name: String, expected: String) {
    #expect(Suggestion.nearest(to: name, in: ["category", "discovered", "name", "number"]) == expected)
  }

  @Test(arguments: ["x", "mass", "discoveries-of-men", ""])
  func `another word is not`(name: String) {
    #expect(Suggestion.nearest(to: name, in: ["category", "discovered", "name", "number"]) == nil)
  }

  @Test func `the nearest wins, the first of equals, and never the name itself`() {
    #expect(Suggestion.nearest(to: "abcdef", in: ["abcxyf", "abcdxf"]) == "abcdxf")
    #expect(Suggestion.nearest(to: "ab", in: ["ac", "ad"]) == "ac")
    #expect(Suggestion.nearest(to: "same", in: ["same"]) == nil)
  }

  @Test func `without a near name a short list is shown, and a long one is not`() {
    #expect(Suggestion.hint(for: "nmae", in: ["name"]) == "did you mean 'name'?")
    #expect(Suggestion.hint(for: "q", in: ["name", "mass"]) == "known here: name, mass")
    #expect(Suggestion.hint(for: "q", in: (0..<17).map { "field\($0)" }) == nil)
    #expect(Suggestion.hint(for: "q", in: [String]()) == nil)
  }
}
