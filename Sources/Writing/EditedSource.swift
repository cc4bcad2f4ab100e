import CellistContent
import CellistFiles
import CellistRecords
import CellistSettings

/// A source in which one record is edited, step by step.
package struct EditedSource {
  private let source: RecordSource
  private let old: [UInt8]?
  private var text: RecordEdit
  /// The file before the first edit.
  private let first: RecordEdit
  /// The number of the record in its file; nil for none yet.
  private var index: Int?

  /// - Parameter places: where the record, or one of its values, begins.
  package init(_ source: RecordSource, in tree: SourceTree, at places: [SourceLocation]) throws(EditRefusal) {
    guard let bytes = try? tree.read(source.path) else { throw EditRefusal(reason: "\(source.path) cannot be read") }
    (self.source, old) = (source, bytes)
    first = try RecordEdit(source, bytes)
    text = first
    index = text.index(of: places)
  }

  /// A new Markdown file with one record.
  package init(newFile path: String) throws(EditRefusal) {
    source = RecordSource(path: path, format: .markdown)
    (old, index) = (nil, 0)
    first = try RecordEdit(source, Array("---\n---\n".utf8))
    text = first
  }

  /// Goes on to another record.
  ///
  /// - Parameter places: where it, or one of its values, began before the first edit.
  package mutating func turn(to places: [SourceLocation]) { index = first.index(of: places) }

  /// Whether the record has a value under a key.
  package func hasKey(_ key: String) -> Bool { text.record(at: index)?.node[key].map { !$0.isNull } ?? false }

  /// Whether the record has a text, or may have one.
  package var hasBody: Bool { source.format == .markdown || hasKey(RecordType.bodyName) }

  /// A value as it is written; nil for none.
  package func written(_ name: String, of list: ListSettings) throws(EditRefusal) -> WrittenValue? {
    let raw = text.record(at: index)
    if isHeading(name, of: list) { return heading(of: list)?.words.text.map { .text($0) } }
    let (key, _) = try Self.key(name, of: list, in: raw?.node)
    guard let node = raw?.node.descendant(key), !node.isNull else {
      guard name == RecordType.bodyName else { return nil }
      return heading(of: list).map { $0.rest?.text.map { .text($0) } } ?? raw?.body?.text.map { .text($0) }
    }
    if let text = node.text {
      guard let field = list.type.index(of: name).map({ list.type.fields[$0] }), case .list = field.type else {
        return .text(text)
      }
      return .list(Self.items(text, field).map { .text($0) })
    }
    guard let items = node.items, items.allSatisfy({ $0.text != nil }) else {
      throw EditRefusal(reason: "edit it by hand at \(node.location)")
    }
    return .list(items.map { .text($0.text ?? "") })
  }

  /// The file as it is now.
  package var file: EditedFiles.File { EditedFiles.File(path: source.path, old: old, new: text.bytes) }

  private mutating func change(_ change: RecordEdit.Change, order: [String] = []) throws(EditRefusal) {
    text = try text.changed(change, at: index, order: order)
  }

  package mutating func remove() throws(EditRefusal) { try change(.remove) }

  package mutating func add(_ edits: [FieldEdit], to list: ListSettings) throws(EditRefusal) {
    var entries: [(String, WrittenValue)] = []
    for edit in edits {
      let (key, field) = try Self.key(edit.field, of: list, in: nil)
      if let value = try value(edit, field, over: nil) { entries.append((key, value)) }
    }
    // A file may have the records of several lists, and a source take those with a certain value.
    let filter = source.details?.filter
    for (key, text) in filter?.onlyTexts ?? [] where !entries.contains(where: { $0.0 == key }) {
      entries.append((key, item(text, list.type.fields.first { $0.source.keys.contains(key) }?.type ?? .text)))
    }
    try change(.add(entries))
    if let filter, let added = text.last, !filter.accepts(added.node) {
      throw EditRefusal(
        reason:
          "'\(list.folder.name)' takes only records of \(source.path) for which its 'where' holds: \(filter.words)")
    }
  }

  package mutating func apply(_ edit: FieldEdit, to list: ListSettings) throws(EditRefusal) {
    let raw = text.record(at: index)
    let order = list.type.fields.flatMap(\.source.keys)
    if edit.field == RecordType.bodyName, source.format == .markdown, raw?.node[RecordType.bodyName] == nil {
      guard edit.operation == .set else { throw EditRefusal(reason: "'body' is no list") }
      let isOpen = !edit.value.isEmpty && !edit.value.hasSuffix("\n")
      let value = withLineEnds(edit.value + (isOpen ? "\n" : ""))
      return try change(.body((heading(of: list)?.written ?? "") + value))
    }
    if isHeading(edit.field, of: list), edit.operation == .set { return try setHeading(edit, of: list) }
    let (key, field) = try Self.key(edit.field, of: list, in: raw?.node)
    let node = raw?.node.descendant(key)
    let list = field.flatMap { if case .list = $0.type { $0 } else { nil } }
    if edit.operation == .set || edit.operation.isReplacement && list == nil {
      return try change(.set(key: key, to: value(edit, field, over: node)), order: order)
    }
    guard let field = list else { throw EditRefusal(reason: "'\(edit.field)' is no list") }
    var items = node?.items?.compactMap(\.text) ?? node?.text.map { Self.items($0, field) } ?? []
    switch edit.operation {
    case .set: break
    case .replace(let old): items = items.map { $0 == old ? edit.value : $0 }
    case .insert:
      guard !items.contains(edit.value) else {
        throw EditRefusal(reason: "'\(edit.field)' has '\(edit.value)' already")
      }
      items.append(edit.value)
    case .remove:
      guard let place = items.firstIndex(of: edit.value) else {
        throw EditRefusal(reason: "'\(edit.field)' has no '\(edit.value)'")
      }
      items.remove(at: place)
    }
    guard !items.isEmpty else { return try change(.set(key: key, to: nil)) }
    try change(.set(key: key, to: written(items, field, over: node)), order: order)
  }

  /// The heading of the record's text, where a field is that heading.
  private func heading(of list: ListSettings) -> TextHeading? {
    guard let raw = text.record(at: index), let body = raw.body else { return nil }
    return list.decoder.heading(of: body, in: raw)
  }

  /// Whether a field is the heading of the record's text, since no other key has a value for it.
  private func isHeading(_ name: String, of list: ListSettings) -> Bool {
    guard source.format == .markdown, let index = list.type.index(of: name) else { return false }
    let keys = list.type.fields[index].source.keys
    return keys.contains(TextHeading.key)
      && (keys.count == 1 || heading(of: list) != nil && !keys.contains(where: hasKey))
  }

  private mutating func setHeading(_ edit: FieldEdit, of list: ListSettings) throws(EditRefusal) {
    let old = heading(of: list)
    let rest = old == nil ? text.record(at: index)?.body?.text : old?.rest?.text
    let line = edit.value.isEmpty ? "" : "# \(edit.value)\(text.lineEnd)"
    let new = Node(.scalar(line, quoted: true), at: SourceLocation(file: source.path))
    guard TextHeading(of: new)?.words.text ?? "" == edit.value else {
      throw EditRefusal(reason: "'\(edit.field)' is the heading of the text, which cannot be '\(edit.value)'")
    }
    try change(.body(line + (old == nil && !line.isEmpty ? text.lineEnd : "") + (rest ?? "")))
  }

  /// The items of a list as the source is to have them: as one text, or apart.
  private func written(_ items: [String], _ field: Field, over node: Node?) throws(EditRefusal) -> WrittenValue {
    guard isTable || node?.text != nil else { return .list(items.map { item($0, field.type.innermost) }) }
    let separator = field.separator ?? ";"
    if items.count > 1, let item = items.first(where: { $0.contains(separator) }) {
      throw EditRefusal(reason: "'\(item)' has a '\(separator)', which separates the items of '\(field.name)'")
    }
    let isWide = node?.text?.contains("\(separator) ") ?? false
    return .text(items.joined(separator: separator + (isWide ? " " : "")))
  }

  /// A text of several lines with the line ends of the file, where the text itself is the same.
  private func withLineEnds(_ value: String) -> String {
    guard text.lineEnd == "\r\n", !value.utf8.contains(0x0D) else { return value }
    return value.replacing("\n", with: "\r\n")
  }

  private var isTable: Bool { source.format == .csv || source.format == .tsv }

  /// The key that has the value of a field, in a record if it is there.
  private static func key(
    _ name: String, of list: ListSettings, in node: Node?
  ) throws(EditRefusal) -> (String, Field?) {
    if RecordType.scheduleNames.contains(name) { return (name, nil) }
    guard let index = list.type.index(of: name), index < list.type.ownCount else {
      // A value in one language, as in title.de.
      if let field = list.type.localizedFields.first(where: {
        name.hasPrefix("\($0.name).") && $0.source.keys.contains(name)
      }) {
        return (name, field)
      }
      if name == "id", list.decoder.idFields.isEmpty { return (name, nil) }
      throw EditRefusal(
        reason: "there is no field '\(name)'; "
          + (Suggestion.hint(for: name, in: list.type.fields.prefix(list.type.ownCount).map(\.name)) ?? ""))
    }
    let field = list.type.fields[index]
    let keys = field.source.keys
    let key =
      keys.first { node?.descendant($0).map { !$0.isNull } ?? false } ?? keys.first { node?.descendant($0) != nil }
      ?? keys[0]
    guard !field.type.isComputed, field.source.pattern == nil, !key.hasPrefix("$"), !key.contains("*") else {
      throw EditRefusal(reason: "'\(name)' is made of other values: edit those")
    }
    return (key, field)
  }

  /// A value as the source is to have it; nil for none.
  private func value(_ edit: FieldEdit, _ field: Field?, over node: Node?) throws(EditRefusal) -> WrittenValue? {
    guard !edit.value.isEmpty else { return nil }
    if let items = edit.items {
      guard let field, case .list = field.type else { throw EditRefusal(reason: "'\(edit.field)' is no list") }
      return try written(items, field, over: node)
    }
    let text = isTable ? withLineEnds(edit.value) : edit.value
    guard let field, case .list(let type) = field.type, !isTable, node?.text == nil else {
      return item(text, field?.type ?? .text)
    }
    return .list(Self.items(text, field).map { item($0, type) })
  }

  private static func items(_ text: String, _ field: Field) -> [String] {
    let separator = field.separator ?? (text.contains(";") ? ";" : ",")
    return text.split(separator: separator).map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  private func item(_ text: String, _ type: FieldType) -> WrittenValue {
    let kind: WrittenValue.Kind =
      switch type {
      case .integer, .number:
        text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) == nil ? .text : .literal
      case .boolean: text == "true" || text == "false" ? .literal : .text
      case .date, .datetime:
        text.wholeMatch(of: /\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?)?/) == nil ? .text : .date
      default: .text
      }
    return .text(text, as: kind)
  }
}
