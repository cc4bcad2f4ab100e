import CellistRecords

/// One file that records of a list come from, and how to read it.
package struct RecordSource: Hashable, Sendable {
  /// The path below the site folder.
  package let path: String
  package let format: SourceFormat
  /// Whether the records come from no file, but from code that fetches them.
  package private(set) var isFetched = false
  private let box: Box

  /// The settings of a file that they name.
  package struct Details: Hashable, Sendable {
    /// The character between the fields of a row.
    package let delimiter: UInt8?
    /// The path to the records inside the file.
    package let items: ItemsPath?
    /// The query for the records, when the file is a database.
    package let query: String?
    package let queryLocation: SourceLocation?
    /// The relation of the records to those of earlier sources; nil for records of their own.
    package let merge: Merge?
    /// The folder in which the name of the file, or the pattern that it fits, begins.
    let folder: String?
    /// Where the settings name the file.
    package let location: SourceLocation?
    /// The path that names the record that the file is, where other files have the same name.
    package fileprivate(set) var name: String?
    /// The list that reads it besides the one whose folder it lies in.
    package fileprivate(set) var reader: String?

    package init(
      delimiter: UInt8? = nil, items: ItemsPath? = nil, query: String? = nil, queryLocation: SourceLocation? = nil,
      merge: Merge? = nil, in folder: String? = nil, location: SourceLocation? = nil
    ) {
      self.delimiter = delimiter
      self.items = items
      self.query = query
      self.queryLocation = queryLocation
      self.merge = merge
      self.folder = folder
      self.location = location
    }
  }

  private indirect enum Box: Hashable {
    case empty
    case full(Details)
  }

  /// The settings of the file, in a box: most sources, of which there may be very many, have none.
  package var details: Details? { if case .full(let details) = box { details } else { nil } }

  package init(path: String, format: SourceFormat, _ details: Details? = nil) {
    self.path = path
    self.format = format
    box = details.map(Box.full) ?? .empty
  }

  /// The effect of a source on the records of earlier ones.
  package enum Merge: String, CaseIterable, Sendable {
    /// Gives fields of records other values, and adds those that there are not yet.
    case update
    /// Takes records out.
    case remove
  }

  /// A source that stands for code that fetches the records of a list.
  package static func fetched(by list: ListFolder) -> RecordSource {
    var source = RecordSource(path: list.settings, format: .yaml)
    source.isFetched = true
    return source
  }

  /// The source as a list reads it whose folder it does not lie in. So the state keeps what each of several lists read.
  package func read(by list: String) -> RecordSource {
    var details = details ?? Details()
    details.reader = list
    var source = RecordSource(path: path, format: format, details)
    source.isFetched = isFetched
    return source
  }

  /// The name of the record that the whole file is: its own, its folder's for an `index.md`, or its path where other files
  /// of the list have the same name.
  package var recordName: String { details?.name ?? ownName }

  /// The name of the file, or that of its folder for an `index.md`.
  var ownName: String { isRecordFolder ? path.folder.fileName : path.fileStem }

  /// Whether nothing that belongs to the file lies in another one, as with a database that is in use.
  package func isWhole(in tree: SourceTree) -> Bool {
    format != .sqlite || SQLiteReader.openLog(of: path, in: tree) == nil
  }

  /// Whether the file is a record with a folder of its own.
  package var isRecordFolder: Bool { format == .markdown && path.fileStem == "index" }
}

extension RecordSource {
  /// The sources of a list: those which `sources:` names, in its order, else every source file in byte order of path.
  ///
  /// - Parameter files: all files of the site that may hold records.
  package static func all(
    of list: ListFolder, among files: @autoclosure () -> [String] = [], _ settings: inout MappingReader,
    _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    namedApart(read(list, among: files(), &settings, &diagnostics), in: list)
  }

  /// The sources, of which those that are records of one name have their paths as names: `2023/report`.
  private static func namedApart(_ sources: [RecordSource], in list: ListFolder) -> [RecordSource] {
    var seen: Set<String> = []
    var repeated: Set<String> = []
    func isNamed(_ source: RecordSource) -> Bool { source.details?.merge == nil && source.format.namesRecords }
    for source in sources where isNamed(source) {
      let name = source.ownName.composed
      if !seen.insert(name).inserted { repeated.insert(name) }
    }
    guard !repeated.isEmpty else { return sources }
    return sources.map { source in
      let base = list.holds(source.path) ? list.folder : source.details?.folder ?? list.folder
      let place = source.path.below(base)
      let name = source.isRecordFolder ? place.folder : joined(place.folder, place.fileStem)
      guard isNamed(source), repeated.contains(source.ownName.composed), name != source.ownName else { return source }
      var details = source.details ?? Details()
      details.name = name
      var named = RecordSource(path: source.path, format: source.format, details)
      named.isFetched = source.isFetched
      return named
    }
  }

