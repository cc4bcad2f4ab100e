import CellistMarkup
import CellistRecords

/// The parts of texts that searches know: for the search of the whole site in any view of a list.
package enum SearchedText {
  /// The words of all fields that its page shows, each once, with a space between each two: not those of other records,
  /// pictures and addresses.
  static func words(of record: Record, _ type: RecordType) -> String {
    var texts: [String] = []
    for index in type.fieldIndices(ofVariant: record.variant) where type.fields[index].isShown {
      let (field, value) = (type.fields[index], record.values[index])
      guard field.type.isSearched, !value.isMissing else { continue }
      switch value {
      case .text(let source) where field.type == .markdown:
        texts.append(MarkdownRenderer.plainText(source, field.forms))
      default: texts += value.items.map { field.word(for: $0) ?? $0.plainText }
      }
    }
    return Tools.words(in: texts)
  }

  /// The beginning of a text, for the results.
  package static func excerpt(of text: String, _ field: Field) -> String {
    // Results show less. Parsing a long text takes time.
    let head = text.utf8.count > 2_000 ? String(decoding: text.utf8.prefix(2_000), as: UTF8.self) : text
    return field.type == .markdown ? MarkdownRenderer.excerpt(head, field.forms) : head.cut(to: 200)
  }
}

extension FieldType {
  fileprivate var isSearched: Bool {
    switch self {
    case .text, .markdown, .choice, .integer, .number, .date, .datetime, .email, .telephone, .version: true
    case .list(let item), .map(let item): item.isSearched
    default: false
    }
  }
}
