import Testing

@testable import CellistText

@Suite struct PatternTests {
  @Test(arguments: [
    ("", "", true), ("", "abc", true), ("b", "abc", true), ("^b", "abc", false), ("^a", "abc", true),
    ("c$", "abc", true),
    ("b$", "abc", false), ("^$", "", true), ("^$", "a", false), ("a|b", "xbx", true), ("^(a|b)$", "ab", false),
    ("^(?:ab)+$", "ababab", true), ("^a{2,3}$", "a", false), ("^a{2,3}$", "aaa", true), ("^a{2,3}$", "aaaa", false),
    ("^a{2}$", "aa", true), ("^a{2,}$", "aaaaa", true), ("^a{0}$", "", true), ("^\\d{4}-\\d\\d$", "2024-05", true),
    ("^[a-c]+$", "abc", true), ("[^a-c]", "abc", false), ("[]]", "]", true), ("[^]]", "]", false), ("[a-]", "-", true),
    ("[\\]\\d]", "7", true), ("\\.", "a", false), ("\\.", ".", true), ("a.c", "a\nc", false), ("a.c", "a漢c", true),
    ("\\w\\W\\s\\S\\D", "a! bc", true), ("\\t\\n", "\t\n", true), ("xa+?y", "xy", false), ("xa+?y", "xaay", true),
    ("xa*?y", "xy", true), ("xa??y", "xy", true), ("a||b", "", true), ("(|a)b", "b", true), ("()", "", true),
    ("é", "é", true),
    ("[α-ω]", "λ", true), ("$^", "", true), ("a$b", "ab", false), ("(^a|b)c", "xac", false), ("(^a|b)c", "xbc", true),
  ])
  func `a pattern fits where it should`(pattern: String, text: String, fits: Bool) throws {
    #expect(try Pattern(pattern).matches(text) == fits)
  }

  @Test(arguments: [
    ("(", 1, "the group is never closed"), ("a)", 1, "there is no group to close"),
    ("[ab", 0, "the class is never closed"),
    ("x[]", 1, "the class is never closed"), ("*a", 0, "there is nothing to repeat"),
    ("a|+", 2, "there is nothing to repeat"),
    ("a**", 2, "there is nothing to repeat"), ("a++", 2, "there is nothing to repeat"),
    ("a{2}{3}", 4, "there is nothing to repeat"),
    ("a{", 2, "expected a count of at most 1000"), ("a{,3}", 2, "expected a count of at most 1000"),
    ("a{1001}", 6, "expected a count of at most 1000"), ("a{3,2}", 5, "expected {m}, {m,} or {m,n}"),
    ("a{3", 3, "expected {m}, {m,} or {m,n}"), ("\\", 1, "the pattern ends inside an escape"),
    ("a\\b", 1, "there is no escape '\\b'"), ("(a)\\1", 3, "there is no escape '\\1'"),
    ("(?=a)", 2, "only plain groups and (?:…) are known"), ("[z-a]", 3, "the range is the wrong way round"),
    ("[\\D]", 3, "a negated class cannot be in brackets"), ("(a{1000}){1000}", 0, "the pattern is too large"),
    (String(repeating: "(", count: 60), 50, "groups are nested too deeply"),
  ])
  func `a pattern that is none is named at its offset`(pattern: String, offset: Int, message: String) {
    do throws(Pattern.Problem) {
      _ = try Pattern(pattern)
      Issue.record("there should be a problem")
    } catch {
      #expect(error.message == message)
      #expect(error.offset == offset)
    }
  }

  /// A random pattern over two letters.
  private func randomPattern(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 4)) {
    case 0: "a"
    case 1: "b"
    case 2: ["[ab]", "[^a]", ".", "[b-c]"].randomElement() ?? ""
    case 3: ["^", "$", "a", "c"].randomElement() ?? ""
    case 4, 5: randomPattern(depth: depth - 1) + randomPattern(depth: depth - 1)
    case 6: "(?:" + randomPattern(depth: depth - 1) + "|" + randomPattern(depth: depth - 1) + ")"
    case 7: "(" + randomPattern(depth: depth - 1) + ")" + (["?", "{0,2}", "{2}", "{1,}"].randomElement() ?? "")
    default: "(?:" + randomPattern(depth: depth - 1) + ")" + (["*", "+", "?", "*?", "+?"].randomElement() ?? "")
    }
  }

  @Test func `a pattern fits where Swift's own regular expressions do`() throws {
    for _ in 0..<600 {
      let source = randomPattern(depth: 3)
      let pattern = try Pattern(source)
      let regex = try Regex(source)
      for _ in 0..<12 {
        let text = String((0..<Int.random(in: 0...6)).map { _ in "abc".randomElement() ?? "a" })
        #expect(
          try pattern.matches(text) == (regex.firstMatch(in: text) != nil), "\(source) in \(text.debugDescription)")
      }
    }
  }

  @Test(arguments: ["(a?){250}(a?){250}b", "^(a|b)*a(a|b){250}c", "((a?){30}){10}b", "(a*)*(a*)*b", "[^é]{0,400}b"])
  func `a scalar costs no more than the pattern is long`(source: String) throws {
    let pattern = try Pattern(source)
    let text = String(repeating: "a", count: 3_000)
    #expect(pattern.match(text).fits == false)
    #expect(pattern.size <= Pattern.limit)
    #expect(pattern.match(text).work <= 2 * pattern.size * (text.count + 1))
  }

  @Test func `what repetitions multiply beyond the limit is refused`() throws {
    #expect(try Pattern("a{1000}").matches(String(repeating: "a", count: 1_000)))
    #expect(throws: Pattern.Problem.self) { try Pattern("(a?){1000}(a?){1000}(a?){1000}(a?){1000}b") }
    #expect(throws: Pattern.Problem.self) { try Pattern(String(repeating: "a", count: 5_000)) }
  }

  @Test func `a class of many ranges is searched, not walked`() throws {
    let even = (0x4E00..<0x9000).filter { $0 % 2 == 0 }.compactMap { Unicode.Scalar($0).map(String.init) }.joined()
    let pattern = try Pattern("^[z\(even)a-c]$")
    #expect(pattern.matches("\u{4E02}") && pattern.matches("z") && pattern.matches("b"))
    #expect(!pattern.matches("\u{4E03}") && !pattern.matches("d") && !pattern.matches("\u{10FFFF}"))
    #expect(try Pattern("^[^a-y\u{E9}]$").matches("z"))
    #expect(try !Pattern("^[^a-y\u{E9}]$").matches("\u{E9}"))
  }

  @Test(arguments: ["^(a*)*b$", "^(a|a)*b$", "(a+)+b", "^(a?){50}a{50}b$", "(a|aa)+c$", "(.*)(.*)(.*)(.*)x"])
  func `no pattern needs more than linear time`(pattern: String) throws {
    #expect(try !Pattern(pattern).matches(String(repeating: "a", count: 100_000)))
  }

  @Test func `repeating nothing a billion times takes no time`() throws {
    #expect(try Pattern("(((){1000}){1000}){1000}").matches("x"))
  }
}
