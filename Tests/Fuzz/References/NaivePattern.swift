/// A regular expression matched by trying everything: small enough to see that it is right.
struct NaivePattern {
  private indirect enum Tree {
    case set(@Sendable (Unicode.Scalar) -> Bool)
    case start, end
    case sequence([Tree])
    case either([Tree])
    case many(Tree, least: Int, most: Int)
  }

  private let tree: Tree

  /// Reads a pattern that `Pattern` accepts; nil for one with counts too large to try.
  init?(_ source: String) {
    var parser = Parser(rest: Array(source.unicodeScalars)[...])
    guard let tree = parser.either(), parser.rest.isEmpty else { return nil }
    self.tree = tree
  }

  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return (0...scalars.count).contains { !Self.ends(tree, [$0], scalars).isEmpty }
  }

  /// Where a match can end that begins at one of some places.
  private static func ends(_ tree: Tree, _ starts: Set<Int>, _ text: [Unicode.Scalar]) -> Set<Int> {
    switch tree {
    case .set(let holds): return Set(starts.filter { $0 < text.count && holds(text[$0]) }.map { $0 + 1 })
    case .start: return starts.intersection([0])
    case .end: return starts.intersection([text.count])
    case .sequence(let parts): return parts.reduce(starts) { ends($1, $0, text) }
    case .either(let parts): return parts.reduce(into: []) { $0.formUnion(ends($1, starts, text)) }
    case .many(let part, let least, let most):
      var current = starts
      for _ in 0..<least { current = ends(part, current, text) }
      var all = current
      for _ in least..<max(least, most) {
        current = ends(part, current, text).subtracting(all)
        if current.isEmpty { break }
        all.formUnion(current)
      }
      return all
    }
  }

  private struct Parser {
    var rest: ArraySlice<Unicode.Scalar>

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }

    mutating func either() -> Tree? {
      var branches: [Tree] = []
      repeat {
        guard let branch = sequence() else { return nil }
        branches.append(branch)
      } while take("|")
      return .either(branches)
    }

    private mutating func sequence() -> Tree? {
      var parts: [Tree] = []
      while let next = rest.first, next != "|", next != ")" {
        guard let atom = atom(), let part = repeated(atom) else { return nil }
        parts.append(part)
      }
      return .sequence(parts)
    }

    private mutating func repeated(_ atom: Tree) -> Tree? {
      var bounds: (Int, Int)?
      if take("*") { bounds = (0, .max) }
      if bounds == nil, take("+") { bounds = (1, .max) }
      if bounds == nil, take("?") { bounds = (0, 1) }
      if bounds == nil, take("{") {
        guard let least = count() else { return nil }
        var most = least
        if take(",") {
          if rest.first == "}" { most = .max } else if let count = count() { most = count } else { return nil }
        }
        guard take("}") else { return nil }
        bounds = (least, most)
      }
      guard let (least, most) = bounds else { return atom }
      _ = take("?")
      return .many(atom, least: least, most: most)
    }

    /// A count that is small enough to try.
    private mutating func count() -> Int? {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      guard digits.count < 10, let count = Int(digits.map(String.init).joined()), count <= 8 else { return nil }
      return count
    }

    private mutating func atom() -> Tree? {
      guard let scalar = rest.popFirst() else { return nil }
      switch scalar {
      case "(":
        if take("?"), !take(":") { return nil }
        guard let tree = either(), take(")") else { return nil }
        return tree
      case "[": return scalarClass()
      case ".": return .set { $0 != "\n" }
      case "^": return .start
      case "$": return .end
      case "\\": return escape().map(Tree.set)
      default: return .set { $0 == scalar }
      }
    }

    private mutating func escape() -> (@Sendable (Unicode.Scalar) -> Bool)? {
      guard let scalar = rest.popFirst() else { return nil }
      let isDigit: @Sendable (Unicode.Scalar) -> Bool = { ("0"..."9").contains($0) }
      let isWord: @Sendable (Unicode.Scalar) -> Bool = {
        ("0"..."9").contains($0) || ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "_"
      }
      let isSpace: @Sendable (Unicode.Scalar) -> Bool = { " \t\n\u{B}\u{C}\r".unicodeScalars.contains($0) }
      switch scalar {
      case "d": return isDigit
      case "D": return { !isDigit($0) }
      case "w": return isWord
      case "W": return { !isWord($0) }
      case "s": return isSpace
      case "S": return { !isSpace($0) }
      case "n": return { $0 == "\n" }
      case "t": return { $0 == "\t" }
      default: return { $0 == scalar }
      }
    }

    private mutating func scalarClass() -> Tree? {
      let isInverted = take("^")
      var parts: [@Sendable (Unicode.Scalar) -> Bool] = []
      while let scalar = rest.first, scalar != "]" || parts.isEmpty {
        rest.removeFirst()
        if scalar == "\\" {
          guard let escaped = escape() else { return nil }
          parts.append(escaped)
        } else if rest.first == "-", let last = rest.dropFirst().first, last != "]" {
          rest = rest.dropFirst(2)
          guard scalar <= last else { return nil }
          parts.append { (scalar...last).contains($0) }
        } else {
          parts.append { $0 == scalar }
        }
      }
      guard take("]") else { return nil }
      let all = parts
      return .set { scalar in all.contains { $0(scalar) } != isInverted }
    }
  }
}
