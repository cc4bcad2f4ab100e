import CellistBase

/// A regular expression that matches in time proportional to the text: what `matches` takes.
///
/// It knows literals, `.`, classes such as `[a-z]`, `\d \w \s` and their opposites, `^ $`, groups, `|` and
/// `* + ? {m,n}`; nothing that needs backtracking. All threads of the match advance together, one scalar at a time, so a
/// scalar costs at most as much as the pattern is long, and patterns have a limit.
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
    /// In ascending order, and not adjacent.
    private let ranges: [ClosedRange<UInt32>]
    private let isInverted: Bool
    /// Which ASCII characters are in the set, a bit for each: they are tested most often.
    private let low: UInt64
    private let high: UInt64

    init(_ ranges: [ClosedRange<UInt32>], isInverted: Bool = false) {
      var merged: [ClosedRange<UInt32>] = []
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
          merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        } else {
          merged.append(range)
        }
      }
      self.ranges = merged
      self.isInverted = isInverted
      var bits: (UInt64, UInt64) = (0, 0)
      for range in merged where range.lowerBound < 128 {
        for scalar in range.lowerBound...min(range.upperBound, 127) {
          if scalar < 64 { bits.0 |= 1 << UInt64(scalar) } else { bits.1 |= 1 << UInt64(scalar - 64) }
        }
      }
      (low, high) = isInverted ? (~bits.0, ~bits.1) : bits
    }

    /// The ranges of a set that is not negated.
    var listed: [ClosedRange<UInt32>]? { isInverted ? nil : ranges }

    func contains(_ scalar: UInt32) -> Bool {
      if scalar < 64 { return low >> UInt64(scalar) & 1 == 1 }
      if scalar < 128 { return high >> UInt64(scalar - 64) & 1 == 1 }
      let first = ranges.firstPlace { $0.upperBound >= scalar }
      return (first < ranges.count && ranges[first].lowerBound <= scalar) != isInverted
    }
  }

  /// A fault in a pattern, and at which of its scalars, counted from 0.
  package struct Problem: Error {
    package let message: String
    package let offset: Int
  }

  /// The most steps that a pattern may compile to, one for each character or class and about one for each operator;
  /// repetitions multiply them. A megabyte of text takes some seconds with as many, and no longer.
  static let limit = 1_100

  package let source: String
  private let program: Program

  package init(_ source: String) throws(Problem) {
    self.source = source
    var parser = Parser(scalars: Array(source.unicodeScalars))
    let tree = try parser.either(depth: 0)
    guard parser.isAtEnd else { throw Problem(message: "there is no group to close", offset: parser.offset) }
    var steps = Steps()
    try steps.emit(tree)
    steps.all.append(.match)
    program = Program(steps.all)
  }

  /// How many steps the pattern compiled to.
  var size: Int { program.kinds.count }

  /// Whether the pattern fits anywhere in a text.
  package func matches(_ text: String) -> Bool { match(text).fits }

  /// Whether the pattern fits anywhere in a text, and how many steps it took to see that.
  func match(_ text: String) -> (fits: Bool, work: Int) {
    var threads = Threads(count: size)
    var current: [Int] = []
    var next: [Int] = []
    var holds = [Bool](repeating: false, count: program.sets.count)
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while true {
      let isEnd = index == scalars.endIndex
      if threads.add(0, of: program, to: &current, atStart: index == scalars.startIndex, atEnd: isEnd) {
        return (true, threads.work)
      }
      if isEnd { return (false, threads.work) }
      let scalar = scalars[index].value
      index = scalars.index(after: index)
      let isLast = index == scalars.endIndex
      for set in holds.indices { holds[set] = program.sets[set].contains(scalar) }
      threads.advance(work: current.count)
      next.removeAll(keepingCapacity: true)
      for step in current where holds[program.first[step]] {
        if threads.add(step + 1, of: program, to: &next, atStart: false, atEnd: isLast) { return (true, threads.work) }
      }
      swap(&current, &next)
    }
  }

  /// The steps in columns, which are faster to follow than values that contain arrays.
  private struct Program: Sendable, Hashable {
    enum Kind: UInt8 { case set, start, end, jump, match }

    var kinds: [Kind] = []
    /// The set that a step matches, or the step that follows it.
    var first: [Int] = []
    /// The second step that follows it; the step itself if there is none.
    var second: [Int] = []
    /// Each set once, however many steps take it.
    var sets: [ScalarSet] = []

    init(_ steps: [Step]) {
      var known: [ScalarSet: Int] = [:]
      for (index, step) in steps.enumerated() {
        var targets: [Int] = []
        switch step {
        case .set(let set):
          kinds.append(.set)
          targets = [known[set] ?? sets.count]
          if known.updateValue(targets[0], forKey: set) == nil { sets.append(set) }
        case .start: kinds.append(.start)
        case .end: kinds.append(.end)
        case .match: kinds.append(.match)
        case .jump(let places):
          kinds.append(.jump)
          targets = places
        }
        first.append(targets.first ?? index)
        second.append(targets.count > 1 ? targets[1] : index)
      }
    }
  }

  /// The positions of all threads of a match.
  private struct Threads {
    /// Before which scalar each step was last reached.
    private var reached: [Int]
    private var now = 1
    private var pending: [Int] = []
    private(set) var work = 0

    init(count: Int) { reached = Array(repeating: 0, count: count) }

    mutating func advance(work: Int) {
      now += 1
      self.work += work
    }

    /// Adds the steps that take a scalar and can be reached from `start` without one; true when the match is.
    mutating func add(
      _ start: Int, of program: borrowing Program, to taking: inout [Int], atStart: Bool, atEnd: Bool
    ) -> Bool {
      var step = start
      while true {
        if reached[step] != now {
          reached[step] = now
          work += 1
          switch program.kinds[step] {
          case .set: taking.append(step)
          case .match:
            pending.removeAll(keepingCapacity: true)
            return true
          case .jump:
            if program.second[step] != step { pending.append(program.second[step]) }
            step = program.first[step]
            continue
          case .start: if atStart { pending.append(step + 1) }
          case .end: if atEnd { pending.append(step + 1) }
          }
        }
        guard let other = pending.popLast() else { return false }
        step = other
      }
    }
  }

  /// The steps that a pattern compiles to, as far as it has.
  private struct Steps {
    var all: [Step] = []

    mutating func emit(_ tree: Tree) throws(Problem) {
      guard all.count < Pattern.limit else { throw Problem(message: "the pattern is too large", offset: 0) }
      switch tree {
      case .empty: break
      case .set(let set): all.append(.set(set))
      case .start: all.append(.start)
      case .end: all.append(.end)
      case .sequence(let parts): for part in parts { try emit(part) }
      case .either(let branches):
        var ends: [Int] = []
        for (index, branch) in branches.enumerated() {
          let fork = all.count
          if index < branches.count - 1 { all.append(.jump([])) }
          try emit(branch)
          if index < branches.count - 1 {
            ends.append(all.count)
            all.append(.jump([]))
            all[fork] = .jump([fork + 1, all.count])
          }
        }
        for end in ends { all[end] = .jump([all.count]) }
      case .many(let part, let least, let most):
        for _ in 0..<least {
          let before = all.count
          try emit(part)
          if all.count == before { break }
        }
        if let most {
          var forks: [Int] = []
          for _ in least..<Swift.max(least, most) {
            forks.append(all.count)
            all.append(.jump([]))
            try emit(part)
          }
          for fork in forks { all[fork] = .jump([fork + 1, all.count]) }
        } else {
          let fork = all.count
          all.append(.jump([]))
          try emit(part)
          all.append(.jump([fork]))
          all[fork] = .jump([fork + 1, all.count])
        }
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
      case ".": return .set(ScalarSet([10...10], isInverted: true))
      case "^": return .start
      case "$": return .end
      case "*", "+", "?", "{": throw Problem(message: "there is nothing to repeat", offset: offset - 1)
      case "\\": return .set(try escape())
      default: return .set(ScalarSet([scalar.value...scalar.value]))
      }
    }

    mutating func escape() throws(Problem) -> ScalarSet {
      guard let scalar = next else { throw problem("the pattern ends inside an escape") }
      offset += 1
      let digits: [ClosedRange<UInt32>] = [48...57]
      let words: [ClosedRange<UInt32>] = [48...57, 65...90, 95...95, 97...122]
      let spaces: [ClosedRange<UInt32>] = [9...13, 32...32]
      switch scalar {
      case "d": return ScalarSet(digits)
      case "D": return ScalarSet(digits, isInverted: true)
      case "w": return ScalarSet(words)
      case "W": return ScalarSet(words, isInverted: true)
      case "s": return ScalarSet(spaces)
      case "S": return ScalarSet(spaces, isInverted: true)
      case "n": return ScalarSet([10...10])
      case "t": return ScalarSet([9...9])
      default:
        guard !scalar.properties.isAlphabetic, !digits[0].contains(scalar.value) else {
          throw Problem(message: "there is no escape '\\\(scalar)'", offset: offset - 2)
        }
        return ScalarSet([scalar.value...scalar.value])
      }
    }

    mutating func scalarClass() throws(Problem) -> ScalarSet {
      let opening = offset - 1
      let isInverted = take("^")
      var ranges: [ClosedRange<UInt32>] = []
      var isFirst = true
      while let scalar = next, scalar != "]" || isFirst {
        isFirst = false
        offset += 1
        if scalar == "\\" {
          guard let escaped = try escape().listed else { throw problem("a negated class cannot be in brackets") }
          ranges += escaped
        } else if next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" {
          offset += 1
          let last = scalars[offset]
          guard scalar <= last, last != "\\" else { throw problem("the range is the wrong way round") }
          offset += 1
          ranges.append(scalar.value...last.value)
        } else {
          ranges.append(scalar.value...scalar.value)
        }
      }
      guard take("]") else { throw Problem(message: "the class is never closed", offset: opening) }
      return ScalarSet(ranges, isInverted: isInverted)
    }
  }
}
