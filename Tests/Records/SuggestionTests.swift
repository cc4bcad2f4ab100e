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

  @Test func `a name that differs in capitals alone is the nearest`() {
    #expect(Suggestion.nearest(to: "Name", in: ["nam", "dame", "name"]) == "name")
  }

  /// The table of all distances, as textbooks have it.
  private func distance(_ left: [Character], _ right: [Character]) -> Int {
    var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
    for row in 1..<(left.count + 1) {
      for column in 1..<(right.count + 1) {
        let isSame = left[row - 1] == right[column - 1]
        var cost = min(
          table[row - 1][column - 1] + (isSame ? 0 : 1), table[row - 1][column] + 1, table[row][column - 1] + 1)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, table[row - 2][column - 2] + 1)
        }
        table[row][column] = cost
      }
    }
    return table[left.count][right.count]
  }

  @Test(arguments: ["ab", "äb"])
  func `what is near is what the whole table of distances says`(letters: String) {
    for _ in 0..<3_000 {
      func word() -> String { String((0..<Int.random(in: 0...12)).map { _ in letters.randomElement() ?? "a" }) }
      let name = word()
      let known = (0..<4).map { _ in word() }.filter { $0 != name }
      let limit = max(1, min(3, name.count / 3))
      let distances = known.map { distance(Array(name), Array($0)) }
      let nearest = distances.min().flatMap { $0 <= limit ? distances.firstIndex(of: $0) : nil }
      #expect(Suggestion.nearest(to: name, in: known) == nearest.map { known[$0] }, "\(name) among \(known)")
    }
  }

  @Test func `many slips among many names end without hints`() {
    let known = (0..<500).map { "choice number \($0)" }
    var diagnostics = Diagnostics()
    let hints = (0..<5_000).map { diagnostics.hint(for: "choise number \($0 % 500)", in: known) }
    #expect(hints[0] == "did you mean 'choice number 0'?")
    #expect(hints.count { $0 != nil } == 2_000)
    // The bound is for all files together.
    var all = Diagnostics()
    all.append(diagnostics)
    #expect(all.hint(for: "choise number 1", in: known) == nil)
    #expect(Diagnostics().comparisons == 1_000_000)
    // A few names take no time to compare.
    #expect(diagnostics.hint(for: "nmae", in: ["name"]) == nil)
  }

  @Test func `a text that is no name is not compared`() {
    #expect(Suggestion.nearest(to: String(repeating: "a", count: 500), in: [String(repeating: "a", count: 499)]) == nil)
  }
}
