/// Guesses the intended name for one that does not exist.
package enum Suggestion {
  /// The known name nearest to `name`, or nil when none is near enough to be a likely slip.
  package static func nearest(to name: String, in known: some Sequence<String>) -> String? {
    guard name.utf8.count <= longest, var comparison = NameComparison(name) else { return nil }
    var limit = max(1, min(3, name.count / 3))
    var best: String?
    for candidate in known where candidate != name {
      guard let distance = comparison.distance(to: candidate, atMost: limit) else { continue }
      best = candidate
      if distance == 0 { return best }
      limit = distance - 1
    }
    return best
  }

  /// "did you mean 'x'?", or the whole list of known names when it is short, or nil.
  package static func hint(for name: String, in known: some Collection<String>) -> String? {
    if let nearest = nearest(to: name, in: known) { return "did you mean '\(nearest)'?" }
    var seen: Set<String> = []
    let names = known.filter { seen.insert($0).inserted }
    guard !names.isEmpty, names.count <= few else { return nil }
    return "known here: \(names.map(\.shortened).joined(separator: ", "))"
  }

  /// How many names are few: enough to be listed, and too few to be worth counting.
  static let few = 16
  /// The most bytes of a name that may be a slip of another.
  private static let longest = 200
}

/// Counts the slips between one name and others.
private struct NameComparison {
  private let name: [Unicode.Scalar]
  private var other: [Unicode.Scalar] = []
  /// The last three rows of the table of distances, of which only the cells near the diagonal are used.
  private var rows: [[Int]] = [[], [], []]

  init?(_ name: String) {
    var scalars: [Unicode.Scalar] = []
    Self.lower(name, into: &scalars)
    self.name = scalars
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours; nil where it is greater than `limit`,
  /// which is seen early.
  mutating func distance(to candidate: String, atMost limit: Int) -> Int? {
    // A scalar has four bytes at most, and a byte at least.
    let bytes = candidate.utf8.count
    guard bytes >= name.count - limit, bytes <= (name.count + limit) * 4 else { return nil }
    other.removeAll(keepingCapacity: true)
    Self.lower(candidate, into: &other)
    guard abs(name.count - other.count) <= limit else { return nil }
    let far = limit + 1
    for row in rows.indices where rows[row].count <= other.count {
      rows[row] += repeatElement(far, count: other.count + 1 - rows[row].count)
    }
    for column in 0...other.count { rows[0][column] = min(column, far) }
    for row in 1..<(name.count + 1) {
      let (last, beforeLast, current) = ((row + 2) % 3, (row + 1) % 3, row % 3)
      let first = max(1, row - limit)
      let end = min(other.count, row + limit)
      rows[current][first - 1] = first == 1 ? min(row, far) : far
      var least = rows[current][first - 1]
      for column in first..<(max(first, end + 1)) {
        let isSame = name[row - 1] == other[column - 1]
        let above = column == row + limit ? far : rows[last][column]
        var cost = min(rows[last][column - 1] + (isSame ? 0 : 1), above + 1, rows[current][column - 1] + 1)
        if row > 1, column > 1, name[row - 1] == other[column - 2], name[row - 2] == other[column - 1] {
          cost = min(cost, rows[beforeLast][column - 2] + 1)
        }
        rows[current][column] = cost
        least = min(least, cost)
      }
      if least > limit { return nil }
    }
    let distance = rows[name.count % 3][other.count]
    return distance <= limit ? distance : nil
  }

  private static func lower(_ text: String, into scalars: inout [Unicode.Scalar]) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      scalars.append(contentsOf: text.lowercased().unicodeScalars)
      return
    }
    for byte in text.utf8 { scalars.append(Unicode.Scalar((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)) }
  }
}

extension Node {
  /// A key of the mapping that may be a slip of one that it lacks, as a hint.
  package func slip(of key: String) -> String? {
    Suggestion.nearest(to: key, in: (entries ?? []).map(\.key)).map { "did you mean '\(key)' instead of '\($0)'?" }
  }
}

extension Diagnostics {
  /// "did you mean 'x'?", or the whole list of known names when it is short, or nil.
  ///
  /// Many wrong names among many known ones would take time without end, so after a million comparisons there are no
  /// more hints of this kind. The known names may take time to list, and are asked for only then.
  package mutating func hint<Names: Collection<String>>(for name: String, in known: @autoclosure () -> Names) -> String?
  {
    compared(known).flatMap { Suggestion.hint(for: name, in: $0) }
  }

  /// The known name nearest to `name`, while hints are still looked for.
  package mutating func nearest<Names: Collection<String>>(
    to name: String, in known: @autoclosure () -> Names
  ) -> String? {
    compared(known).flatMap { Suggestion.nearest(to: name, in: $0) }
  }

  private mutating func compared<Names: Collection<String>>(_ known: () -> Names) -> Names? {
    guard comparisons > 0 else { return nil }
    let names = known()
    if names.count > Suggestion.few { comparisons -= names.count }
    return names
  }
}
