import CellistRecords

/// A name that several columns of a table have. Each of them is read by the name with a number after it: `note 2`.
package struct SharedName: Sendable {
  /// Where the first column has it.
  package let first: SourceLocation
  /// Where the second one does.
  package let second: SourceLocation
  /// The names by which the columns are read, in order.
  package let names: [String]

  /// Gives each column of a header a name of its own; those without a name keep none. O(n).
  package static func numbered(
    _ header: [(name: String, location: SourceLocation)]
  ) -> (names: [String], shared: [String: SharedName]) {
    var columns: [String: [Int]] = [:]
    for (index, column) in header.enumerated() where !column.name.isEmpty {
      columns[column.name, default: []].append(index)
    }
    var names = header.map(\.name)
    var shared: [String: SharedName] = [:]
    for (name, indices) in columns where indices.count > 1 {
      let free = (1...).lazy.map { "\(name) \($0)" }.filter { columns[$0] == nil }.prefix(indices.count)
      for (index, numbered) in zip(indices, free) { names[index] = numbered }
      shared[name] = SharedName(
        first: header[indices[0]].location, second: header[indices[1]].location, names: indices.map { names[$0] })
    }
    return (names, shared)
  }
}
