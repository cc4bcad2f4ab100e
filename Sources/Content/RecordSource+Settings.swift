import CellistBase
import CellistFiles
import CellistFormats
import CellistRecords
import CellistText

extension RecordSource {
  /// The files that an entry of `sources:` names.
  static func named(
    _ node: Node, in scope: SourceScope, _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    let entry =
      node.text == nil
      ? node
      : Node(
        .mapping([.init(key: "file", keyLocation: node.location, value: node)]), at: node.location)
    let before = diagnostics.all.count
    guard var reader = MappingReader(entry, name: "a source", &diagnostics) else { return [] }
    let file = reader.text("file", &diagnostics)
    let url = reader.text("url", &diagnostics)
    let ending = reader.text("format", &diagnostics)
    let details = details(entry, &reader, &diagnostics)
    let tables = reader.node("tables")
    reader.finish(&diagnostics)
    if let tables {
      return queried(tables, details, entry, in: scope, &diagnostics).map { [$0] } ?? []
    }
    if let url {
      if let file = entry["file"] {
        diagnostics.error(.invalidSetting, "a source has 'file' or 'url'", at: file.location)
      }
      return fetched(url, ending, details, entry, in: scope, &diagnostics).map { [$0] } ?? []
    }
    if ending != nil {
      diagnostics.error(
        .invalidSetting, "'format' is for addresses; a file has the format of its ending",
        at: entry["format"]?.location)
    }
    guard let file else {
      if diagnostics.all.count == before {
        diagnostics.error(.missingSetting, "a source needs 'file', 'url' or 'tables'", at: node.location)
      }
      return []
    }
    return named(file, details, entry, in: scope, &diagnostics)
  }

  private static func details(
    _ entry: Node, _ reader: inout MappingReader, _ diagnostics: inout Diagnostics
  ) -> Details {
    let delimiter = delimiter(&reader, &diagnostics)
    var details = Details(
      delimiter: delimiter, items: ItemsPath(&reader, &diagnostics), query: reader.text("query", &diagnostics),
      queryLocation: entry["query"]?.location, merge: merge(&reader, &diagnostics))
    details.encoding = encoding(&reader, &diagnostics)
    details.skippedLines = reader.integer("skip", &diagnostics) ?? 0
    details.isPadded = reader.boolean("pad", &diagnostics) ?? false
    details.sheet = reader.text("sheet", &diagnostics)
    details.sheetLocation = entry["sheet"]?.location
    details.span = reader.node("between").flatMap { CalendarSpan($0, &diagnostics) }
    details.filter = reader.node("where").flatMap { SourceFilter($0, &diagnostics) }
    return details
  }

  /// The source that is a query of tables of files.
  private static func queried(
    _ tables: Node, _ details: Details, _ entry: Node, in scope: SourceScope, _ diagnostics: inout Diagnostics
  ) -> RecordSource? {
    guard let named = tables.entries, !named.isEmpty else {
      diagnostics.error(
        .invalidSetting, "'tables' must be a mapping of names to files, found \(tables.summary)", at: tables.location)
      return nil
    }
    let before = diagnostics.all.count
    if details.query == nil {
      diagnostics.error(
        .missingSetting, "'tables' need a 'query'", at: tables.location,
        hint: "for example {query: \"select * from \(named[0].key)\", tables: …}")
    }
    for other in entry.entries ?? [] where !["query", "tables", "where", "merge"].contains(other.key) {
      diagnostics.error(
        .invalidSetting, "'\(other.key)' is for files, and this source is a query of tables", at: other.keyLocation,
        hint: "a table may have it: tables: {\(named[0].key): {file: …, \(other.key): …}}")
    }
    var details = details
    details.tables = named.map { table in
      let sources = Self.named(table.value, in: scope, &diagnostics)
      for key in ["query", "tables", "merge"] {
        guard let node = table.value.entries?.first(where: { $0.key == key }) else { continue }
        diagnostics.error(.invalidSetting, "a table has no '\(key)'", at: node.keyLocation)
      }
      return QueryTable(name: table.key, location: table.keyLocation, sources: sources)
    }
    guard diagnostics.all.count == before else { return nil }
    details.location = tables.location
    // Its rows are at the place of the query.
    return RecordSource(path: scope.list.settings, format: .sqlite, details).read(by: scope.list.name)
  }

  /// The source at an address.
  ///
  /// - Parameter ending: the ending of a file of its format; nil where the address has one.
  private static func fetched(
    _ url: String, _ ending: String?, _ details: Details, _ entry: Node, in scope: SourceScope,
    _ diagnostics: inout Diagnostics
  ) -> RecordSource? {
    let place = entry["url"]?.location ?? entry.location
    guard let address = RemoteAddress(url) else {
      diagnostics.error(
        .invalidSetting, "'url' must be an address that begins with https://", at: place,
        hint: "http:// is possible on this machine alone, for example http://localhost:8000/talks.json")
      return nil
    }
    let name = ending ?? address.ending
    guard let format = SourceFormat(path: "a.\(name)"), !format.isPublished else {
      diagnostics.error(
        .invalidSetting,
        ending.map { "there is no format \(quoted($0))" } ?? "the address has no ending of a file with records",
        at: entry["format"]?.location ?? place,
        hint: ending == nil ? "'format' names its format, for example {url: …, format: json}" : endings)
      return nil
    }
    guard fits(format, details, of: entry, address.shown, at: place, &diagnostics) else { return nil }
    let file = address.fileName(ending: name.lowercased())
    var details = details
    (details.folder, details.location) = (scope.list.folder, place)
    details.remote = RemoteSource(address: address, sha256: scope.lock.entries[file]?.sha256)
    return RecordSource(path: joined(SiteFolder.lock, file), format: format, details).read(by: scope.list.name)
  }

