import CellistContent
import CellistRecords
import CellistSettings
import CellistSites
import CellistText

extension SiteBuilder {
  /// The files in which a record has other values.
  ///
  /// - Parameters:
  ///   - id: that of the record, or its name in addresses.
  ///   - list: the path of the list below `content`.
  package func setting(
    _ edits: [FieldEdit], of id: String, in list: String
  ) throws(EditRefusal) -> EditedFiles {
    let (list, records) = try records(of: list)
    let (record, group) = try Self.record(id, of: list, among: records)
    var files: [String: EditedSource] = [:]
    for edit in edits {
      let field = list.type.index(of: edit.field)
      let location = field.map { record.locations[$0] } ?? record.location
      let path = location.file
      guard let source = group.sources.first(where: { $0.path == path }) else {
        throw EditRefusal(reason: "the records of '\(list.folder.name)' are not written in files")
      }
      var file: EditedSource
      if let known = files[path] {
        file = known
      } else {
        file = try EditedSource(source, tree, at: [record.location, location])
      }
      try file.apply(edit, to: list)
      files[path] = file
    }
    return EditedFiles(files: files.mapValues { ($0.old, $0.new) })
  }

  /// The file from which a record is gone.
  package func removing(_ id: String, from list: String) throws(EditRefusal) -> EditedFiles {
    let (list, records) = try records(of: list)
    let (record, group) = try Self.record(id, of: list, among: records)
    let path = record.location.file
    guard let source = group.sources.first(where: { $0.path == path }) else {
      throw EditRefusal(reason: "the records of '\(list.folder.name)' are not written in files")
    }
    if source.format == .markdown, source.details?.items == nil {
      guard !source.isRecordFolder else {
        throw EditRefusal(reason: "the record has a folder of its own, \(path.folder), which may hold more: remove it")
      }
      let old = try? tree.read(path)
      return EditedFiles(files: [path: (old, nil)])
    }
    var file = try EditedSource(source, tree, at: [record.location])
    try file.remove()
    return EditedFiles(files: [path: (file.old, file.new)])
  }

  /// The file with one more record: where the list has a file of several records, the last of those, else a new Markdown file.
  ///
  /// - Parameter id: the name of the record; nil where its fields say it.
  package func adding(
    _ edits: [FieldEdit], as id: String?, to list: String
  ) throws(EditRefusal) -> EditedFiles {
    let (list, records) = try records(of: list)
    if let id, records.contains(where: { $0.record.id == id.composed }) {
      throw EditRefusal(reason: "there is a record '\(id)' in '\(list.folder.name)' already")
    }
    guard list.typed?.fetch == nil, list.recordsOf == nil else {
      throw EditRefusal(reason: "the records of '\(list.folder.name)' are not written in files of its own")
    }
    var edits = edits
    let names = list.decoder.idFields.map { list.type.fields[$0].name }
    if let id, names.count == 1, !edits.contains(where: { $0.field == names[0] }) {
      edits.insert(FieldEdit(names[0], .set, id), at: 0)
    }
    let tables = list.sources.filter { $0.format != .markdown && $0.format != .picture && !$0.isFetched }
    if let source = tables.last {
      if let id, names.isEmpty { edits.insert(FieldEdit("id", .set, id), at: 0) }
      var file = try EditedSource(source, tree, at: [])
      try file.add(edits, to: list)
      return EditedFiles(files: [source.path: (file.old, file.new)])
    }
    guard let id, !id.isEmpty, !id.contains("/"), !id.hasPrefix("."), !id.hasSuffix("~"), id != "index" else {
      throw EditRefusal(reason: "a new file needs a name, as in \(list.folder.name)/emma")
    }
    let path = "\(list.folder.folder)/\(id).md"
    guard (try? tree.read(path)) == nil else { throw EditRefusal(reason: "\(path) is there already") }
    var file = EditedSource(RecordSource(path: path, format: .markdown))
    for edit in edits where !edit.value.isEmpty { try file.apply(edit, to: list) }
    return EditedFiles(files: [path: (nil, file.new)])
  }

  private typealias Known = (record: Record, group: SourceGroup)

