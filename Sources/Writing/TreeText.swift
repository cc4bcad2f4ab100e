import CellistRecords

/// JSON, YAML or TOML as text that is edited.
///
/// Each change is a list of guesses of how it may be written, the likeliest first.
struct TreeText {
  enum Form { case json, yaml, toml }

  private let text: SourceText
  private let form: Form
  private let isFrontMatter: Bool
  /// For YAML, where the values end, by where they begin.
  private let ends: [Int: Int]

  init(_ text: SourceText, _ form: Form, isFrontMatter: Bool) {
    self.text = text
    self.form = form
    self.isFrontMatter = isFrontMatter
    ends = form == .yaml ? YAMLEnds.of(text.bytes) : [:]
  }

  private typealias Entry = Node.Entry

  /// The mapping with the last key of a dotted one, as far as there is one.
  func mapping(holding key: String, in record: Node) -> (node: Node, key: String)? {
    guard record[key] == nil, record[String(key.prefix { $0 != "." })] != nil, let dot = key.lastIndex(of: ".") else {
      return (record, key)
    }
    let outer = record.descendant(String(key[..<dot]))
    return outer?.entries == nil ? nil : outer.map { ($0, String(key[key.index(after: dot)...])) }
  }

  // MARK: Values

  func setting(_ key: String, to value: WrittenValue, in mapping: Node) -> [[UInt8]] {
    guard let node = mapping[key], let range = range(of: node) else { return [] }
    if form == .yaml, range.lowerBound < range.upperBound, "&*!".utf8.contains(text.bytes[range.lowerBound]) {
      return []
    }
    switch value {
    case .list(let items):
      let edited = node.items.map { editingItems($0, items) } ?? []
      return edited + (lineForms(items, in: range) ?? listForms(items)).map { put($0, in: range) }
    case .text(let value, let kind):
      return forms(of: value, kind, over: node, range).map { put($0, in: range) }
    }
  }

  /// A value in place of another; after a colon without a value, with a space.
  private func put(_ value: String, in range: Range<Int>) -> [UInt8] {
    let isTight = range.isEmpty && range.lowerBound > 0 && text.bytes[range.lowerBound - 1] == UInt8(ascii: ":")
    return text.replacing(range, with: (isTight ? " " : "") + value)
  }

  /// A list with one more item at its end, or one less.
  private func editingItems(_ old: [Node], _ new: [WrittenValue]) -> [[UInt8]] {
    guard let first = old.first.flatMap(range), let last = old.last.flatMap(range) else { return [] }
    let start = text[text.lineStart(of: first.lowerBound)..<first.lowerBound]
    let isInLines = form == .yaml && start.trimmed == "-"
    if new.count == old.count + 1, let added = new.last {
      let forms = [true, false].map { written(added, plainly: $0) }
      guard isInLines else {
        let space = old.count > 1 ? space(before: last.lowerBound) : " "
        return forms.map { text.replacing(last.upperBound..<last.upperBound, with: "," + space + $0) }
      }
      let place = text.nextLine(after: max(last.upperBound - 1, last.lowerBound))
      return forms.map { inserting(start + $0, at: place) }
    }
    guard new.count + 1 == old.count else { return [] }
    let gone = zip(new, old).enumerated().first { !$0.element.0.isSaid(by: $0.element.1) }?.offset ?? new.count
    return range(of: old[gone]).map { isInLines ? [removingLines($0)] : removingItem($0) } ?? []
  }

  /// The forms of items with a line each; nil where the list has none.
  private func lineForms(_ items: [WrittenValue], in range: Range<Int>) -> [String]? {
    guard form == .yaml, text[range].hasPrefix("-") else { return nil }
    let indent = text[text.lineStart(of: range.lowerBound)..<range.lowerBound]
    let end = text.lineEnd
    return [true, false].map { plainly in
      items.map { "- \(written($0, plainly: plainly))" }.joined(separator: end + indent)
    }
  }

  private func listForms(_ items: [WrittenValue]) -> [String] {
    [true, false].map { plainly in "[\(items.map { written($0, plainly: plainly) }.joined(separator: ", "))]" }
  }

