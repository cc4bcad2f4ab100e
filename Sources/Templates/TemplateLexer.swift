import CellistRecords
import CellistText

/// Cuts a template's text into tags and the text between them.
struct TemplateLexer {
  private let bytes: [UInt8]
  private let source: TemplateSource
  private let lines: LineIndex
  private var open = Array("{{".utf8)
  private var close = Array("}}".utf8)

  init(_ source: TemplateSource) {
    self.source = source
    bytes = Array(source.text.utf8)
    lines = LineIndex(bytes: bytes)
  }

  func location(_ offset: Int) -> SourceLocation { lines.location(at: offset, in: source.path) }

  /// All tokens in order; nil, with a diagnostic, when a tag is broken.
  mutating func tokens(_ diagnostics: inout Diagnostics) -> [TemplateToken]? {
    var tokens: [TemplateToken] = []
    var start = 0
    while let tag = find(open, from: start) {
      if tag > start { tokens.append(TemplateToken(kind: .text, range: start..<tag)) }
      guard let token = self.tag(at: tag, &diagnostics) else { return nil }
      tokens.append(token)
      start = token.range.upperBound
    }
    if start < bytes.count { tokens.append(TemplateToken(kind: .text, range: start..<bytes.count)) }
    return tokens
  }

  private mutating func tag(at start: Int, _ diagnostics: inout Diagnostics) -> TemplateToken? {
    var offset = skipSpace(start + open.count)
    let sigil = offset < bytes.count ? bytes[offset] : 0
    var closing = close
    var kind = TemplateToken.Kind.variable(isRaw: false)
    switch sigil {
    case UInt8(ascii: "{") where open == Array("{{".utf8):
      kind = .variable(isRaw: true)
      closing = Array("}}}".utf8)
    case UInt8(ascii: "&"): kind = .variable(isRaw: true)
    case UInt8(ascii: "#"): kind = .section
    case UInt8(ascii: "^"): kind = .inverted
    case UInt8(ascii: "/"): kind = .close
    case UInt8(ascii: "!"): kind = .comment
    case UInt8(ascii: "="):
      kind = .delimiters
      closing = [UInt8(ascii: "=")] + close
    case UInt8(ascii: ">"): kind = .partial
    case UInt8(ascii: "<"): kind = .parent
    case UInt8(ascii: "$"): kind = .block
    default: break
    }
    if kind != .variable(isRaw: false) { offset = skipSpace(offset + 1) }
    // A name with the opening delimiter in it means that this tag is open and the next one's end was found.
    guard let end = find(closing, from: offset),
      kind == .comment || kind == .delimiters || find(open, from: offset, to: end) == nil
    else {
      diagnostics.error(
        .templateSyntax, "the tag that opens here is never closed", at: location(start),
        hint: "a tag ends with \(String(decoding: closing, as: UTF8.self))")
      return nil
    }
    var token = TemplateToken(kind: kind, range: start..<(end + closing.count))
    if kind == .comment { return token }
    if kind == .delimiters { return setDelimiters(bytes[offset..<end], token, &diagnostics) }
    if kind == .partial || kind == .parent, offset < end, bytes[offset] == UInt8(ascii: "*") {
      token.isDynamic = true
      offset = skipSpace(offset + 1)
    }
    token.nameOffset = offset
    token.name = String(String(decoding: bytes[offset..<max(offset, end)], as: UTF8.self).trimmed)
    guard !token.name.isEmpty, !token.name.contains(where: { $0.isWhitespace }) else {
      diagnostics.error(
        .templateSyntax,
        token.name.isEmpty ? "the tag has no name" : "'\(token.name.shortened)' is not a name", at: location(offset))
      return nil
    }
    guard token.name.utf8.count(where: { $0 == UInt8(ascii: ".") }) < Self.partLimit else {
      diagnostics.error(
        .tooComplex, "a name has at most \(Self.partLimit) parts: '\(token.name.shortened)'", at: location(offset))
      return nil
    }
    return token
  }

  /// How many parts a name may have: each is looked up in the one before.
  private static let partLimit = 64

  private mutating func setDelimiters(
    _ content: ArraySlice<UInt8>, _ token: TemplateToken, _ diagnostics: inout Diagnostics
  ) -> TemplateToken? {
    let parts = content.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard parts.count == 2, !content.contains(UInt8(ascii: "=")) else {
      diagnostics.error(
        .templateSyntax, "a tag that sets delimiters needs two of them", at: location(token.range.lowerBound),
        hint: "for example {{=<% %>=}}")
      return nil
    }
    open = Array(parts[0])
    close = Array(parts[1])
    return token
  }

  private func skipSpace(_ offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, bytes[offset] == 0x20 || (0x09...0x0D).contains(bytes[offset]) { offset += 1 }
    return offset
  }

  private func find(_ pattern: [UInt8], from start: Int, to end: Int? = nil) -> Int? {
    let last = (end ?? bytes.count) - pattern.count
    guard start <= last else { return nil }
    return (start...last).first { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) }
  }
}