  private static func read(
    _ list: ListFolder, among files: @autoclosure () -> [String], _ settings: inout MappingReader,
    _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    guard let node = settings.node("sources") else {
      if list.files.isEmpty { warn(of: list.assets, &diagnostics) }
      return list.files.compactMap { path in
        guard let format = SourceFormat(path: path) else { return nil }
        guard format != .sqlite else {
          diagnostics.error(
            .missingSetting, "a database has no records of its own accord", at: SourceLocation(file: path),
            hint: "let 'sources' in list.yml name it with a query, "
              + "as in {file: \(path.fileName), query: \"select * from …\"}, or leave it out")
          return nil
        }
        return RecordSource(path: path, format: format)
      }
    }
    guard let items = node.items else {
      diagnostics.error(.invalidSetting, "'sources' must be a list, found \(node.summary)", at: node.location)
      return []
    }
    // Only patterns that leave the list's folder look at the files of others.
    let files = nameFilesOutside(node) ? files() : []
    var sources: [RecordSource] = []
    for item in items {
      if let text = item.text, text.utf8.first == UInt8(ascii: "!") {
        sources = excluding(text, from: sources, in: list, at: item.location, &diagnostics)
      } else {
        sources += named(item, in: list, among: files, &diagnostics)
      }
    }
    return sources
  }

  /// Says why a list has no records, where its folder holds files that look as if they were some.
  private static func warn(of assets: [String], _ diagnostics: inout Diagnostics) {
    let endings: Set = [
      "adoc", "html", "jsonl", "mdown", "mdx", "ndjson", "ods", "org", "qmd", "rmd", "rst", "toml", "txt",
      "xls", "xlsx", "xml",
    ]
    guard let file = assets.first(where: { endings.contains($0.fileExtension.lowercased()) }) else { return }
    diagnostics.warning(
      .noRecords, "the list has no records, and this file is published as it is", at: SourceLocation(file: file),
      hint: SourceFormat(path: file)?.isByNameOnly == true
        ? "let 'sources' in list.yml name it"
        : "records are read from files that end in .md, .yml, .yaml, .json, .csv or .tsv")
  }

  /// The sources without those that `!` and a pattern leave out.
  private static func excluding(
    _ text: String, from sources: [RecordSource], in list: ListFolder, at place: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    let pattern = SourcePattern(String(text.dropFirst()), in: list.folder)
    let rest = sources.filter { pattern?.fits($0.path) != true }
    if rest.count == sources.count, !diagnostics.hasErrors {
      diagnostics.error(
        .missingSource, "'\(text)' leaves out none of the files that are named before it", at: place,
        hint: diagnostics.hint(
          for: String(text.dropFirst()), in: sources.map { SourcePattern.name(of: $0.path, from: list.folder) }))
    }
    return rest
  }

  /// The names and patterns that `sources:` has.
  private static func patterns(_ sources: Node) -> [String] {
    (sources.items ?? []).compactMap { $0.text ?? $0["file"]?.text }
  }

  /// Whether `sources:` of a list names files outside its folder.
  package static func nameFilesOutside(_ sources: Node?) -> Bool {
    sources.map(patterns)?.contains(where: SourcePattern.leaves) ?? false
  }

  /// The files outside its own folder that `sources:` of a list names.
  package static func filesOutside(of list: ListFolder, among files: [String], _ sources: Node?) -> [String] {
    var named: [String] = []
    for text in sources.map(patterns) ?? [] {
      if text.utf8.first == UInt8(ascii: "!") {
        let pattern = SourcePattern(String(text.dropFirst()), in: list.folder)
        named.removeAll { pattern?.fits($0) ?? false }
      } else if SourcePattern.leaves(text) {
        named += SourcePattern(text, in: list.folder)?.matches(files) ?? []
      }
    }
    return named
  }

