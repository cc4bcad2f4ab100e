import CellistRecords

/// A regular expression that is matched in time proportional to the text, whatever the text: what `matches` takes.
///
/// It knows literals, `.`, classes such as `[a-z]`, `\d \w \s` and their opposites, `^ $`, groups, `|` and
/// `* + ? {m,n}`; nothing that needs backtracking. All threads of the match advance together, one scalar at a time.
package struct Pattern: Sendable, Hashable {
  private indirect enum Tree {
    case empty
    case set(ScalarSet)
    case start
    case end
    case sequence([Tree])
    case either([Tree])
    case many(Tree, least: Int, most: Int?)
  }

  private enum Step: Sendable, Hashable {
    case set(ScalarSet)
    case start
    case end
    case jump([Int])
    case match
  }

  fileprivate struct ScalarSet: Sendable, Hashable {
    var ranges: [ClosedRange<UInt32>]
    var isInverted = false

    func contains(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } != isInverted }
  }

  /// What is wrong with a pattern, and at which of its scalars, counted from 0.
  package struct Problem: Error {
    package let message: String
    package let offset: Int
  }

  /// The most steps that a pattern may compile to; repetitions multiply them.
  private static let limit = 10_000

  package let source: String
  private var steps: [Step] = []

  package init(_ source: String) throws(Problem) {
    self.source = source
    var parser = Parser(scalars: Array(source.unicodeScalars))
    let tree = try parser.either(depth: 0)
    guard parser.isAtEnd else { throw Problem(message: "there is no group to close", offset: parser.offset) }
    try emit(tree)
    steps.append(.match)
  }

  /// Whether the pattern fits anywhere in a text.
  package func matches(_ text: String) -> Bool {
    var current = Threads(capacity: steps.count)
    var next = Threads(capacity: steps.count)
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while true {
      let isEnd = index == scalars.endIndex
      add(0, to: &current, atStart: index == scalars.startIndex, atEnd: isEnd)
      if current.matched { return true }
      if isEnd { return false }
      let scalar = scalars[index].value
      index = scalars.index(after: index)
      next.removeAll()
      for step in current.steps {
        if case .set(let set) = steps[step], set.contains(scalar) {
          add(step + 1, to: &next, atStart: false, atEnd: index == scalars.endIndex)
        }
      }
      swap(&current, &next)
    }
  }

  private struct Threads {
    var steps: [Int] = []
    var isPresent: [Bool]
    var matched = false

    init(capacity: Int) { isPresent = Array(repeating: false, count: capacity) }

    mutating func removeAll() {
      for step in steps { isPresent[step] = false }
      for step in waiting { isPresent[step] = false }
      steps.removeAll(keepingCapacity: true)
      waiting.removeAll(keepingCapacity: true)
      matched = false
    }
    /// Steps that were passed through and consume nothing.
    var waiting: [Int] = []
  }

  private func add(_ first: Int, to threads: inout Threads, atStart: Bool, atEnd: Bool) {
    var pending = [first]
    while let step = pending.popLast() {
      guard !threads.isPresent[step] else { continue }
      threads.isPresent[step] = true
      switch steps[step] {
      case .set: threads.steps.append(step)
      case .match:
        threads.matched = true
        threads.waiting.append(step)
      case .jump(let targets):
        threads.waiting.append(step)
        pending += targets
      case .start:
        threads.waiting.append(step)
        if atStart { pending.append(step + 1) }
      case .end:
        threads.waiting.append(step)
        if atEnd { pending.append(step + 1) }
      }
    }
  }

  private mutating func emit(_ tree: Tree) throws(Problem) {
    guard steps.count < Self.limit else { throw Problem(message: "the pattern is too large", offset: 0) }
    switch tree {
    case .empty: break
    case .set(let set): steps.append(.set(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let parts): for part in parts { try emit(part) }
    case .either(let branches):
      var ends: [Int] = []
      for (index, branch) in branches.enumerated() {
        let fork = steps.count
        if index < branches.count - 1 { steps.append(.jump([])) }
        try emit(branch)
        if index < branches.count - 1 {
          ends.append(steps.count)
          steps.append(.jump([]))
          steps[fork] = .jump([fork + 1, steps.count])
        }
      }
      for end in ends { steps[end] = .jump([steps.count]) }
    case .many(let part, let least, let most):
      for _ in 0..<least {
        let before = steps.count
        try emit(part)
        if steps.count == before { break }
      }
      if let most {
        var forks: [Int] = []
        for _ in least..<Swift.max(least, most) {
          forks.append(steps.count)
          steps.append(.jump([]))
          try emit(part)
        }
        for fork in forks { steps[fork] = .jump([fork + 1, steps.count]) }
      } else {
        let fork = steps.count
        steps.append(.jump([]))
        try emit(part)
        steps.append(.jump([fork]))
        steps[fork] = .jump([fork + 1, steps.count])
      }
    }
  }

  private struct Parser {
    let scalars: [Unicode.Scalar]
    var offset = 0

    var isAtEnd: Bool { offset == scalars.count }
    var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    func problem(_ message: String) -> Problem { Problem(message: message, offset: offset) }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard next == scalar else { return false }
      offset += 1
      return true
    }

    mutating func either(depth: Int) throws(Problem) -> Tree {
      guard depth < 50 else { throw problem("groups are nested too deeply") }
      var branches = [try sequence(depth: depth)]
      while take("|") { branches.append(try sequence(depth: depth)) }
      return branches.count == 1 ? branches[0] : .either(branches)
    }

    mutating func sequence(depth: Int) throws(Problem) -> Tree {
      var parts: [Tree] = []
      while let scalar = next, scalar != "|", scalar != ")" { parts.append(try repeated(try atom(depth: depth))) }
      return parts.isEmpty ? .empty : .sequence(parts)
    }

    mutating func repeated(_ atom: Tree) throws(Problem) -> Tree {
      let tree: Tree
      switch next {
      case "*": tree = .many(atom, least: 0, most: nil)
      case "+": tree = .many(atom, least: 1, most: nil)
      case "?": tree = .many(atom, least: 0, most: 1)
      case "{":
        offset += 1
        let least = try count()
        var most: Int? = least
        if take(",") { most = next == "}" ? nil : try count() }
        guard next == "}", most.map({ $0 >= least }) ?? true else { throw problem("expected {m}, {m,} or {m,n}") }
        tree = .many(atom, least: least, most: most)
      default: return atom
      }
      offset += 1
      // `a+?` prefers the shorter match; whether there is a match is the same.
      _ = take("?")
      return tree
    }

    mutating func count() throws(Problem) -> Int {
      var digits = ""
      while let scalar = next, ("0"..."9").contains(scalar) {
        digits.unicodeScalars.append(scalar)
        offset += 1
      }
      guard let count = Int(digits), count <= 1_000 else { throw problem("expected a count of at most 1000") }
      return count
    }

    mutating func atom(depth: Int) throws(Problem) -> Tree {
      guard let scalar = next else { throw problem("the pattern ends too early") }
      offset += 1
      switch scalar {
      case "(":
        if take("?") {
          guard take(":") else { throw problem("only plain groups and (?:…) are known") }
        }
        let tree = try either(depth: depth + 1)
        guard take(")") else { throw problem("the group is never closed") }
        return tree
      case "[": return .set(try scalarClass())
      case ".": return .set(ScalarSet(ranges: [10...10], isInverted: true))
      case "^": return .start
      case "$": return .end
      case "*", "+", "?", "{": throw Problem(message: "there is nothing to repeat", offset: offset - 1)
      case "\\": return .set(try escape())
      default: return .set(ScalarSet(ranges: [scalar.value...scalar.value]))
      }
    }

    mutating func escape() throws(Problem) -> ScalarSet {
      guard let scalar = next else { throw problem("the pattern ends inside an escape") }
      offset += 1
      let digits: [ClosedRange<UInt32>] = [48...57]
      let words: [ClosedRange<UInt32>] = [48...57, 65...90, 95...95, 97...122]
      let spaces: [ClosedRange<UInt32>] = [9...13, 32...32]
      switch scalar {
      case "d": return ScalarSet(ranges: digits)
      case "D": return ScalarSet(ranges: digits, isInverted: true)
      case "w": return ScalarSet(ranges: words)
      case "W": return ScalarSet(ranges: words, isInverted: true)
      case "s": return ScalarSet(ranges: spaces)
      case "S": return ScalarSet(ranges: spaces, isInverted: true)
      case "n": return ScalarSet(ranges: [10...10])
      case "t": return ScalarSet(ranges: [9...9])
      default:
        guard !scalar.properties.isAlphabetic, !digits[0].contains(scalar.value) else {
          throw Problem(message: "there is no escape '\\\(scalar)'", offset: offset - 2)
        }
        return ScalarSet(ranges: [scalar.value...scalar.value])
      }
    }

    mutating func scalarClass() throws(Problem) -> ScalarSet {
      let opening = offset - 1
      var set = ScalarSet(ranges: [], isInverted: take("^"))
      var isFirst = true
      while let scalar = next, scalar != "]" || isFirst {
        isFirst = false
        offset += 1
        if scalar == "\\" {
          let escaped = try escape()
          guard !escaped.isInverted else { throw problem("an opposite class cannot stand in brackets") }
          set.ranges += escaped.ranges
        } else if next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" {
          offset += 1
          let last = scalars[offset]
          guard scalar <= last, last != "\\" else { throw problem("the range is the wrong way round") }
          offset += 1
          set.ranges.append(scalar.value...last.value)
        } else {
          set.ranges.append(scalar.value...scalar.value)
        }
      }
      guard take("]") else { throw Problem(message: "the class is never closed", offset: opening) }
      return set
    }
  }
}
