import CellistRecords

/// The names that a tag may use at its place, from those of the innermost section to those of the whole page.
struct NamesInReach {
  /// The meaning of a name, and the place of its value.
  struct Binding {
    let shape: Shape
    /// The frame that holds the value, counted from the outermost.
    let level: Int
    /// The names that lead to the value within the frame.
    let path: [String]
  }

  private var scopes: [Binding]
  /// The places of unknown names that have been reported: the same place may be compiled many times.
  private var reported: Set<SourceLocation> = []

  init(_ shape: Shape) { scopes = [Binding(shape: shape, level: 0, path: [])] }

  mutating func open(_ scope: Binding) { scopes.append(scope) }

  mutating func close() { scopes.removeLast() }

  /// Finds the meaning of a name: the innermost scope that declares its first part decides.
  mutating func resolve(_ tag: TemplateNode.Tag, _ diagnostics: inout Diagnostics) -> Binding? {
    if tag.name == "." { return scopes.last }
    let parts = tag.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for scope in scopes.reversed() {
      switch Self.find(parts[...], in: scope.shape, longestName: scope.path.isEmpty ? 1 : .max) {
      case .found(let shape, let path):
        return Binding(shape: shape, level: scope.level, path: scope.path + path)
      case .stuck(let shape, let part, let before):
        guard reported.insert(tag.location).inserted else { return nil }
        diagnostics.error(
          .unknownName, "'\(before)' has no part '\(part)'", at: tag.location,
          hint: Suggestion.hint(for: part, in: shape.members.map(\.name)))
        return nil
      case .unknown: continue
      }
    }
    guard reported.insert(tag.location).inserted else { return nil }
    var seen: Set<String> = []
    let reachable = scopes.reversed().flatMap { $0.shape.members.map(\.name) }.filter { seen.insert($0).inserted }
    diagnostics.error(
      .unknownName, "there is no name '\(tag.name)' here", at: tag.location,
      hint: Suggestion.hint(for: parts[0], in: reachable))
    return nil
  }

  private enum Finding {
    case found(Shape, path: [String])
    /// The first part is declared, but not what follows.
    case stuck(Shape, part: String, before: String)
    case unknown
  }

  /// Follows a dotted name. The name of a part may contain dots, as a file's does, so where single parts name nothing,
  /// several are tried as one; only inside another name, since the Mustache specification wants the first part alone.
  private static func find(_ parts: ArraySlice<String>, in shape: Shape, longestName: Int = .max) -> Finding {
    guard !parts.isEmpty else { return .found(shape, path: []) }
    var stuck: Finding = .unknown
    for count in 1...min(parts.count, longestName) {
      let name = parts.prefix(count).joined(separator: ".")
      guard let member = shape.member(name) else { continue }
      let rest = parts.dropFirst(count)
      switch find(rest, in: member) {
      case .found(let shape, let path): return .found(shape, path: [name] + path)
      case .stuck(let shape, let part, let before): stuck = .stuck(shape, part: part, before: "\(name).\(before)")
      case .unknown:
        let hasDottedNames = member.members.contains { $0.name.contains(".") }
        stuck = .stuck(member, part: hasDottedNames ? rest.joined(separator: ".") : rest[rest.startIndex], before: name)
      }
    }
    return stuck
  }
}
