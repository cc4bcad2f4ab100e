import CellistRecords
import CellistText
import CYAML

/// The events that libyaml finds in a text, one after the other.
///
/// It owns libyaml's parser, which stays where it was allocated since it points into itself. The content of an event is
/// copied before libyaml frees it.
package struct YAMLEvents: ~Copyable {
  package struct Event {
    package enum Content {
      case documentStart
      case scalar(String, ScalarStyle)
      case alias
      case sequenceStart, mappingStart
      /// The end of the sequence or mapping that was begun last.
      case collectionEnd
      case textEnd
    }

    package enum ScalarStyle { case plain, quoted, block }

    package let content: Content
    /// The name that the node gets, or that an alias goes by.
    package let anchor: String?
    package let location: SourceLocation
    /// The Unicode scalars that it consists of, counted from the start of the text.
    package let scalars: Range<Int>
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private let firstLine: Int
  /// Before how many scalars each line begins; nil where libyaml's lines are ours. It also ends lines at U+0085, U+2028
  /// and U+2029, as no editor does.
  private let starts: [Int]?
  /// Where a text ends whose last line does not: libyaml takes its end for the start of another line.
  private let openEnd: SourceLocation?

  /// The events of a text that begins at `line` of a file. The bytes must outlive them.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, line: Int) {
    self.bytes = bytes
    self.file = file
    firstLine = line
    starts = Self.starts(bytes)
    if let last = bytes.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") {
      var cursor = PositionCursor(file: file, line: line)
      openEnd = cursor.location(at: bytes.count, in: bytes)
    } else {
      openEnd = nil
    }
    parser = .allocate(capacity: 1)
    // No text makes it fail: it has not seen one yet. It does where memory ends, and there Swift stops as well.
    guard yaml_parser_initialize(parser) == 1 else { fatalError("out of memory") }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event; once the text has ended, its end again and again.
  package mutating func next() throws(YAMLProblem) -> Event {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
      defer { yaml_event_delete(&event) }
      var anchor: UnsafeMutablePointer<yaml_char_t>?
      let content: Event.Content
      switch event.type {
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        anchor = scalar.anchor
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        content = .scalar(text, Event.ScalarStyle(scalar.style))
      case YAML_ALIAS_EVENT:
        anchor = event.data.alias.anchor
        content = .alias
      case YAML_SEQUENCE_START_EVENT:
        anchor = event.data.sequence_start.anchor
        content = .sequenceStart
      case YAML_MAPPING_START_EVENT:
        anchor = event.data.mapping_start.anchor
        content = .mappingStart
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: content = .collectionEnd
      case YAML_DOCUMENT_START_EVENT: content = .documentStart
      case YAML_STREAM_END_EVENT, YAML_NO_EVENT: content = .textEnd
      default: continue
      }
      return Event(
        content: content, anchor: anchor.map { String(cString: $0) }, location: location(event.start_mark),
        scalars: event.start_mark.index..<max(event.start_mark.index, event.end_mark.index))
    }
  }

  private func location(_ mark: yaml_mark_t) -> SourceLocation {
    guard let starts else {
      return inText(SourceLocation(file: file, line: firstLine + mark.line, column: mark.column + 1))
    }
    var (line, end) = (0, starts.count)
    while end - line > 1 {
      let middle = (line + end) / 2
      if starts[middle] <= mark.index { line = middle } else { end = middle }
    }
    return SourceLocation(file: file, line: firstLine + line, column: mark.index - starts[line] + 1)
  }

  /// The start of the line below a place, or the end of a text that has no further line.
  package func lineBelow(_ location: SourceLocation) -> SourceLocation {
    inText(SourceLocation(file: file, line: location.line + 1))
  }

  private func inText(_ location: SourceLocation) -> SourceLocation {
    if let openEnd, location.line > openEnd.line { return openEnd }
    return location
  }

  private static func starts(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int]? {
    let breaks: [[UInt8]] = [[0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
    guard
      bytes.indices.contains(where: { index in
        (bytes[index] == 0xC2 || bytes[index] == 0xE2) && breaks.contains { bytes[index...].starts(with: $0) }
      })
    else { return nil }
    var starts = [0]
    var count = 0
    for index in bytes.indices {
      if bytes[index] & 0xC0 != 0x80 { count += 1 }
      if bytes.endsLine(at: index) { starts.append(count) }
    }
    return starts
  }

  /// Why the parser stopped.
  private func problem() -> YAMLProblem {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it takes too much memory"
    if parser.pointee.error == YAML_READER_ERROR {
      var cursor = PositionCursor(file: file, line: firstLine)
      return .broken(problem, at: cursor.location(at: parser.pointee.problem_offset, in: bytes))
    }
    let context = parser.pointee.context.map { String(cString: $0) }
    var mark = parser.pointee.problem_mark
    // A bracket or quote that is never closed is an error at the end of the text; its beginning says more.
    if context != nil, bytes.indices.count(where: bytes.endsLine) <= location(mark).line - firstLine {
      mark = parser.pointee.context_mark
    }
    let message = [problem, context].compactMap { $0?.trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
    return .broken(message, at: location(mark), hint: YAMLProblem.hint(for: message))
  }
}

extension YAMLEvents.Event.ScalarStyle {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .quoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
    default: self = .plain
    }
  }
}
