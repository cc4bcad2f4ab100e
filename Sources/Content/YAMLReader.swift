import CellistRecords
import CellistText
import Yams

/// Reads YAML into located nodes. Scalars stay text: what `no` or `007` means is for the declared type to say.
enum YAMLReader {
  /// The root of the document in `text`, which begins at `line` of a file; nil, with a diagnostic, when it is broken.
  static func read(_ text: String, file: String, line: Int = 1, _ diagnostics: inout Diagnostics) -> CellistRecords
    .Node?
  {
    let start = SourceLocation(file: file, line: line)
    if text.holds("\0"), let zero = text.utf8.firstIndex(of: 0) {
      let position = LineIndex(text).position(at: text.utf8.distance(from: text.startIndex, to: zero))
      diagnostics.error(
        .yamlSyntax, "the YAML contains a NUL character",
        at: start.advanced(line: position.line, column: position.column))
      return nil
    }
    do {
      // The default resolver would spend three quarters of the time on guessing types that nobody asks for.
      guard let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() else {
        return Node(.null, at: start)
      }
      // Every node needs at least a byte of source, so more nodes than bytes can only come from aliases of aliases.
      var budget = text.utf8.count + 1_000
      return convert(root, start, &budget, depth: 0, &diagnostics)
    } catch {
      report(error, start, &diagnostics)
      return nil
    }
  }

  private static func convert(
    _ node: Yams.Node, _ start: SourceLocation, _ budget: inout Int, depth: Int, _ diagnostics: inout Diagnostics
  ) -> CellistRecords.Node? {
    let location = node.mark.map { start.advanced(line: $0.line, column: $0.column) } ?? start
    budget -= 1
    guard budget >= 0, depth < 100 else {
      diagnostics.error(
        .tooComplex, budget < 0 ? "the YAML grows beyond reason through its aliases" : "the YAML is nested too deeply",
        at: location)
      return nil
    }
    switch node {
    case .scalar(let scalar):
      switch scalar.style {
      case .plain, .any: return Node(plain(scalar.string), at: location)
      case .literal, .folded:
        // Positions in the text count from its first line, which stands below the indicator.
        let first = SourceLocation(file: location.file, line: location.line + 1)
        return Node(.scalar(scalar.string, quoted: true), at: first)
      default: return Node(.scalar(scalar.string, quoted: true), at: location)
      }
    case .sequence(let sequence):
      var items: [CellistRecords.Node] = []
      items.reserveCapacity(sequence.count)
      for item in sequence {
        guard let item = convert(item, start, &budget, depth: depth + 1, &diagnostics) else { return nil }
        items.append(item)
      }
      return Node(.sequence(items), at: location)
    case .mapping(let mapping):
      var entries: [CellistRecords.Node.Entry] = []
      var merged: [CellistRecords.Node.Entry] = []
      entries.reserveCapacity(mapping.count)
      for (key, value) in mapping {
        let keyLocation = key.mark.map { start.advanced(line: $0.line, column: $0.column) } ?? location
        guard case .scalar(let name) = key else {
          diagnostics.error(.yamlSyntax, "a key must be text", at: keyLocation)
          return nil
        }
        guard let value = convert(value, start, &budget, depth: depth + 1, &diagnostics) else { return nil }
        if name.string == "<<", name.style == .plain {
          for source in value.items ?? [value] { merged += source.entries ?? [] }
        } else {
          entries.append(.init(key: name.string, keyLocation: keyLocation, value: value))
        }
      }
      for entry in merged where !entries.contains(where: { $0.key == entry.key }) { entries.append(entry) }
      return Node(.mapping(entries), at: location)
    case .alias:
      return Node(.null, at: location)
    }
  }

  private static func plain(_ text: String) -> CellistRecords.Node.Content {
    switch text {
    case "", "null", "Null", "NULL": .null
    default: .scalar(text, quoted: false)
    }
  }

  private static func report(_ error: any Error, _ start: SourceLocation, _ diagnostics: inout Diagnostics) {
    guard let error = error as? YamlError else {
      diagnostics.error(.yamlSyntax, "the YAML cannot be read: \(error)", at: start)
      return
    }
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let message = [problem, context?.text].compactMap { $0?.trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
      let hint =
        problem.contains("cannot start any token")
        ? "indent with spaces, and put text that begins with a special character in quotes" : nil
      diagnostics.error(
        .yamlSyntax, "the YAML is broken: \(message)", at: start.advanced(line: mark.line, column: mark.column),
        hint: hint)
    case .duplicatedKeysInMapping(let keys, let context):
      let place = start.advanced(line: context.mark.line, column: context.mark.column)
      for key in keys { diagnostics.error(.duplicateKey, "the key '\(key)' stands here twice", at: place) }
    case .reader(let problem, let offset, _, let yaml):
      let position = LineIndex(yaml).position(at: offset ?? 0)
      diagnostics.error(
        .yamlSyntax, "the YAML is broken: \(problem)", at: start.advanced(line: position.line, column: position.column))
    default: diagnostics.error(.yamlSyntax, "the YAML is broken: \(error)", at: start)
    }
  }
}
