import CYAML
import CellistText

/// Where the values of a YAML document end, by where they begin.
enum YAMLEnds {
  /// Offsets in bytes, of the first document alone.
  static func of(_ bytes: [UInt8]) -> [Int: Int] {
    // libyaml counts scalars.
    let offsets = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    func offset(_ mark: yaml_mark_t) -> Int { offsets[min(mark.index, offsets.count - 1)] }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else { return [:] }
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    return bytes.withUnsafeBufferPointer { buffer in
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      var ends: [Int: Int] = [:]
      var open: [Int] = []
      var last = 0
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { return ends }
        defer { yaml_event_delete(&event) }
        switch event.type {
        case YAML_SCALAR_EVENT, YAML_ALIAS_EVENT:
          var end = offset(event.end_mark)
          let start = offset(event.start_mark)
          // The end of a block scalar is that of its last line with text.
          while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
          ends[start] = end
          last = end
        case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT: open.append(offset(event.start_mark))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
          guard let start = open.popLast() else { return ends }
          let isFlow = start < bytes.count && "[{".utf8.contains(bytes[start])
          if isFlow { last = offset(event.end_mark) }
          // A mapping begins with its first key.
          if isFlow || ends[start] == nil || last > ends[start] ?? 0 { ends[start] = last }
        case YAML_DOCUMENT_END_EVENT, YAML_STREAM_END_EVENT, YAML_NO_EVENT: return ends
        default: break
        }
      }
    }
  }
}
