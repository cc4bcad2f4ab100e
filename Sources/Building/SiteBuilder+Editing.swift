import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistSites
import CellistText
import CellistWriting

extension SiteBuilder {
  /// The files in which a record has other values.
  ///
  /// - Parameters:
  ///   - id: that of the record, or its name in addresses.
  ///   - list: the path of the list below `content`.
  ///   - path: the file to write to, where the record is in several; nil for that which has the value now.
  package func setting(
    _ edits: [FieldEdit], of id: String, in list: String, source path: String? = nil
  ) throws(EditRefusal) -> EditedFiles {
    let list = try content(of: list)
    let (record, group) = try Self.record(id, of: list)
    var sources: [String: EditedSource] = [:]
    for edit in edits {
      let field = list.settings.type.index(of: edit.field)
      var places = [record.location, field.map { record.locations[$0] } ?? record.location]
      if let path {
        places = ([record.location] + record.locations).filter { $0.file == path }
        guard !places.isEmpty else { throw EditRefusal(reason: "no value of '\(id)' is in \(path)") }
      }
      let location = places[places.count - 1]
      var source: EditedSource
      if let known = sources[location.file] {
        source = known
      } else {
        source = try EditedSource(
          Self.source(location.file, of: group, in: list), in: tree, at: places)
      }
      try source.apply(edit, to: list.settings)
      sources[location.file] = source
    }
    return EditedFiles(sources.values.map(\.file))
  }

  /// The file from which a record is gone.
  package func removing(_ id: String, from list: String) throws(EditRefusal) -> EditedFiles {
    let list = try content(of: list)
    let (record, group) = try Self.record(id, of: list, isRemoved: true)
    let path = record.location.file
    let source = try Self.source(path, of: group, in: list)
    guard source.format == .markdown, source.details?.items == nil else {
      var edited = try EditedSource(source, in: tree, at: [record.location])
      try edited.remove()
      return EditedFiles([edited.file])
    }
    guard !source.isRecordFolder else {
      throw EditRefusal(reason: "the record has a folder of its own, \(path.folder), which may hold more: remove it")
    }
    return EditedFiles([EditedFiles.File(path: path, old: try? tree.read(path), new: nil)])
  }

  /// The file with one more record: where the list has a file of several records, the last of those, else a new Markdown file.
  ///
  /// - Parameters:
  ///   - id: the name of the record; nil where its fields contain it.
  ///   - path: the file to write to, where the list has several; nil for the last.
  package func adding(
    _ edits: [FieldEdit], as id: String?, to list: String, source path: String? = nil
  ) throws(EditRefusal) -> EditedFiles {
    let list = try content(of: list)
    let settings = list.settings
    if let id, Self.known(in: list).contains(where: { $0.id == id.composed }) {
      throw EditRefusal(reason: "there is a record '\(id)' in '\(settings.folder.name)' already")
    }
    guard settings.hasWrittenRecords else {
      throw EditRefusal(reason: "the records of '\(settings.folder.name)' are not written in files of its own")
    }
    var edits = edits
    let names = settings.decoder.idFields.map { settings.type.fields[$0].name }
    if let id, let name = names.first {
      guard names.count == 1 else {
        throw EditRefusal(
          reason: "the id of a record of '\(settings.folder.name)' is made of "
            + "\(names.map(quoted).joined(separator: ", ")): set those, and give no name")
      }
      let given = edits.first { $0.field == name }?.value
      guard given == nil || given?.composed == id.composed else {
        throw EditRefusal(
          reason: "the record is called '\(id)', and its '\(name)', which is its id, '\((given ?? "").shortened)'")
      }
      if given == nil { edits.insert(FieldEdit(name, .set, id), at: 0) }
    }
    let sources = settings.rowSources
    let source = sources.last { path == nil || $0.path == path }
    if let path, source == nil {
      throw EditRefusal(
        reason: "'\(path)' is no file with the records of '\(settings.folder.name)'"
          + (Suggestion.hint(for: path, in: sources.map(\.path)).map { "; \($0)" } ?? ""))
    }
    if let source {
      if let id, names.isEmpty { edits.insert(FieldEdit("id", .set, id), at: 0) }
      var edited = try EditedSource(source, in: tree, at: [])
      try edited.add(edits, to: settings)
      return EditedFiles([edited.file])
    }
    guard let id, !id.isEmpty else {
      throw EditRefusal(reason: "a new file needs a name, as in \(settings.folder.name)/emma")
    }
    try Self.requireFileName(id)
    let path = "\(settings.folder.folder)/\(id).md"
    guard (try? tree.read(path)) == nil else { throw EditRefusal(reason: "\(path) is there already") }
    var edited = try EditedSource(newFile: path)
    for edit in edits { try edited.apply(edit, to: settings) }
    return EditedFiles([edited.file])
  }