  /// The sources that a name or a pattern stands for.
  private static func named(
    _ file: String, _ details: Details, _ entry: Node, in scope: SourceScope, _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    let list = scope.list
    let place = entry["file"]?.location ?? entry.location
    guard let pattern = SourcePattern(file, in: list.folder) else {
      diagnostics.error(
        .missingSource, "'\(file)' is no path below \(SiteFolder.content)", at: place,
        hint: "sources are files of the site's content, named from the folder of their list")
      return []
    }
    let isOutside = SourcePattern.leaves(file)
    let candidates = isOutside ? scope.files : list.files + list.assets + list.hidden
    let matches = OrderKey.files(pattern.matches(candidates), scope.language)
    if matches.isEmpty {
      report(missing: file, pattern, isOutside ? scope.files : nil, in: list, at: place, &diagnostics)
    }
    var details = details
    (details.folder, details.location) = (pattern.base, place)
    return matches.compactMap { path in
      guard let format = SourceFormat(path: path) else {
        diagnostics.error(
          .invalidSetting, "records cannot be read from '\(file)'", at: place,
          hint: endings)
        return nil
      }
      let name = isOutside ? file : path.below(list.folder)
      guard fits(format, details, of: entry, name, at: place, &diagnostics) else { return nil }
      let source = RecordSource(path: path, format: format, details)
      return isOutside ? source.read(by: list.name) : source
    }
  }

  /// Whether a file can be read with the settings of its source; reports what is wrong with that.
  private static func fits(
    _ format: SourceFormat, _ details: Details, of entry: Node, _ name: String, at place: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) -> Bool {
    // Values other than text have been reported.
    if format == .sqlite, details.query == nil {
      if entry["query"]?.isNothing ?? true {
        diagnostics.error(
          .missingSetting, "'\(name)' is a database, whose records a 'query' must ask for", at: place,
          hint: "for example {file: \(name), query: \"select * from …\"}")
      }
      return false
    }
    let misfits: [(key: String, fits: Bool, message: String, hint: String?)] = [
      (
        "query", format == .sqlite, "is for databases, and '\(name)' is none",
        "files of SQLite databases end in .sqlite, .sqlite3 or .db"
      ),
      ("encoding", format.isText, "is for files of text, and '\(name)' is none", nil),
      ("skip", format.isTable, "passes over lines of a table, and '\(name)' is none", nil),
      ("pad", format == .csv || format == .tsv, "is for tables of text, and '\(name)' is none", nil),
      ("between", format == .iCalendar, "is for calendars, and '\(name)' is none", "files of calendars end in .ics"),
      ("sheet", format == .spreadsheet, "is for spreadsheets, and '\(name)' is none", nil),
      (
        "items", format.isNested || details.items == nil, "leads into files of several levels, and '\(name)' has rows",
        nil
      ),
    ]
    var fits = true
    for misfit in misfits where !misfit.fits {
      guard let node = entry.entries?.first(where: { $0.key == misfit.key }), !node.value.isNothing else { continue }
      diagnostics.error(
        .invalidSetting, "'\(misfit.key)' \(misfit.message)", at: node.keyLocation, hint: misfit.hint)
      fits = false
    }
    return fits
  }

  private static func delimiter(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) -> UInt8? {
    guard let text = reader.text("delimiter", &diagnostics) else { return nil }
    if text.utf8.count != 1 || text == "\"" || text == "\n" {
      diagnostics.error(
        .invalidSetting, "'delimiter' must be one ASCII character", at: reader.node("delimiter")?.location)
    }
    return text.utf8.first
  }

  private static func encoding(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) -> TextEncoding? {
    guard let name = reader.text("encoding", &diagnostics) else { return nil }
    if let encoding = TextEncoding(name) { return encoding }
    diagnostics.error(
      .invalidSetting, "there is no encoding \(quoted(name))", at: reader.node("encoding")?.location,
      hint: diagnostics.nearest(to: name, in: commonEncodings).map { "did you mean '\($0)'?" }
        ?? "for example windows-1252, iso-8859-15 or shift_jis")
    return nil
  }

  private static let commonEncodings = [
    "utf-8", "utf-16", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "iso-8859-1",
    "iso-8859-2", "iso-8859-5", "iso-8859-15", "macintosh", "koi8-r", "shift_jis", "euc-jp", "gb18030", "gbk", "big5",
    "euc-kr", "ibm437", "ibm850",
  ]

  static let endings =
    "sources are .md, .yml, .yaml, .json, .jsonl, .geojson, .toml, .csv, .tsv, .bib, .ics, .xlsx, .ods and .sqlite files, and pictures"

  private static func merge(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) -> Merge? {
    guard reader.node("merge") != nil else { return nil }
    // Treat an unknown word as 'update': it causes the fewest follow-up errors.
    guard let word = reader.text("merge", &diagnostics) else { return .update }
    if let merge = Merge(rawValue: word) { return merge }
    diagnostics.error(
      .invalidSetting, "'merge' must be update or remove, found \(quoted(word))", at: reader.node("merge")?.location,
      hint: diagnostics.nearest(to: word, in: Merge.allCases.map(\.rawValue)).map { "did you mean '\($0)'?" })
    return .update
  }
}