  /// The ways in which a text may stand where another value stands, the way of that one first.
  private func forms(of value: String, _ kind: WrittenValue.Kind, over node: Node, _ range: Range<Int>) -> [String] {
    let first = range.isEmpty ? 0 : text.bytes[range.lowerBound]
    let quoted = JSONText.quoted(value)
    let single = "'\(value.replacing("'", with: "''"))'"
    switch form {
    case .json: return kind == .literal && first != UInt8(ascii: "\"") ? [value] : [quoted]
    case .toml:
      if first == UInt8(ascii: "'"), !value.contains("'"), !value.contains("\n") { return ["'\(value)'", quoted] }
      return first == UInt8(ascii: "\"") ? [quoted] : [value, quoted]
    case .yaml:
      // Quotes that the old value did not need are kept: they are a matter of style.
      let plain = node.text.map(Self.isPlain) ?? true || !Self.isPlain(value) ? [] : [value]
      switch first {
      case UInt8(ascii: "\""): return plain + [quoted]
      case UInt8(ascii: "'"): return plain + [single, quoted]
      case UInt8(ascii: "|"), UInt8(ascii: ">"):
        return (blockForm(of: value, at: range.lowerBound).map { [$0] } ?? []) + [value, quoted]
      default:
        return (value.contains("\n") ? blockForm(of: value, at: range.lowerBound).map { [$0] } ?? [] : [value, single])
          + [quoted]
      }
    }
  }

