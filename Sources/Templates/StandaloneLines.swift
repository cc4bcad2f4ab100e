import CellistRecords

/// White space that belongs to the template's own layout: lines that hold nothing but a tag disappear, as the Mustache
/// specification has it, and their indentation applies to what the tag includes.
struct StandaloneLines {
  private let bytes: [UInt8]
  private var isRemoved: [Bool]
  /// The white space before partials, parents and blocks that begin their line, by token.
  private(set) var indents: [Int: String] = [:]
  /// The blocks whose content begins on the line below the opening tag, by token.
  private(set) var multilineBlocks: Set<Int> = []
  /// The last opening tag of a parent or a block before which its line has nothing but white space and others.
  private var lastAmongOpenings = -1

  init(_ bytes: [UInt8], _ tokens: [TemplateToken]) {
    self.bytes = bytes
    isRemoved = Array(repeating: false, count: bytes.count)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .text, .variable: break
      case .comment, .delimiters, .partial: indents[index] = removeLine(around: token.range)
      case .section, .inverted:
        indents[index] = removeLine(around: token.range)
        open.append(index)
      case .parent:
        if standsAmongOpenings(index, tokens) { lastAmongOpenings = index }
        open.append(index)
      case .block:
        openBlock(index, tokens)
        open.append(index)
      case .close:
        guard let opening = open.popLast() else { break }
        switch tokens[opening].kind {
        case .parent: indents[opening] = removeLines(from: tokens[opening].range, to: token.range)
        case .block: if multilineBlocks.contains(opening) { closeBlock(token.range) }
        default: removeLine(around: token.range)
        }
      }
    }
  }

  /// Whether a tag begins its line without being all of it.
  func beginsLine(_ index: Int, _ token: TemplateToken) -> Bool {
    let isAlone = token.kind == .block ? multilineBlocks.contains(index) : indents[index] != nil
    return isLineStart(token.range.lowerBound) && !isAlone
  }

  private func isLineStart(_ offset: Int) -> Bool { offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n") }

  /// The text of a range without the removed parts, one node per line.
  func text(_ range: Range<Int>, _ location: (Int) -> SourceLocation) -> [TemplateNode] {
    var nodes: [TemplateNode] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? range.upperBound
      // Text is removed only next to tags, so the rest is contiguous.
      if let first = (start..<end).first(where: { !isRemoved[$0] }) {
        let kept = bytes[first..<end].indices.prefix { !isRemoved[$0] }
        nodes.append(
          .text(String(decoding: bytes[kept], as: UTF8.self), startsLine: isLineStart(start), location(first)))
      }
      start = end
    }
    return nodes
  }

  /// If a tag is alone on its line, removes the rest of the line and returns the white space before the tag.
  @discardableResult
  private mutating func removeLine(around tag: Range<Int>) -> String? { removeLines(from: tag, to: tag) }

  private mutating func removeLines(from first: Range<Int>, to last: Range<Int>) -> String? {
    guard let left = blankBefore(first.lowerBound), let right = blankAfter(last.upperBound) else { return nil }
    remove(left..<first.lowerBound)
    remove(last.upperBound..<right)
    return String(decoding: bytes[left..<first.lowerBound], as: UTF8.self)
  }

  private mutating func openBlock(_ index: Int, _ tokens: [TemplateToken]) {
    let tag = tokens[index].range
    let left = blankBefore(tag.lowerBound)
    if let left { indents[index] = String(decoding: bytes[left..<tag.lowerBound], as: UTF8.self) }
    guard standsAmongOpenings(index, tokens) else { return }
    lastAmongOpenings = index
    guard let right = blankAfter(tag.upperBound), right > tag.upperBound
    else { return }
    multilineBlocks.insert(index)
    if let left { remove(left..<tag.lowerBound) }
    remove(tag.upperBound..<right)
  }

  private mutating func closeBlock(_ tag: Range<Int>) {
    guard let left = blankBefore(tag.lowerBound) else { return }
    remove(left..<tag.lowerBound)
    if let right = blankAfter(tag.upperBound) { remove(tag.upperBound..<right) }
  }

  private mutating func remove(_ range: Range<Int>) {
    for offset in range { isRemoved[offset] = true }
  }

  /// Where the line starts, if only white space is between its start and `offset`.
  private func blankBefore(_ offset: Int) -> Int? {
    var start = offset
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    return isLineStart(start) ? start : nil
  }

  /// Where the next line starts, if only white space is between `offset` and the end of the line.
  private func blankAfter(_ offset: Int) -> Int? {
    var end = offset
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 || bytes[end] == 0x0D { end += 1 }
    if end == bytes.count { return end }
    return bytes[end] == UInt8(ascii: "\n") ? end + 1 : nil
  }

  /// Whether only white space and opening tags of parents and blocks precede a tag on its line.
  private func standsAmongOpenings(_ index: Int, _ tokens: [TemplateToken]) -> Bool {
    if blankBefore(tokens[index].range.lowerBound) != nil { return true }
    return index > 0 && lastAmongOpenings == index - 1
  }
}
