import CellistContent
import CellistRecords
import CellistSettings

/// A source in which one record is edited, step by step.
struct EditedSource {
  private let source: RecordSource
  private let old: [UInt8]?
  private var text: RecordEdit
  /// The number of the record in its file; nil for none yet.
  private let index: Int?

  /// - Parameter places: where the record, or one of its values, begins.
  init(_ source: RecordSource, in tree: SourceTree, at places: [SourceLocation]) throws(EditRefusal) {
    guard let bytes = try? tree.read(source.path) else { throw EditRefusal(reason: "\(source.path) cannot be read") }
    (self.source, old) = (source, bytes)
    text = try RecordEdit(source, bytes)
    index = text.index(of: places)
  }

  /// A new Markdown file with one record.
  init(newFile path: String) throws(EditRefusal) {
    source = RecordSource(path: path, format: .markdown)
    (old, index) = (nil, 0)
    text = try RecordEdit(source, Array("---\n---\n".utf8))
  }

  /// The file as it is now.
  var file: EditedFiles.File { EditedFiles.File(path: source.path, old: old, new: text.bytes) }

  private mutating func change(_ change: RecordEdit.Change, order: [String] = []) throws(EditRefusal) {
    text = try text.changed(change, at: index, order: order)
  }

  mutating func remove() throws(EditRefusal) { try change(.remove) }

  mutating func add(_ edits: [FieldEdit], to list: ListSettings) throws(EditRefusal) {
    var entries: [(String, WrittenValue)] = []
    for edit in edits where !edit.value.isEmpty {
      let (key, field) = try Self.key(edit.field, of: list, in: nil)
      entries.append((key, value(edit.value, field, over: nil)))
    }
    try change(.add(entries))
  }

  mutating func apply(_ edit: FieldEdit, to list: ListSettings) throws(EditRefusal) {
    let raw = text.record(at: index)
    let order = list.type.fields.flatMap(\.source.keys)
    if edit.field == RecordType.bodyName, source.format == .markdown, raw?.node[RecordType.bodyName] == nil {
      guard edit.operation == .set else { throw EditRefusal(reason: "'body' is no list") }
      let isOpen = !edit.value.isEmpty && !edit.value.hasSuffix("\n")
      return try change(.body(edit.value + (isOpen ? "\n" : "")))
    }
    let (key, field) = try Self.key(edit.field, of: list, in: raw?.node)
    let node = raw?.node.descendant(key)
    guard edit.operation != .set else {
      return try change(
        .set(key: key, to: edit.value.isEmpty ? nil : value(edit.value, field, over: node)), order: order)
    }
    guard let field, case .list = field.type else { throw EditRefusal(reason: "'\(edit.field)' is no list") }
    var items = node?.items?.compactMap(\.text) ?? node?.text.map { Self.items($0, field) } ?? []
    let place = items.firstIndex(of: edit.value)
    if edit.operation == .insert {
      guard place == nil else { throw EditRefusal(reason: "'\(edit.field)' has '\(edit.value)' already") }
      items.append(edit.value)
    } else {
      guard let place else { throw EditRefusal(reason: "'\(edit.field)' has no '\(edit.value)'") }
      items.remove(at: place)
    }
    guard !items.isEmpty else { return try change(.set(key: key, to: nil)) }
    let isText = isTable || node?.text != nil
    let separator = field.separator ?? ";"
    let isWide = node?.text?.contains("\(separator) ") ?? false
    let written: WrittenValue =
      isText
      ? .text(items.joined(separator: separator + (isWide ? " " : "")))
      : .list(items.map { item($0, field.type.innermost) })
    try change(.set(key: key, to: written), order: order)
  }

  private var isTable: Bool { source.format == .csv || source.format == .tsv }

  /// The key that has the value of a field, in a record if it is there.
  private static func key(
    _ name: String, of list: ListSettings, in node: Node?
  ) throws(EditRefusal) -> (String, Field?) {
    if RecordType.scheduleNames.contains(name) { return (name, nil) }
    guard let index = list.type.index(of: name), index < list.type.ownCount else {
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

  /// A value as the source is to have it.
  private func value(_ text: String, _ field: Field?, over node: Node?) -> WrittenValue {
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
    let isBare =
      switch type {
      case .integer, .number: text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
      case .boolean: text == "true" || text == "false"
      default: false
      }
    return .text(text, isBare: isBare)
  }
}
