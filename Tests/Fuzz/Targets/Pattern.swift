import CellistText

extension FuzzTarget {
  /// Patterns: one matches where a naive matcher says so, and what is wrong with one has a place in it.
  static let pattern = FuzzTarget(
    "pattern",
    seeds: [
      "^[a-z]+\\d{2,4}$\nabc123", "(a|b)*c?\nababc", "[^\\s\\w]\\.\n!.", "(?:x(y|z){0,3}){2}\nxyxz", "^$|a+?b*?\n",
      ".\\n\na",
      "[]a-]\n-", "(((a?)*)+){1,}\naaa",
    ],
    words: [
      "(?:", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\n", "\\t", "[^", "{2,}", "{0,3}", "*?", "+?", "??", "é",
    ]
  ) { input in
    let parts = input.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let source = parts[0]
    let text = parts.count > 1 ? parts[1] : ""
    do throws(Pattern.Problem) {
      let pattern = try Pattern(source)
      let isMatch = pattern.matches(text)
      guard source.unicodeScalars.count <= 60, text.unicodeScalars.count <= 30, let naive = NaivePattern(source) else {
        return
      }
      law(naive.matches(text) == isMatch, "the naive matcher says otherwise")
    } catch {
      law((0...source.unicodeScalars.count).contains(error.offset), "a problem has a place in the pattern")
      law(!error.message.isEmpty, "a problem is named")
    }
  }
}