  private func records(of name: String) throws(EditRefusal) -> (ListSettings, [(record: Record, group: SourceGroup)]) {
    var diagnostics = Diagnostics()
    guard let content = SiteContent(tree, options, &diagnostics) else {
      throw EditRefusal(reason: "the site cannot be read; 'cellist check' says why")
    }
    guard let list = content.lists.first(where: { $0.settings.folder.path == name }) else {
      let names = content.lists.map { $0.settings.folder.path.isEmpty ? "/" : $0.settings.folder.path }
      throw EditRefusal(
        reason: "there is no list '\(name)'; " + (Suggestion.hint(for: name, in: names) ?? "there is none at all"))
    }
    let known = list.sources.flatMap { source in
      source.records.entries.map { ($0.item.writtenRecord, source.group) }
    }
    // A record with a mistake is there to be mended.
    let unfit = list.unfit.compactMap { record in
      list.sources.first { $0.group.files.contains(record.location.file) }.map { (record, $0.group) }
    }
    return (list.settings, known + unfit)
  }

  private static func record(
    _ id: String, of list: ListSettings, among records: [(record: Record, group: SourceGroup)]
  ) throws(EditRefusal) -> (Record, SourceGroup) {
    let named = records.filter { $0.record.id == id.composed }
    let found = named.isEmpty ? records.filter { $0.record.slug == id } : named
    guard let first = found.first else {
      throw EditRefusal(
        reason: "there is no record '\(id)' in '\(list.folder.name)'"
          + (Suggestion.nearest(to: id, in: records.map(\.record.id)).map { "; did you mean '\($0)'?" } ?? ""))
    }
    guard found.count == 1 else {
      throw EditRefusal(reason: "several records of '\(list.folder.name)' are called '\(id)'")
    }
    return first
  }
}

/// A source that is edited, step by step.
private struct EditedSource {
  let source: RecordSource
  let old: [UInt8]?
  private(set) var new: [UInt8]
  private var index: Int?

  init(_ source: RecordSource, _ tree: SourceTree, at places: [SourceLocation]) throws(EditRefusal) {
    self.source = source
    guard let bytes = try? tree.read(source.path) else { throw EditRefusal(reason: "\(source.path) cannot be read") }
    (old, new) = (bytes, bytes)
    index = try edit().index(of: places)
  }

  /// A new file with one record.
  init(_ source: RecordSource) {
    self.source = source
    (old, new, index) = (nil, Array("---\n---\n".utf8), 0)
  }

  private func edit() throws(EditRefusal) -> RecordEdit {
    do { return try RecordEdit(source, new) } catch { throw EditRefusal(error) }
  }

  private mutating func change(_ change: RecordEdit.Change, order: [String] = []) throws(EditRefusal) {
    do {
      new = try RecordEdit(source, new).bytes(after: change, at: index, order: order)
    } catch {
      throw EditRefusal(error)
    }
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
    let raw = try self.edit().record(at: index)
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
    let text = items.joined(separator: separator + (isWide ? " " : ""))
    let written: WrittenValue = isText ? .text(text) : .list(items.map { item($0, field.type.innermost) })
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

extension EditRefusal {
  fileprivate init(_ refusal: SourceEditRefusal) {
    self.init(reason: refusal.reason + (refusal.location.map { "; edit it by hand at \($0)" } ?? ""))
  }
}

extension SourceTree {
  /// The tree with edited files.
  package func with(_ edited: EditedFiles) -> SourceTree {
    let files = edited.files
    var tree = self
    tree.file = { path throws(Failure) in
      guard let file = files[path] else { return try self.file(path) }
      guard let bytes = file.new else { throw .missing }
      return File(bytes: bytes, stamp: nil)
    }
    tree.part = { path, offset, count in
      guard let bytes = files[path]?.new else { return part(path, offset, count) }
      guard offset >= 0, offset < bytes.count else { return [] }
      return Array(bytes[offset..<min(bytes.count, offset + count)])
    }
    tree.entries = { folder, diagnostics in
      var entries = self.entries(folder, &diagnostics)
      for (path, file) in files where path.folder == folder {
        entries.removeAll { $0.name == path.fileName }
        if file.new != nil { entries.append(Entry(name: path.fileName, kind: .file)) }
      }
      return entries
    }
    tree.entry = { path, diagnostics in
      guard let file = files[path] else { return self.entry(path, &diagnostics) }
      return file.new == nil ? nil : Entry(name: path.fileName, kind: .file)
    }
    return tree
  }
}