  func content(of name: String) throws(EditRefusal) -> SiteContent.ListContent {
    var diagnostics = Diagnostics()
    let content = SiteContent(tree, options, &diagnostics)
    return try Self.list(name, in: content, diagnostics)
  }

  /// Throws where a file cannot be named by an id.
  static func requireFileName(_ id: String) throws(EditRefusal) {
    let isOne = !id.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
    guard isOne, !id.hasPrefix("."), !id.hasSuffix("~"), id != "index", id.utf8.count <= 200, id == id.trimmed else {
      throw EditRefusal(reason: "a file cannot be called '\(id.shortened)'")
    }
  }

  /// - Parameters:
  ///   - content: that of the site, as far as it could be read.
  ///   - diagnostics: those of reading it.
  static func list(
    _ name: String, in content: SiteContent?, _ diagnostics: Diagnostics
  ) throws(EditRefusal) -> SiteContent.ListContent {
    let lists = content?.lists ?? []
    if let list = lists.first(where: { $0.settings.folder.path == name }) { return list }
    let names = lists.map { $0.settings.folder.path.isEmpty ? "/" : $0.settings.folder.path }
    let hint = Suggestion.hint(for: name, in: names).map { "; \($0)" } ?? ""
    throw EditRefusal(
      reason: "there is no list '\(name)'\(hint)"
        + (diagnostics.hasErrors ? "; the site has errors, which 'cellist check' prints" : ""))
  }

  /// A record that was found, but not read.
  private struct Known {
    let id: String
    let slug: String
    let group: SourceGroup
    let record: () -> Record
  }

  /// The records of a list, those with mistakes among them: they are to be mended.
  private static func known(in list: SiteContent.ListContent) -> [Known] {
    let fit = list.sources.flatMap { source in
      source.records.entries.map { entry in
        Known(id: entry.item.id, slug: entry.item.slug, group: source.group) { entry.item.writtenRecord }
      }
    }
    let unfit = list.unfit.compactMap { record in
      list.sources.first { $0.group.files.contains(record.location.file) }
        .map { Known(id: record.id, slug: record.slug, group: $0.group) { record } }
    }
    return fit + unfit
  }

  /// The record of an id, or else, unless it is to be removed, of a name in addresses.
  static func record(
    _ id: String, of list: SiteContent.ListContent, isRemoved: Bool = false
  ) throws(EditRefusal) -> (Record, SourceGroup) {
    let (all, name) = (known(in: list), list.settings.folder.name)
    let named = all.filter { $0.id == id.composed }
    let found = named.isEmpty && !isRemoved ? all.filter { $0.slug == id } : named
    guard let first = found.first else {
      let hint = Suggestion.nearest(to: id, in: all.map(\.id)).map { "; did you mean '\($0)'?" } ?? ""
      throw EditRefusal(reason: "there is no record '\(id)' in '\(name)'\(hint)")
    }
    guard found.count == 1 else { throw EditRefusal(reason: "several records of '\(name)' are called '\(id)'") }
    return (first.record(), first.group)
  }

  static func source(
    _ path: String, of group: SourceGroup, in list: SiteContent.ListContent
  ) throws(EditRefusal) -> RecordSource {
    if let source = group.sources.first(where: { $0.path == path && !$0.isFetched }) { return source }
    throw EditRefusal(reason: "the records of '\(list.settings.folder.name)' are not written in files")
  }
}
