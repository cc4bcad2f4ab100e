/// Guesses what somebody meant who wrote a name that does not exist.
package enum Suggestion {
  /// The known name nearest to `name`, or nil when none is near enough to be a likely slip.
  package static func nearest(to name: String, in known: some Sequence<String>) -> String? {
    let limit = max(1, min(3, name.count / 3))
    var best: (name: String, distance: Int)?
    for candidate in known where candidate != name {
      let distance = distance(Array(name.lowercased().unicodeScalars), Array(candidate.lowercased().unicodeScalars))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// "did you mean 'x'?", or the whole list of known names when it is short, or nil.
  package static func hint(for name: String, in known: some Collection<String>) -> String? {
    if let nearest = nearest(to: name, in: known) { return "did you mean '\(nearest)'?" }
    guard !known.isEmpty, known.count <= 16 else { return nil }
    return "known here: \(known.joined(separator: ", "))"
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two names.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard abs(left.count - right.count) <= 3 else { return .max }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