  private static func named(
    _ node: Node, in list: ListFolder, among files: [String], _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    let entry =
      node.text == nil
      ? node
      : Node(
        .mapping([.init(key: "file", keyLocation: node.location, value: node)]), at: node.location)
    let before = diagnostics.all.count
    guard var reader = MappingReader(entry, name: "a source", &diagnostics) else { return [] }
    let file = reader.text("file", &diagnostics)
    let delimiter = reader.text("delimiter", &diagnostics)
    let items = ItemsPath(&reader, &diagnostics)
    let query = reader.text("query", &diagnostics)
    let merge = merge(&reader, &diagnostics)
    reader.finish(&diagnostics)
    guard let file else {
      if diagnostics.all.count == before {
        diagnostics.error(.missingSetting, "a source needs 'file'", at: node.location)
      }
      return []
    }
    let place = entry["file"]?.location ?? node.location
    if let delimiter, delimiter.utf8.count != 1 || delimiter == "\"" || delimiter == "\n" {
      diagnostics.error(
        .invalidSetting, "'delimiter' must be one ASCII character", at: entry["delimiter"]?.location)
    }
    guard let pattern = SourcePattern(file, in: list.folder) else {
      diagnostics.error(
        .missingSource, "'\(file)' is no path below \(SiteFolder.content)", at: place,
        hint: "sources are files of the site's content, named from the folder of their list")
      return []
    }
    let isOutside = SourcePattern.leaves(file)
    let candidates = isOutside ? files : list.files + list.assets
    let matches = pattern.matches(candidates)
    if matches.isEmpty { report(missing: file, pattern, isOutside ? files : nil, in: list, at: place, &diagnostics) }
    let details = Details(
      delimiter: delimiter?.utf8.first, items: items, query: query, queryLocation: entry["query"]?.location,
      merge: merge, in: pattern.base, location: place)
    return matches.compactMap { path in
      guard let format = SourceFormat(path: path) else {
        diagnostics.error(
          .invalidSetting, "records cannot be read from '\(file)'", at: place,
          hint: endings)
        return nil
      }
      let name = isOutside ? file : path.below(list.folder)
      guard fits(format, query, of: entry, name, at: place, reader.keyLocation("query"), &diagnostics) else {
        return nil
      }
      let source = RecordSource(path: path, format: format, details)
      return isOutside ? source.read(by: list.name) : source
    }
  }

  /// Whether a file can be read with its query, or without one; reports what is wrong with that.
  private static func fits(
    _ format: SourceFormat, _ query: String?, of entry: Node, _ name: String, at place: SourceLocation,
    _ queryPlace: SourceLocation?, _ diagnostics: inout Diagnostics
  ) -> Bool {
    if format == .sqlite, query == nil {
      // Where something else than text stands there, that has been reported.
      if entry["query"]?.isNothing ?? true {
        diagnostics.error(
          .missingSetting, "'\(name)' is a database, whose records a 'query' must ask for", at: place,
          hint: "for example {file: \(name), query: \"select * from …\"}")
      }
      return false
    }
    if format != .sqlite, query != nil {
      diagnostics.error(
        .invalidSetting, "'query' is for databases, and '\(name)' is none", at: queryPlace,
        hint: "files of SQLite databases end in .sqlite, .sqlite3 or .db")
    }
    return true
  }

  private static let endings = "sources are .md, .yml, .yaml, .json, .toml, .csv, .tsv and .sqlite files, and pictures"

  /// Says why nothing is a source by a name or a pattern: there may be files of that name that cannot be.
  ///
  /// - Parameter files: those of the site, where the name leads out of the list's folder.
  private static func report(
    missing file: String, _ pattern: SourcePattern, _ files: [String]?, in list: ListFolder, at place: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) {
    if (files ?? list.assets).contains(where: pattern.fits) {
      diagnostics.error(
        .missingSource, "no file that '\(file)' fits in \(pattern.base) can hold records", at: place, hint: endings)
      return
    }
    let known = files.map { $0.map { SourcePattern.name(of: $0, from: list.folder) } }
    diagnostics.error(
      .missingSource,
      file.contains("*")
        ? "no file in \(pattern.base) fits '\(file)'" : "there is no file '\(file)' in \(list.folder)", at: place,
      hint: diagnostics.hint(
        for: file, in: known ?? (list.files + list.nameable).map { $0.below(list.folder) }))
  }

  private static func merge(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) -> Merge? {
    guard reader.node("merge") != nil else { return nil }
    // Of what an unknown word may mean, an update makes the fewest mistakes follow.
    guard let word = reader.text("merge", &diagnostics) else { return .update }
    if let merge = Merge(rawValue: word) { return merge }
    diagnostics.error(
      .invalidSetting, "'merge' must be update or remove, found \(quoted(word))", at: reader.node("merge")?.location,
      hint: diagnostics.nearest(to: word, in: Merge.allCases.map(\.rawValue)).map { "did you mean '\($0)'?" })
    return .update
  }
}