  /// A text of several lines below its key.
  private func blockForm(of value: String, at place: Int) -> String? {
    let body = value.hasSuffix("\n") ? String(value.dropLast()) : value
    guard !body.isEmpty, !body.hasSuffix("\n"), !value.contains("\r") else { return nil }
    let line = text.lineStart(of: place)
    let indent = text[line..<place].prefix { $0 == " " || $0 == "-" }.count + 2
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: " ", count: indent) + $0 }
    return (value.hasSuffix("\n") ? "|" : "|-") + "\n" + lines.joined(separator: "\n")
  }

  private func written(_ value: WrittenValue, plainly: Bool) -> String {
    switch (form, value) {
    case (_, .list(let items)): listForms(items)[plainly ? 0 : 1]
    case (.yaml, .text(let text, let kind)): plainly && Self.isPlain(text, kind) ? text : JSONText.quoted(text)
    case (.toml, .text(let text, .date)) where plainly: text
    default: value.json
    }
  }

  /// Whether a text may be unquoted in YAML, also between brackets, and every program reads it as a text.
  private static func isPlain(_ text: String, _ kind: WrittenValue.Kind) -> Bool {
    guard isPlain(text) else { return false }
    guard kind == .text else { return true }
    // YAML 1.1, which many programs read, has more of them than 1.2.
    let isWord = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
    return !isWord && text.wholeMatch(of: /[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|0[xo][0-9a-fA-F]+/) == nil
  }

  /// Whether YAML reads a text as it is, also between brackets.
  private static func isPlain(_ text: String) -> Bool {
    let inner = text.unicodeScalars
    guard let first = inner.first, let last = inner.last, first.properties.isAlphabetic || ("0"..."9").contains(first),
      last != " "
    else { return false }
    return inner.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_./()+'&".unicodeScalars.contains($0)
    }
  }

  // MARK: Keys

  func removing(_ key: String, from mapping: Node) -> [[UInt8]] {
    guard let entries = mapping.entries, let index = entries.firstIndex(where: { $0.key == key }),
      let range = range(of: entries[index])
    else { return [] }
    var guesses: [[UInt8]] = []
    let line = text.lineStart(of: range.lowerBound)
    if form != .json, text[line..<range.lowerBound].trimmed.isEmpty { guesses.append(removingLines(range)) }
    if form == .yaml, index + 1 < entries.count, let next = text.offset(of: entries[index + 1].keyLocation) {
      guesses.append(text.replacing(range.lowerBound..<next, with: ""))
    }
    return guesses + removingItem(range)
  }

  func adding(_ key: String, _ value: WrittenValue, to mapping: Node, order: [String]) -> [[UInt8]] {
    let entries = mapping.entries ?? []
    guard !entries.isEmpty else { return beginning(key, value, in: mapping) }
    let place = order.firstIndex(of: key) ?? order.count
    let before =
      entries.last { entry in order.firstIndex(of: entry.key).map { $0 < place } ?? false }
      ?? entries[entries.count - 1]
    guard let range = range(of: before), !range.isEmpty else { return [] }
    let line = text.lineStart(of: range.lowerBound)
    return [true, false].flatMap { plainly -> [[UInt8]] in
      let entry = entryText(key, value, plainly: plainly)
      let inLine = text.replacing(
        range.upperBound..<range.upperBound, with: "," + space(before: range.lowerBound) + entry)
      guard form != .json else { return [inLine] }
      let indent = String(text[line..<range.lowerBound].map { $0 == "-" ? " " : $0 })
      let isOwnLine = indent.allSatisfy { $0 == " " || $0 == "\t" }
      let below = inserting(indent + entry, at: text.nextLine(after: range.upperBound - 1))
      return isOwnLine ? [below, inLine] : [inLine]
    }
  }

  /// The first key of a mapping.
  private func beginning(_ key: String, _ value: WrittenValue, in mapping: Node) -> [[UInt8]] {
    let entry = entryText(key, value, plainly: form == .toml)
    let end = text.lineEnd
    if form == .json {
      guard let start = text.offset(of: mapping.location), start < text.bytes.count else { return [] }
      return [text.replacing(start + 1..<start + 1, with: entry)]
    }
    let mark = form == .toml ? "+++" : "---"
    guard isFrontMatter else { return [] }
    guard text.bytes.starts(with: mark.utf8) else {
      return [text.replacing(0..<0, with: mark + end + entry + end + mark + end)]
    }
    return [inserting(entry, at: text.nextLine(after: 0))]
  }

  private func entryText(_ key: String, _ value: WrittenValue, plainly: Bool) -> String {
    let isBare = form == .yaml && plainly || form != .json && Self.isPlain(key) && !key.contains(" ")
    let name = isBare ? key : JSONText.quoted(key)
    return "\(name)\(form == .toml ? " =" : ":") \(written(value, plainly: plainly))"
  }

  // MARK: Records

  func removing(_ record: Node) -> [[UInt8]] {
    guard let range = range(of: record) else { return [] }
    let line = text.lineStart(of: range.lowerBound)
    var guesses: [[UInt8]] = []
    // Without the header of its table, the keys of a record in TOML would become those of the file.
    if form != .toml, text[line..<range.lowerBound].allSatisfy({ $0 == " " || $0 == "-" || $0 == "\t" }) {
      guesses.append(removingLines(range))
    }
    if form == .toml, let header = header(above: range.lowerBound) {
      var (next, end) = (text.nextLine(after: header), text.nextLine(after: header))
      while next < text.bytes.count, text.bytes[next] != UInt8(ascii: "[") {
        let line = text[next..<text.nextLine(after: next)].trimmed
        next = text.nextLine(after: next)
        // Comments before the next record are about that one.
        if !line.isEmpty, !line.hasPrefix("#") { end = next }
      }
      guesses.append(text.replacing(header..<end, with: ""))
    }
    let rest = text[range.upperBound..<text.nextLine(after: max(range.upperBound - 1, range.lowerBound))]
    let isAlone = form == .toml || rest.trimmed.isEmpty
    return isAlone ? guesses + removingItem(range) : removingItem(range) + guesses
  }

  func adding(_ entries: [(key: String, value: WrittenValue)], after last: Node) -> [[UInt8]] {
    guard let range = range(of: last), !range.isEmpty else { return [] }
    let end = text.lineEnd
    let line = text.lineStart(of: range.lowerBound)
    let lead = text[line..<range.lowerBound]
    let isFlow = text.bytes[range.lowerBound] == UInt8(ascii: "{")
    if form == .toml {
      guard let header = header(above: range.lowerBound) else { return [] }
      let name = text[header..<text.nextLine(after: header)].trimmed
      return [true, false].map { plainly in
        let lines = [String(name)] + entries.map { entryText($0.key, $0.value, plainly: plainly) }
        return text.bytes + Array(((text.isOpen ? end : "") + end + lines.joined(separator: end) + end).utf8)
      }
    }
    return [true, false].flatMap { plainly -> [[UInt8]] in
      let parts = entries.map { entryText($0.key, $0.value, plainly: plainly) }
      let flow = "{\(parts.joined(separator: ", "))}"
      let below = text.nextLine(after: range.upperBound - 1)
      if form == .yaml, lead.trimmed == "-" {
        let inner = String(repeating: " ", count: lead.count)
        return [inserting(lead + (isFlow ? flow : parts.joined(separator: end + inner)), at: below)]
      }
      guard isFlow else { return [] }
      let object = form == .json ? self.object(parts, like: last, range) : flow
      return [
        text.replacing(range.upperBound..<range.upperBound, with: "," + space(before: range.lowerBound) + object),
        inserting(lead + flow, at: below),
      ]
    }
  }

  /// A JSON object in the lines of another.
  private func object(_ parts: [String], like last: Node, _ range: Range<Int>) -> String {
    guard let first = last.entries?.first, let final = last.entries?.last,
      let start = text.offset(of: first.keyLocation),
      let end = self.range(of: final)?.upperBound
    else { return "{\(parts.joined(separator: ", "))}" }
    let inner = text[range.lowerBound + 1..<start]
    let between = inner.contains("\n") ? inner : " "
    return "{\(inner)\(parts.joined(separator: "," + between))\(text[end..<range.upperBound - 1])}"
  }

  /// The line of a table in TOML that a place is in.
  private func header(above place: Int) -> Int? {
    var line = text.lineStart(of: min(place, max(text.bytes.count - 1, 0)))
    while true {
      if text.bytes[line...].starts(with: "[[".utf8) { return line }
      guard line > 0 else { return nil }
      line = text.lineStart(of: line - 1)
    }
  }

  // MARK: Places

  private func range(of entry: Entry) -> Range<Int>? {
    guard let start = text.offset(of: entry.keyLocation), let value = range(of: entry.value) else { return nil }
    return start <= value.upperBound ? start..<value.upperBound : nil
  }

  /// Where a value stands.
  private func range(of node: Node) -> Range<Int>? {
    guard var start = text.offset(of: node.location) else { return nil }
    // The location of a block scalar is that of its text, and its range begins with its sign.
    if form == .yaml, ends[start] == nil {
      let block = ends.first { $0.key < start && start <= $0.value && "|>".utf8.contains(text.bytes[$0.key]) }
      start = block?.key ?? start
    }
    let end =
      switch form {
      case .yaml: ends[start] ?? start
      case .json, .toml: valueEnd(from: start)
      }
    return start <= end ? start..<end : nil
  }

  /// Behind a value of JSON or TOML.
  private func valueEnd(from start: Int) -> Int {
    let bytes = text.bytes
    var (offset, depth) = (start, 0)
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        offset = stringEnd(from: offset)
        if depth == 0 { return offset }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return trimmed(start, offset) }
        depth -= 1
        if depth == 0 { return offset + 1 }
      case UInt8(ascii: ","), 0x0A, 0x0D:
        if depth == 0 { return trimmed(start, offset) }
      case UInt8(ascii: "#") where form == .toml:
        if depth == 0 { return trimmed(start, offset) }
        offset = text.nextLine(after: offset) - 1
      default: break
      }
      offset += 1
    }
    return trimmed(start, offset)
  }

  private func trimmed(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, text.bytes[end - 1] == 0x20 || text.bytes[end - 1] == 0x09 { end -= 1 }
    return end
  }

  private func stringEnd(from start: Int) -> Int {
    let bytes = text.bytes
    let quote = bytes[start]
    let triple = [quote, quote, quote]
    let isLong = form == .toml && bytes[start...].starts(with: triple)
    var offset = start + (isLong ? 3 : 1)
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        offset += 2
      } else if bytes[offset] == quote, !isLong || bytes[offset...].starts(with: triple) {
        return offset + (isLong ? 3 : 1)
      } else {
        offset += 1
      }
    }
    return bytes.count
  }

  /// The space before a key or an item.
  private func space(before place: Int) -> String {
    let found = text[text.spaceStart(before: place)..<place]
    return found.isEmpty ? " " : found
  }

  /// The text without the lines of a range.
  private func removingLines(_ range: Range<Int>) -> [UInt8] {
    let last = max(range.upperBound - 1, range.lowerBound)
    return text.replacing(text.lineStart(of: range.lowerBound)..<text.nextLine(after: last), with: "")
  }

  /// The text without a part between commas.
  private func removingItem(_ range: Range<Int>) -> [[UInt8]] {
    let next = text.skippingSpace(from: range.upperBound)
    if next < text.bytes.count, text.bytes[next] == UInt8(ascii: ",") {
      return [text.replacing(range.lowerBound..<text.skippingSpace(from: next + 1), with: "")]
    }
    let start = text.spaceStart(before: range.lowerBound)
    guard start > 0, text.bytes[start - 1] == UInt8(ascii: ",") else { return [text.replacing(range, with: "")] }
    return [text.replacing(start - 1..<range.upperBound, with: "")]
  }

  /// The text with a line before the one that begins at a byte.
  private func inserting(_ line: String, at place: Int) -> [UInt8] {
    let isOpen = place == text.bytes.count && text.isOpen
    return text.replacing(place..<place, with: isOpen ? text.lineEnd + line : line + text.lineEnd)
  }
}
