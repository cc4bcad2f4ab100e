extension Value {
  /// The value with its links as `resolve` has them.
  package func linking(_ type: FieldType, _ resolve: (String) -> String) -> Value {
    switch (self, type) {
    case (.text(let link), .asset): .text(resolve(link))
    case (.text(let link), .url): Link.scheme(of: link) == nil ? .text(resolve(link)) : self
    case (.list(let items), .list(let item)): .list(items.map { $0.linking(item, resolve) })
    case (.map(let entries), .map(let item)):
      .map(entries.map { MapEntry(key: $0.key, value: $0.value.linking(item, resolve)) })
    default: self
    }
  }

  /// The value in JSON; nil where there is none.
  package var json: JSONText? {
    switch self {
    case .absent: nil
    case .text(let text): .text(text)
    case .integer(let number): .integer(number)
    case .number(let digits): .number(digits)
    case .boolean(let flag): .boolean(flag)
    case .date, .datetime: .text(plainText)
    case .list(let items): .array(items.compactMap(\.json))
    case .map(let entries): .object(entries.map { ($0.key, $0.value.json) })
    }
  }
}
