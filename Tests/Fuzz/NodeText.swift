import CellistRecords

/// Writes nodes as JSON in ASCII, which both JSON and YAML read, or as TOML.
struct NodeText {
  enum Format { case json, yaml, toml }

  let format: Format

  /// A file of TOML, whose root has neither braces nor commas.
  func file(_ root: Node) -> String {
    (root.entries ?? []).map { "\(quoted($0.key)) = \(write($0.value))\n" }.joined()
  }

  func write(_ node: Node) -> String {
    switch node.content {
    case .null: "null"
    case .scalar(let text, let isQuoted): format == .json && !isQuoted ? text : quoted(text)
    case .sequence(let items): "[\(items.map(write).joined(separator: ", "))]"
    case .mapping(let entries) where format == .toml:
      "{\(entries.map { "\(quoted($0.key)) = \(write($0.value))" }.joined(separator: ", "))}"
    case .mapping(let entries):
      // A key of more than a thousand characters is one in YAML only behind a question mark.
      "{\(entries.map { "\(format == .yaml ? "? " : "")\(quoted($0.key)) : \(write($0.value))" }.joined(separator: ", "))}"
    }
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result += "\\\(scalar)"
      case 0x20..<0x7F: result.unicodeScalars.append(scalar)
      case 0x10000... where format != .json: result += "\\U" + digits(scalar.value, 8)
      default: result += String(scalar).utf16.map { "\\u" + digits(UInt32($0), 4) }.joined()
      }
    }
    return result + "\""
  }

  private func digits(_ number: UInt32, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: count - digits.count) + digits
  }

  /// Whether two nodes hold the same, wherever they stand; only JSON's law tells quoted scalars from bare ones.
  func same(_ one: Node, _ other: Node) -> Bool {
    switch (one.content, other.content) {
    case (.null, .null): true
    case (.scalar(let text, let isQuoted), .scalar(let otherText, let otherQuoted)):
      text.utf8.elementsEqual(otherText.utf8) && (format != .json || isQuoted == otherQuoted)
    case (.sequence(let items), .sequence(let others)):
      items.count == others.count && zip(items, others).allSatisfy(same)
    case (.mapping(let entries), .mapping(let others)):
      entries.count == others.count
        && zip(entries, others).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && same($0.value, $1.value) }
    default: false
    }
  }
}

extension Node {
  /// The places of the node and of all that it holds, keys included, from the front.
  var places: [SourceLocation] {
    var places = [location]
    for item in items ?? [] { places += item.places }
    for entry in entries ?? [] { places += [entry.keyLocation] + entry.value.places }
    return places
  }
}
