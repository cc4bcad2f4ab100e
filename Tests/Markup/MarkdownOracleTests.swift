import Foundation
import Testing

/// Our tables, strikethrough, task lists and addresses beside those of GitHub's own program.
@Suite(.enabled(if: MarkdownOracle.isThere, "cmark-gfm is not installed (apt-get install cmark-gfm)"))
struct MarkdownOracleTests {
  private static let lines = [
    "| a | b |", "|---|---|", "|:-:|--:|", "a | b", "--- | ---", "|a|", "|-|", ":-", "-", "--", "---", "===",
    "    code",
    "    | x |", "<b>t</b>", "<div>", "2. x", "1. y", "- z", "- ", "* q", "> ", "> > ", "> |a|", "> |-|", "  ", "text",
    "", "", "~~s~~", "~o~", "~~", "*e*", "**b**", "_u_", "`c`", "`a|b`", "\\|", "\\~~x~~", "www.a.org",
    "www.a.org/x_y_z.", "http://b.org", "(https://c.org/(d))", "https://c.org/?a=b&c;", "me@x.org", "a.b-c_d@e.f.gh.",
    "@", "x@y", "[r]", "[t](/u)", "![i](/p)", "[r]: /ref", "- [ ] t", "- [x] d", "1. [X] n", "  - [x] m", "[ ] n",
    "# h",
    "```", "| `x|y` | z", "é", "&amp;", "<http://d.org>", "|", "||", "\\", "  | i | j |", "|\t-|", "\"", "!", "(", ")",
    "*http://e.org/*", "http://", "http://-", "www.x", "a~b~c", "~~a *b* c~~", "*a ~~b~~ c*", "| ~~x~~ | www.g.org |",
    " - | -", "a\\|b | c", "&lt;www.h.org&gt;", "http://h_o_.st/x", "~~a~", "~a~~", "é~~ö~~ü", "\u{a0}~~a~~", "|é|ö|",
  ]
  private static let ends = ["\n", "\n", "\n", "\n", "\n\n", " ", "", "\n> ", "\n  ", "\n- "]

  /// 5,000 made-up documents; `CELLIST_ORACLE=100000` for more.
  @Test func `made-up documents have the HTML that GitHub's program gives`() async throws {
    let count = ProcessInfo.processInfo.environment["CELLIST_ORACLE"].flatMap { Int($0) } ?? 5_000
    let seed = ProcessInfo.processInfo.environment["CELLIST_SEED"].flatMap { UInt64($0) } ?? 1
    let different = try await withThrowingTaskGroup(of: [String].self) { group in
      for part in 0..<4 {
        group.addTask {
          var random = Generator(state: seed &* 4 &+ UInt64(part))
          return try (0..<(count / 4)).compactMap { _ -> String? in
            let source = Self.document(&random)
            let (given, expected) = (MarkdownOracle.ours(source), try MarkdownOracle.html(source))
            return MarkdownOracle.isEqual(given, expected) ? nil : "\(source.debugDescription)\n\(given)\n\(expected)"
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(different.count == 0, "\(different.prefix(5).joined(separator: "\n\n"))")
  }

  private static func document(_ random: inout Generator) -> String {
    (0..<Int.random(in: 1...14, using: &random)).map { _ in
      (lines.randomElement(using: &random) ?? "") + (ends.randomElement(using: &random) ?? "")
    }.joined() + "\n"
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
